import { EmptyState, Screen, screenAt, type ScreenProps, t } from "../../kit/mod.ts";
import { ownerScreens } from "./owner_screens.ts";
import { staffScreens } from "./staff_screens.ts";

const screens = { ...ownerScreens, ...staffScreens };

/** The screen of an address that the lists of a phone do not name themselves. */
export function Elsewhere({ params: { path }, ...props }: ScreenProps) {
  const found = screenAt(screens, `/${path}`);
  if (found) return <found.screen {...props} params={found.params} />;
  return (
    <Screen title={t("gone_title")}>
      <EmptyState icon="search" title={t("gone_title")} text={t("gone_text")} />
    </Screen>
  );
}
