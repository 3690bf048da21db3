import { Spark } from "../../charts/spark.tsx";
import { hrefOf, number } from "../../kit/first.ts";
import { type Figures, type Shown, sum } from "./day_figures.ts";
import { oldestReceipt } from "./to_approve.ts";
import { w } from "./today_words.ts";

/** The figures of the dashboard that have a name here. */
type Named =
  & keyof Figures
  & (Parameters<typeof w>[0] extends infer Word ? Word extends `fig_${infer Name}` ? Name : never
    : never);

/** A figure: where it leads, its name, itself, and the sentence under it. */
interface Kpi {
  to: string;
  name: string;
  value: string;
  text: string | false | undefined;
  tone?: false | "bad" | "warn";
  delta?: string;
  spark?: number[];
}

/** Said where both are of one size: a day of little makes thousands of percent of the next. */
function delta(now: number, before: number, than: "yesterday" | "last_week"): string | undefined {
  if (before <= 0 || now > 10 * before) return undefined;
  const percent = Math.round((now - before) / before * 100);
  const word = percent > 0 ? "up" : percent < 0 ? "down" : "same";
  return w(word, { n: number(Math.abs(percent)), than: w(than) });
}

/** Every figure with what it means, in the order of the day. */
function kpisOf(
  { figures, money, summary, rent, days, weeks }: Shown,
): (Kpi | false | undefined)[] {
  const [week, lastWeek] = [weeks.at(-1)!, weeks.at(-2)!];
  const cash = days.map((day) => day.cash_in);
  const seven = days.slice(-7);
  const oldest = oldestReceipt.value;
  /** counted, or an amount; `tone` where it is more than none */
  const figure = (name: Named, to: string, text: Kpi["text"], tone?: Kpi["tone"]): Kpi => {
    const value = figures[name] ?? 0;
    const show = /collection|due$|amount|value/.test(name) ? money : number;
    return {
      to,
      name: w(`fig_${name}`),
      value: show(value),
      text,
      tone: value > 0 && tone,
    };
  };
  return [
    {
      ...figure(
        "today_collection",
        "/money",
        w("collected_text", {
          in: money(sum(seven, "cash_in")),
          out: money(sum(seven, "cash_out")),
        }),
      ),
      delta: delta(cash.at(-1)!, cash.at(-2)!, "yesterday"),
      spark: cash.slice(-14),
    },
    {
      to: "/money",
      name: w("week_sales"),
      value: money(week.revenue),
      text: week.margin_percent !== null && w("margin_text", { n: number(week.margin_percent) }),
      delta: delta(week.revenue, lastWeek.revenue, "last_week"),
      spark: weeks.map(({ revenue }) => revenue),
    },
    figure("delayed_shipments", "/late", w("late_text"), "bad"),
    figure(
      "open_claim_amount",
      "/warranty",
      w("claims_text", { n: number(figures.open_claims) }),
      "warn",
    ),
    rent && {
      to: "/demurrage",
      name: w("rent"),
      value: money(rent.rent_today_local),
      text: rent.rent_until_local > 0
        ? w("rent_text", { amount: money(rent.rent_until_local) })
        : w("rent_none"),
      tone: rent.rent_today_local > 0 && "warn",
    },
    figure(
      "in_transit",
      "/imports",
      summary && w("transit_text", { n: number(summary.customs_pending ?? 0) }),
    ),
    figure(
      "pending_receipts",
      "/approve",
      oldest > 0 ? w("receipts_oldest", { n: number(oldest) }) : w("receipts_text"),
      "warn",
    ),
    figure(
      "open_rmas",
      "/warranty",
      summary && w("rma_text", { n: number(summary.rma_at_supplier ?? 0) }),
    ),
    figure("total_due", "/money", w("owed_text", { amount: money(figures.overdue_receivables) })),
    figure("supplier_due", "/money", w("owe_text")),
    summary && {
      to: "/landed",
      name: w("landed"),
      value: money(summary.approved_landed_cost),
      text: w("landed_text"),
    },
    figure("stock_value", "/stock-value", w("stock_text", { n: number(figures.low_stock) })),
    figure(
      "overdue_tasks",
      "/people",
      w("tasks_text", { n: number(figures.pending_tasks) }),
      "bad",
    ),
    figure("open_tickets", "/people", w("tickets_text", { n: number(figures.warranty_tickets) })),
  ];
}

/** Every figure with what it means; each opens what it is made of. */
export function Kpis(shown: Shown) {
  return (
    <section class="kpis" aria-label={w("fig_at_a_glance")}>
      {kpisOf(shown).map((kpi) =>
        kpi && (
          <a key={kpi.name} class={`kpi ${kpi.tone || ""}`} href={hrefOf(kpi.to)}>
            <span class="name">{kpi.name}</span>
            <b>{kpi.value}</b>
            {kpi.delta && <span class="delta">{kpi.delta}</span>}
            {kpi.spark?.some((one) => one !== 0) && <Spark values={kpi.spark} />}
            <span class="muted">{kpi.text}</span>
          </a>
        )
      )}
    </section>
  );
}
