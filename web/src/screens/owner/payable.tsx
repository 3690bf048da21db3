import type { SupplierAge } from "../../core/answers.ts";
import { Keys } from "../../charts/keys.tsx";
import { Rows, type Shade } from "../../charts/rows.tsx";
import { hrefOf, money, number, shortMoney } from "../../kit/mod.ts";
import { w } from "./money_words.ts";
import { ReadCard, sumOf } from "./read_card.tsx";

const tones: Shade[] = ["main", "ok", "warn", "calm"];
const ages = [
  "not_due_local",
  "d0_30_local",
  "d31_60_local",
  "d61_90_local",
  "d90_plus_local",
] as const;

/** What we owe, and what a rate may make of it. */
export function Payable() {
  return (
    <ReadCard<SupplierAge>
      title={w("payable")}
      none={w("owe_nobody")}
      path="/reports/supplier-ageing?limit=50"
    >
      {(all, meta) => {
        const totals = meta.totals as Pick<SupplierAge, typeof ages[number]>;
        const rows = all.filter(({ balance_local }) => balance_local > 0)
          .sort((a, b) => b.balance_local - a.balance_local);
        if (rows.length === 0) return null;
        const by = [...Map.groupBy(rows, ({ currency }) => currency)];
        const currencies = by.map(([currency]) => currency);
        return (
          <>
            <Rows
              sentence={w("payable_text", {
                n: number(rows.length),
                all: shortMoney(ages.reduce((sum, age) => sum + totals[age], 0)),
              })}
              heads={[w("supplier"), w("amount"), w("local")]}
              label={w("payable")}
              rows={rows.slice(0, 8).map((row) => ({
                href: hrefOf(`/supplier-ledger?supplier_id=${row.supplier_id}`),
                label: row.supplier_name,
                text: shortMoney(row.balance, row.currency),
                cells: [money(row.balance, row.currency), money(row.balance_local)],
                to: row.balance_local,
                tone: tones[currencies.indexOf(row.currency) % tones.length],
              }))}
            >
              {by.length > 1 && <Keys names={currencies} tones={tones} />}
            </Rows>
            {by.map(([currency, its]) => {
              const balance = sumOf(its, (row) => row.balance);
              return currency !== "BDT" && (
                <p key={currency}>
                  {w("fx_text", {
                    currency,
                    balance: money(balance, currency),
                    amount: shortMoney(balance),
                  })}
                </p>
              );
            })}
          </>
        );
      }}
    </ReadCard>
  );
}
