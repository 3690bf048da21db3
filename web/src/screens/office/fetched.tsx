import {
  type ComponentType,
  EmptyState,
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
    const screen = useSignal<ComponentType<ScreenProps> | null | undefined>(undefined);
    useEffect(() => {
      import("./office.ts").then(async (office) => {
        await wordsReady();
        screen.value = pick(office);
      }, () => screen.value = null);
    }, []);
    const Known = screen.value;
    if (Known) return <Known {...props} />;
    if (Known === undefined) return <Screen title={t("loading")}>{null}</Screen>;
    return (
      <Screen title={t("not_here_title")}>
        <EmptyState icon="cloudOff" title={t("not_here_title")} text={t("not_here_text")} />
      </Screen>
    );
  };
}
