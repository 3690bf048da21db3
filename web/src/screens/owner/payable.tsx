import { Rows, type Shade } from "../../charts/rows.tsx";
import { Card, Figure, money, number, readState, shortMoney, useRead } from "../../kit.ts";
import { w } from "./money_words.ts";

interface Account {
  id: number;
  supplier_id: number;
  supplier_name: string;
  currency: string;
  balance: number;
  balance_local: number;
}

/** What we owe, and what a rate may make of it. */
export function Payable() {
  const read = useRead<Account[]>("/reports/supplier-ageing?limit=50").value;
  const { instead, over } = readState(read);
  const rows = read.data?.filter(({ balance_local }) => balance_local > 0) ?? [];
  const all = rows.reduce((sum, row) => sum + row.balance_local, 0);
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const tones: Shade[] = ["main", "ok", "warn", "calm"];
  return (
    <Card title={w("payable")}>
      {over}
      {instead ?? (rows.length === 0 ? <p class="muted">{w("owe_nobody")}</p> : (
        <>
          <Figure
            sentence={w("payable_text", { n: number(rows.length), all: shortMoney(all) })}
            columns={[w("supplier"), w("amount"), w("local")]}
            rows={rows.map((row) => [
              row.supplier_name,
              money(row.balance, row.currency),
              money(row.balance_local),
            ])}
          >
            <Rows
              rows={rows.slice(0, 8).map((row) => ({
                label: row.supplier_name,
                text: shortMoney(row.balance, row.currency),
                to: row.balance_local,
                tone: tones[currencies.indexOf(row.currency) % tones.length],
              }))}
            />
            <p class="keys">
              {currencies.map((currency, at) => (
                <span key={currency} class={`key ${tones[at % tones.length]}`}>{currency}</span>
              ))}
            </p>
          </Figure>
          {currencies.some((currency) => currency !== "BDT") && <p class="strong">{w("fx")}</p>}
          {currencies.filter((currency) => currency !== "BDT").map((currency) => {
            const balance = rows.reduce(
              (sum, row) => row.currency === currency ? sum + row.balance : sum,
              0,
            );
            return (
              <p key={currency} class="muted">
                {w("fx_text", {
                  currency,
                  balance: money(balance, currency),
                  amount: shortMoney(balance),
                })}
              </p>
            );
          })}
        </>
      ))}
    </Card>
  );
}
