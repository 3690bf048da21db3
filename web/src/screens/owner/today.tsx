import type { CashDay, Dashboard, Margin, Rent, Summary } from "../../core/answers.ts";
import {
  addDays,
  Card,
  date,
  dhakaDate,
  greeting,
  hrefOf,
  type IconName,
  Later,
  List,
  nextFriday,
  number,
  QueueCard,
  readState,
  Row,
  Screen,
  shortMoney,
  TasksCard,
  useRead,
} from "../../kit/first.ts";
import { Brief } from "./brief.tsx";
import { dayByDay, type Shown, weekByWeek } from "./day_figures.ts";
import { Kpis } from "./kpis.tsx";
import { toApprove } from "./to_approve.ts";
import { w } from "./today_words.ts";

/** The owner's day: what needs him, every figure of the business, and what they say in words. */
export function Today() {
  const today = dhakaDate();
  const dashboard = useRead<Dashboard>("/dashboard").value;
  const summary = useRead<Summary>("/import-logistics/summary").value;
  const rent = useRead<Rent[]>(`/import-logistics/demurrage?until=${nextFriday(today)}`).value;
  const cash = useRead<CashDay[]>(
    `/reports/cash-by-day?from=${addDays(today, -13)}&to=${today}&limit=14`,
  ).value;
  const weeks = useRead<Margin[]>(
    `/reports/margins?group_by=week&from=${addDays(today, -62)}&to=${today}`,
  ).value;
  const { instead, over } = readState(dashboard);
  const shown: Shown | undefined = dashboard.data && {
    figures: dashboard.data as Required<Dashboard>,
    money: (value = 0) => shortMoney(value, dashboard.data!.local_currency),
    summary: summary.data,
    rent: rent.meta as Shown["rent"],
    days: dayByDay(cash.data ?? [], today, 14),
    weeks: weekByWeek(weeks.data ?? [], today),
  };
  return (
    <Screen title={greeting()} sub={date(today)} root>
      <QueueCard />
      {over}
      {!shown
        ? instead
        // nothing sold this month: perhaps nothing was ever
        : shown.figures.month_sales > 0
        ? <Figures {...shown} />
        : (
          <Later load={start}>
            <Figures {...shown} />
          </Later>
        )}
      <TasksCard />
    </Screen>
  );
}

const start = () => import("../office/office.ts").then(({ Start }) => Start);

function Figures(shown: Shown) {
  return (
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
  );
}

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

function RecentCard(
  { title, path, icon, rows = [] }: {
    title: string;
    path: string;
    icon: IconName;
    rows?: Summary["recent_rmas"] | Summary["recent_shipments"];
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
            // its number stands beneath
            title={title.replace(/^RMA-\S+ – (board )?/, "")}
            lines={[reference_no]}
          />
        ))}
      </List>
    </Card>
  );
}
