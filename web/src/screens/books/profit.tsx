import type { ProfitRow } from "../../core/answers.ts";
import {
  Card,
  Code,
  date,
  EmptyState,
  go,
  List,
  money,
  readState,
  Row,
  Screen,
  type ScreenProps,
} from "../../kit/mod.ts";
import { ChipRow } from "../../records/mod.ts";
import { type Period, type Span, spans, type Totals, totalsOf, useProfits } from "./periods.ts";
import { b, nameOf } from "../trade/books_words.ts";

const isSpan = (text: string | null): text is Span => spans.includes(text as Span);

/** What was earned and spent in a time, account by account; each opens its book of that time. */
export function ProfitAndLoss({ query }: ScreenProps) {
  const asked = query.get("span");
  const span = isSpan(asked) ? asked : "this_month";
  const { period, read } = useProfits()[span];
  const { instead, over } = readState(read);
  const totals = totalsOf(read);
  return (
    <Screen title={b("profit")}>
      <ChipRow
        label={b("profit")}
        chips={spans.map((one) => [one, b(one), one === span])}
        onChoose={(one) => go(`/reports/profit-and-loss?span=${one}`, { replace: true })}
      />
      {over}
      {instead ?? (!totals || !period || !read.data?.length
        ? <EmptyState icon="chart" title={b("no_profit")} />
        : <Accounts rows={read.data} totals={totals} period={period} />)}
    </Screen>
  );
}

function Accounts({ rows, totals, period }: {
  rows: ProfitRow[];
  totals: Totals;
  period: Period;
}) {
  const { from, to } = period;
  const part = (section: ProfitRow["section"], title: string) => (
    <Card title={title} action={<b>{money(totals[section])}</b>}>
      <List label={title}>
        {rows.filter((row) =>
          row.section === section
        ).map((row) => (
          <Row
            key={row.id}
            href={`#/accounts/${row.account_id}?from=${from}&to=${to}`}
            title={nameOf({ name: row.title, name_bn: row.name_bn })}
            lines={[<Code key="no">{row.reference_no}</Code>]}
            side={money(row.amount)}
          />
        ))}
      </List>
    </Card>
  );
  return (
    <>
      <Card>
        <div class="sums">
          <p class="muted">{b("net")} · {b("at_that_time", { from: date(from), to: date(to) })}</p>
          <p class="sum">{money(totals.profit)}</p>
        </div>
      </Card>
      {part("income", b("revenue"))}
      {part("cost_of_goods", b("cost_of_goods"))}
      <Card title={b("gross_profit")} action={<b>{money(totals.gross_profit)}</b>}>{null}</Card>
      {part("expenses", b("expenses"))}
    </>
  );
}
