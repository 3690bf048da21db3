import { Screen, type ScreenProps, t } from "../../kit/mod.ts";
import { Ageing } from "./ageing.tsx";
import { Cash } from "./cash.tsx";
import { LcCalendar } from "./lc_calendar.tsx";
import { Payable } from "./payable.tsx";
import { Weeks } from "./weeks.tsx";

/** Where the money is, comes from and goes to. */
export function Money({ query }: ScreenProps) {
  return (
    <Screen title={t("money")}>
      <Cash />
      <Ageing open={Number(query.get("customer"))} />
      <Payable />
      <LcCalendar />
      <Weeks />
    </Screen>
  );
}
