import {
  EmptyState,
  may,
  readFresh,
  Screen,
  screenAt,
  type ScreenProps,
  t,
} from "../../kit/mod.ts";
import { ownerScreens } from "./owner_screens.ts";
import { staffScreens } from "./staff_screens.ts";

const screens = { ...ownerScreens, ...staffScreens };

/** What its forms offer to choose from, as they read it, and who may read it. */
const choices = [
  ["/stock-places?active=true&sort=code", "products.read"],
  ["/products?limit=5&active=true&in_stock=true&sort=name", "products.read"],
  ["/accounts?active=true", "books.read"],
];

/** Reads those anew, for where there is no internet. */
export const bringChoices = () =>
  Promise.all(choices.filter(([, right]) => may(right)).map(([path]) => readFresh(path)));

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
