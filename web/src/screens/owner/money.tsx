import { may, Screen, type ScreenProps, t } from "../../kit/mod.ts";
import { Ageing } from "./ageing.tsx";
import { Cash } from "./cash.tsx";
import { Cheques } from "./cheques.tsx";
import { LcCalendar } from "./lc_calendar.tsx";
import { MoneyAccounts } from "./money_accounts.tsx";
import { Payable } from "./payable.tsx";
import { Profit } from "./profit.tsx";
import { Weeks } from "./weeks.tsx";

/** Where the money is, comes from and goes to. */
export function Money({ query }: ScreenProps) {
  return (
    <Screen title={t("money")}>
      {may("books.read") && <Profit />}
      {may("books.read") && <MoneyAccounts />}
      {may("payments.read") && <Cheques />}
      {may("costs.read") && <Cheques ours />}
      <Cash />
      <Ageing open={Number(query.get("customer"))} />
      <Payable />
      <LcCalendar />
      <Weeks />
    </Screen>
  );
}
