import { Spark } from "../../charts/spark.tsx";
import {
  addDays,
  Card,
  type ComponentChildren,
  type CoreWord,
  type Dashboard,
  date,
  dhakaDate,
  greeting,
  hrefOf,
  Icon,
  type IconName,
  List,
  nextFriday,
  number,
  QueueCard,
  readState,
  Row,
  Screen,
  shortMoney,
  t,
  TasksCard,
  useRead,
  weekOf,
  words,
} from "../../frame.ts";
import { en } from "../../strings/today.en.ts";
import { toApprove } from "./to_approve.ts";

const w = words(en, () => import("../../strings/today.bn.ts"));

interface Recent {
  id: number;
  reference_no: string;
  title: string;
}
interface Summary {
  open_warranty_rma: number;
  rma_at_supplier: number;
  shipments_in_transit: number;
  customs_pending: number;
  approved_landed_cost: number;
  recent_rmas: Recent[];
  recent_shipments: Recent[];
}
interface Day {
  entry_date: string;
  cash_in: number;
  cash_out: number;
}
interface Week {
  reference_no: string;
  id: number;
  revenue: number;
  margin_percent: number | null;
}
type Figures = Record<string, number>;

/** The owner's day: what needs him, every figure of the business, and what they say in words. */
export function Today() {
  const today = dhakaDate();
  const dashboard = useRead<Dashboard>("/dashboard").value;
  const summary = useRead<Summary>("/import-logistics/summary").value;
  const rent = useRead<unknown>(`/import-logistics/demurrage?until=${nextFriday(today)}`).value;
  const cash = useRead<Day[]>(
    `/reports/cash-by-day?from=${addDays(today, -55)}&to=${today}&limit=60`,
  ).value;
  const weeks = useRead<Week[]>(
    `/reports/margins?group_by=week&from=${addDays(today, -62)}&to=${today}`,
  ).value;
  const { instead, over } = readState(dashboard);
  const shown: Shown | undefined = dashboard.data && {
    figures: dashboard.data as unknown as Figures,
    links: dashboard.data.links,
    money: (value = 0) => shortMoney(value, dashboard.data!.local_currency),
    summary: summary.data,
    rent: rent.meta as Figures | undefined,
    days: dayByDay(cash.data ?? [], today, 56),
    weeks: weekByWeek(weeks.data ?? [], today),
  };
  return (
    <Screen title={greeting()} sub={date(today)} root>
      <QueueCard />
      {over}
      {!shown ? instead : (
        <>
          <NeedsYou {...shown} />
          <Kpis {...shown} />
          <Brief {...shown} />
          <RecentCard
            title={w("recent_shipments")}
            path="shipments"
            icon="ship"
            rows={shown.summary?.recent_shipments}
          />
          <RecentCard
            title={w("recent_rmas")}
            path="rmas"
            icon="repair"
            rows={shown.summary?.recent_rmas}
          />
        </>
      )}
      <TasksCard />
    </Screen>
  );
}

interface Shown {
  figures: Figures;
  links: Record<string, string>;
  money: (value?: number) => string;
  summary?: Summary;
  rent?: Figures;
  /** oldest first, with the days on which nothing moved; the last is today */
  days: Day[];
  weeks: Omit<Week, "reference_no">[];
}

function dayByDay(rows: Day[], today: string, count: number): Day[] {
  const known = new Map(rows.map((row) => [row.entry_date, row]));
  return Array.from({ length: count }, (_, at) => {
    const entry_date = addDays(today, at - count + 1);
    return known.get(entry_date) ?? { entry_date, cash_in: 0, cash_out: 0 };
  });
}

/** The last eight weeks, from Monday on as the report counts them; the last is this one. */
function weekByWeek(rows: Week[], today: string) {
  const known = new Map(rows.map((row) => [row.id, row]));
  return Array.from({ length: 8 }, (_, at) => {
    const id = weekOf(addDays(today, 7 * (at - 7)));
    return known.get(id) ?? { id, revenue: 0, margin_percent: null };
  });
}

const sum = (days: Day[], name: "cash_in" | "cash_out") =>
  days.reduce((all, day) => all + day[name], 0);

function NeedsYou({ figures, rent, money }: Shown) {
  const risk = (rent?.rent_until_local ?? 0) + (figures.open_claim_amount ?? 0);
  const parts = [
    toApprove.value > 0 && w("to_approve", { n: number(toApprove.value) }),
    figures.delayed_shipments > 0 && w("late", { n: number(figures.delayed_shipments) }),
    risk > 0 && w("at_risk", { amount: money(risk) }),
  ].filter(Boolean);
  return (
    <a class={`card needs ${parts.length > 0 ? "notice" : ""}`} href="#/approve">
      <span class="muted">{w("needs_you")}</span>
      <b>{parts.length > 0 ? parts.join(" · ") : w("nothing")}</b>
      {risk > 0 && <span class="muted">{w("risk_text")}</span>}
    </a>
  );
}

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

function Kpis({ figures, links, money, summary, rent, days, weeks }: Shown) {
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

/** Five sentences for who reads and looks at no chart; each opens what it speaks of. */
function Brief({ figures, money, rent, days, weeks }: Shown) {
  const yesterday = days.at(-2)!;
  const week = weeks.at(-1)!;
  const late = figures.delayed_shipments;
  const lines: [IconName, string, string][] = [
    [
      "money",
      "/money",
      w("brief_cash", {
        in: money(yesterday.cash_in),
        out: money(yesterday.cash_out),
      }),
    ],
    [
      "chart",
      "/money",
      week.revenue > 0
        ? w("brief_sales", { amount: money(week.revenue), n: number(week.margin_percent ?? 0) })
        : w("brief_no_sales"),
    ],
    ["ship", "/late", late > 0 ? w("brief_late", { n: number(late) }) : w("brief_on_time")],
    [
      "clock",
      "/demurrage",
      rent && rent.rent_until_local > 0
        ? w("brief_rent", {
          today: money(rent.rent_today_local),
          amount: money(rent.rent_until_local),
        })
        : w("brief_no_rent"),
    ],
    [
      "repair",
      "/warranty",
      w("brief_claims", {
        claims: number(figures.open_claims),
        amount: money(figures.open_claim_amount),
        rmas: number(figures.open_rmas),
      }),
    ],
  ];
  return (
    <Card title={w("brief")}>
      <ul class="brief">
        {lines.map(([icon, path, text]) => (
          <li key={icon}>
            <a href={`#${path}`}>
              <Icon name={icon} />
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RecentCard(
  { title, path, icon, rows = [] }: {
    title: string;
    path: string;
    icon: IconName;
    rows?: Recent[];
  },
) {
  if (rows.length === 0) return null;
  return (
    <Card title={title}>
      <List label={title}>
        {rows.map(({ id, title, reference_no }) => (
          <Row
            key={id}
            href={hrefOf(`/${path}/${id}`)}
            icon={icon}
            title={title}
            lines={[reference_no]}
          />
        ))}
      </List>
    </Card>
  );
}
