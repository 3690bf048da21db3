import { Spark } from "../../charts/spark.tsx";
import { type ComponentChildren, type CoreWord, hrefOf, number, t } from "../../frame.ts";
import { type Shown, sum } from "./day_figures.ts";
import { w } from "./today_words.ts";

function Kpi({ href, name, value, tone, delta, spark, children }: {
  href?: string;
  name: string;
  value: string;
  tone?: false | "bad" | "warn";
  delta?: string;
  spark?: number[];
  children?: ComponentChildren;
}) {
  const inside = (
    <>
      <span class="name">{name}</span>
      <b>{value}</b>
      {delta && <span class="delta">{delta}</span>}
      {spark && spark.some((one) => one !== 0) && <Spark values={spark} />}
      <span class="muted">{children}</span>
    </>
  );
  const look = `kpi ${tone || ""}`;
  return href ? <a class={look} href={href}>{inside}</a> : <div class={look}>{inside}</div>;
}

function delta(now: number, before: number, than: "yesterday" | "last_week"): string | undefined {
  if (before <= 0) return undefined;
  const percent = Math.round((now - before) / before * 100);
  const word = percent > 0 ? "up" : percent < 0 ? "down" : "same";
  return w(word, { n: number(Math.abs(percent)), than: w(than) });
}

/** Every figure with what it means; each opens its list. */
export function Kpis({ figures, links, money, summary, rent, days, weeks }: Shown) {
  const [day, before] = [days.at(-1)!, days.at(-2)!];
  const [week, lastWeek] = [weeks.at(-1)!, weeks.at(-2)!];
  const eight = Array.from(
    { length: 8 },
    (_, at) => sum(days.slice(at * 7, at * 7 + 7), "cash_in"),
  );
  const name = (figure: string) => t(`fig_${figure}` as CoreWord);
  const list = (figure: string, other: string) => hrefOf(links[figure]) ?? `#${other}`;
  const seven = days.slice(-7);
  return (
    <section class="kpis" aria-label={t("at_a_glance")}>
      <Kpi
        href="#/money"
        name={name("today_collection")}
        value={money(figures.today_collection)}
        delta={delta(day.cash_in, before.cash_in, "yesterday")}
        spark={eight}
      >
        {w("collected_text", {
          in: money(sum(seven, "cash_in")),
          out: money(sum(seven, "cash_out")),
        })}
      </Kpi>
      <Kpi
        href="#/money"
        name={w("week_sales")}
        value={money(week.revenue)}
        delta={delta(week.revenue, lastWeek.revenue, "last_week")}
        spark={weeks.map(({ revenue }) => revenue)}
      >
        {week.margin_percent !== null && w("margin_text", { n: number(week.margin_percent) })}
      </Kpi>
      <Kpi
        href="#/late"
        name={name("delayed_shipments")}
        value={number(figures.delayed_shipments)}
        tone={figures.delayed_shipments > 0 && "bad"}
      >
        {w("late_text")}
      </Kpi>
      <Kpi
        href="#/warranty"
        name={name("open_claim_amount")}
        value={money(figures.open_claim_amount)}
        tone={figures.open_claims > 0 && "warn"}
      >
        {w("claims_text", { n: number(figures.open_claims) })}
      </Kpi>
      {rent && (
        <Kpi
          href="#/demurrage"
          name={w("rent")}
          value={money(rent.rent_today_local)}
          tone={rent.rent_today_local > 0 && "bad"}
        >
          {rent.rent_until_local > 0
            ? w("rent_text", { amount: money(rent.rent_until_local) })
            : w("rent_none")}
        </Kpi>
      )}
      <Kpi href="#/imports" name={name("in_transit")} value={number(figures.in_transit)}>
        {summary && w("transit_text", { n: number(summary.customs_pending) })}
      </Kpi>
      <Kpi
        href={list("pending_receipts", "/approve")}
        name={name("pending_receipts")}
        value={number(figures.pending_receipts)}
        tone={figures.pending_receipts > 0 && "warn"}
      >
        {w("receipts_text")}
      </Kpi>
      <Kpi href="#/warranty" name={name("open_rmas")} value={number(figures.open_rmas)}>
        {summary && w("rma_text", { n: number(summary.rma_at_supplier) })}
      </Kpi>
      <Kpi href="#/money" name={name("total_due")} value={money(figures.total_due)}>
        {w("owed_text", { amount: money(figures.overdue_receivables) })}
      </Kpi>
      <Kpi href="#/money" name={name("supplier_due")} value={money(figures.supplier_due)}>
        {w("owe_text")}
      </Kpi>
      {summary && (
        <Kpi href="#/landed" name={w("landed")} value={money(summary.approved_landed_cost)}>
          {w("landed_text")}
        </Kpi>
      )}
      <Kpi
        href={hrefOf(links.low_stock)}
        name={name("stock_value")}
        value={money(figures.stock_value)}
      >
        {w("stock_text", { n: number(figures.low_stock) })}
      </Kpi>
      <Kpi
        href="#/people"
        name={name("overdue_tasks")}
        value={number(figures.overdue_tasks)}
        tone={figures.overdue_tasks > 0 && "bad"}
      >
        {w("tasks_text", { n: number(figures.pending_tasks) })}
      </Kpi>
      <Kpi
        href={hrefOf(links.open_tickets)}
        name={name("open_tickets")}
        value={number(figures.open_tickets)}
      >
        {w("tickets_text", { n: number(figures.warranty_tickets) })}
      </Kpi>
    </section>
  );
}
