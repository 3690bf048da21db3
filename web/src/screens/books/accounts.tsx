import { accountTypes } from "../../../../domain/journal/account_words.ts";
import type { Account } from "../../core/answers.ts";
import { ButtonLink, Code, money, t } from "../../kit/mod.ts";
import { listScreen, rt } from "../../records/mod.ts";
import { b, nameOf } from "../trade/books_words.ts";

/** Cash, banks and wallets with what is on them, then the rest of the chart. */
export const list = listScreen<Account>({
  title: () => t("accounts"),
  path: "/accounts",
  screen: "/accounts",
  icon: "bank",
  search: true,
  filters: [
    { label: () => b("money"), query: "kind=money&active=true" },
    ...accountTypes.map((type) => ({ label: () => b(type), query: `type=${type}` })),
    { label: () => rt("all"), query: "" },
  ],
  row: (account) => ({
    title: nameOf(account),
    lines: [<Code key="no">{account.number}</Code>],
    side: money(account.balance),
  }),
  add: { label: () => b("new_transfer"), to: "/accounts/transfers/new", may: "books.write" },
  empty: () => b("no_accounts"),
  above: () => (
    <div class="pair">
      <ButtonLink href="#/reports/profit-and-loss" icon="chart">{b("profit")}</ButtonLink>
      <ButtonLink href="#/accounts/transfers" icon="money">{b("transfers")}</ButtonLink>
      <ButtonLink href="#/reports" icon="paper">{t("reports")}</ButtonLink>
    </div>
  ),
});
