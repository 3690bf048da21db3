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

/** What a list leaves to the desk, by the address's `path` (staff_screens.ts, owner_screens.ts). */
export function elsewhere(props: ScreenProps) {
  const screen = useSignal<ComponentType<ScreenProps> | undefined>(undefined);
  useEffect(() => {
    import("./elsewhere.tsx").then(async ({ Elsewhere }) => {
      await wordsReady();
      screen.value = Elsewhere;
    }, () => screen.value = NotHere);
  }, []);
  const Known = screen.value;
  return Known ? <Known {...props} /> : <Screen title={t("loading")}>{null}</Screen>;
}
