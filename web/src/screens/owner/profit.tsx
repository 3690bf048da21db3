import { Card, money, readState, useSignal } from "../../kit/mod.ts";
import { ChipRow, Facts } from "../../records/mod.ts";
import { type Span, spans, totalsOf, useProfits } from "../trade/periods.ts";
import { b } from "../trade/books_words.ts";

const lines = [
  ["income", "revenue"],
  ["cost_of_goods", "cost_of_goods"],
  ["gross_profit", "gross_profit"],
  ["expenses", "expenses"],
  ["exchange_difference", "exchange"],
] as const;

/** What is left of what was earned: this month, the last, and the business year so far. */
export function Profit() {
  const chosen = useSignal<Span>("this_month");
  const { period, read } = useProfits()[chosen.value];
  const { instead, over } = readState(read);
  const totals = totalsOf(read);
  return (
    <Card
      title={b("profit")}
      action={
        <a class="link" href={`#/reports/profit-and-loss?${new URLSearchParams({ ...period })}`}>
          {b("by_account")}
        </a>
      }
    >
      <ChipRow
        label={b("profit")}
        chips={spans.map((span) => [span, b(span), span === chosen.value])}
        onChoose={(span) => chosen.value = span}
      />
      {over}
      {instead ?? (totals && (
        <>
          <div class="sums">
            <p class="muted">{b("net")}</p>
            <p class="sum">{money(totals.profit)}</p>
          </div>
          <Facts rows={lines.map(([figure, label]) => [b(label), money(totals[figure])])} />
        </>
      ))}
    </Card>
  );
}
