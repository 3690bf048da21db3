import {
  type ComponentType,
  NotHere,
  Screen,
  type ScreenProps,
  t,
  useEffect,
  useSignal,
  wordsReady,
} from "../../kit/mod.ts";

type Office = typeof import("./office.ts");

/** A screen of the desk, which comes when it is opened. */
export function fetched(pick: (office: Office) => ComponentType<ScreenProps>) {
  return function Fetched(props: ScreenProps) {
    const screen = useSignal<ComponentType<ScreenProps> | undefined>(undefined);
    useEffect(() => {
      import("./office.ts").then(async (office) => {
        await wordsReady();
        screen.value = pick(office);
      }, () => screen.value = NotHere);
    }, []);
    const Known = screen.value;
    return Known ? <Known {...props} /> : <Screen title={t("loading")}>{null}</Screen>;
  };
}

/** What a list leaves to the desk, by the address's `path` (staff_screens.ts, owner_screens.ts). */
export const elsewhere = fetched((office) => office.Elsewhere);
