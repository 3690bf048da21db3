import type { Account } from "../../core/answers.ts";
import { List, money, Row, t } from "../../kit/mod.ts";
import { b, nameOf } from "../trade/books_words.ts";
import { ReadCard } from "./read_card.tsx";

/** Where the money lies; each account opens its book. */
export function MoneyAccounts() {
  return (
    <ReadCard<Account>
      title={t("accounts")}
      none={b("no_accounts")}
      path="/accounts?kind=money&active=true"
      action={<a class="link" href="#/accounts?all">{b("chart")}</a>}
    >
      {(accounts) =>
        accounts.length > 0 && (
          <List label={t("accounts")}>
            {accounts.map((account) => (
              <Row
                key={account.id}
                href={`#/accounts/${account.id}`}
                title={nameOf(account)}
                side={money(account.balance)}
              />
            ))}
          </List>
        )}
    </ReadCard>
  );
}
