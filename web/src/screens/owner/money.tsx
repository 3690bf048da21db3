import { Bars } from "../../charts/bars.tsx";
import { Calendar } from "../../charts/calendar.tsx";
import { Rows, type Shade } from "../../charts/rows.tsx";
import { Stack } from "../../charts/stack.tsx";
import {
  addDays,
  ButtonLink,
  CallLinks,
  Card,
  date,
  dhakaDate,
  digits,
  Figure,
  go,
  hrefOf,
  List,
  money,
  number,
  readState,
  Row,
  Screen,
  type ScreenProps,
  Sheet,
  shortMoney,
  t,
  useRead,
  useSignal,
  weekOf,
  words,
} from "../../kit.ts";
import { en } from "../../strings/money.en.ts";

const w = words(en, () => import("../../strings/money.bn.ts"));

/** Where the money is, comes from and goes to. */
export function Money({ query }: ScreenProps) {
  return (
    <Screen title={t("money")}>
      <Cash />
      <Ageing open={Number(query.get("customer"))} />
      <Payable />
      <LcCalendar />
      <Weeks />
    </Screen>
  );
}

interface Day {
  entry_date: string;
  cash_in: number;
  cash_out: number;
}

function Cash() {
  const span = useSignal(7);
  const today = dhakaDate();
  const read = useRead<Day[]>(
    `/reports/cash-by-day?from=${addDays(today, -29)}&to=${today}&limit=60`,
  ).value;
  const { instead, over } = readState(read);
  const known = new Map(read.data?.map((row) => [row.entry_date, row]));
  const days = Array.from({ length: span.value }, (_, at) => {
    const entry_date = addDays(today, at - span.value + 1);
    return known.get(entry_date) ?? { entry_date, cash_in: 0, cash_out: 0 };
  });
  const sum = (name: "cash_in" | "cash_out") => days.reduce((all, day) => all + day[name], 0);
  const [come, gone] = [sum("cash_in"), sum("cash_out")];
  const net = come - gone;
  return (
    <Card title={w("cash")}>
      {over}
      <div class="keys">
        {([7, 30] as const).map((n) => (
          <button
            key={n}
            type="button"
            class="chip"
            aria-pressed={span.value === n}
            onClick={() => span.value = n}
          >
            {w(`days_${n}`)}
          </button>
        ))}
      </div>
      {instead ?? (
        <>
          <Figure
            sentence={w("cash_text", {
              in: shortMoney(come),
              out: shortMoney(gone),
              n: number(span.value),
              net: `${net > 0 ? "+" : ""}${shortMoney(net)}`,
            })}
            columns={[w("day"), w("in"), w("out")]}
            rows={days.map((
              day,
            ) => [date(day.entry_date), money(day.cash_in), money(day.cash_out)])}
          >
            <Bars
              tones={["ok", "warn"]}
              columns={days.map((day) => ({
                label: date(day.entry_date),
                values: [day.cash_in, day.cash_out],
              }))}
            />
            <p class="keys">
              <span class="key ok">{w("in")}</span>
              <span class="key warn">{w("out")}</span>
            </p>
          </Figure>
        </>
      )}
    </Card>
  );
}

const ages: ["not_due" | "d0_30" | "d31_60" | "d61_90" | "d90_plus", Shade][] = [
  ["not_due", "ok"],
  ["d0_30", "main"],
  ["d31_60", "calm"],
  ["d61_90", "warn"],
  ["d90_plus", "bad"],
];
type Ages = Record<typeof ages[number][0] | "balance", number>;
type Debtor = Ages & { id: number; title: string; reference_no: string; phone: string | null };

function Ageing({ open }: { open: number }) {
  const read = useRead<Debtor[]>("/reports/customer-ageing?sort=-balance&limit=50").value;
  const { instead, over } = readState(read);
  const totals = read.meta?.totals as Ages | undefined;
  const rows = read.data?.filter(({ balance }) => balance > 0) ?? [];
  const asked = rows.find(({ id }) => id === open);
  const late = totals ? totals.d31_60 + totals.d61_90 + totals.d90_plus : 0;
  return (
    <Card title={w("ageing")}>
      {over}
      {instead ?? (rows.length === 0 || !totals ? <p class="muted">{w("nobody_owes")}</p> : (
        <>
          <Figure
            sentence={w("ageing_text", { all: shortMoney(totals.balance), late: shortMoney(late) })}
            columns={[w("age"), w("amount")]}
            rows={ages.map(([age]) => [w(age), money(totals[age])])}
          >
            <Stack parts={ages.map(([age, tone]) => ({ value: totals[age], tone }))} />
            <p class="keys">
              {ages.map(([age, tone]) => <span key={age} class={`key ${tone}`}>{w(age)}</span>)}
            </p>
          </Figure>
          <List label={w("ageing")}>
            {rows.slice(0, 10).map((one) => (
              <Row
                key={one.id}
                href={`#/money?customer=${one.id}`}
                title={one.title}
                lines={[one.d90_plus > 0 && w("since", { amount: shortMoney(one.d90_plus) })]}
                side={shortMoney(one.balance)}
              />
            ))}
          </List>
        </>
      ))}
      {asked && (
        <Sheet title={asked.title} onClose={() => go("/money", { replace: true })}>
          <p class="strong">{money(asked.balance)}</p>
          <CallLinks
            phone={asked.phone}
            text={w("reminder", { name: asked.title, amount: money(asked.balance) })}
          />
          {hrefOf(`/customers/${asked.id}`) && (
            <ButtonLink href={`#/customers/${asked.id}`} wide>{w("customer")}</ButtonLink>
          )}
        </Sheet>
      )}
    </Card>
  );
}

interface Account {
  id: number;
  supplier_id: number;
  supplier_name: string;
  currency: string;
  balance: number;
  balance_local: number;
}

function Payable() {
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

interface LcTt {
  id: number;
  title: string;
  reference_no: string;
  amount: number;
  amount_local: number | null;
  currency: string;
  expiry_date: string | null;
  latest_shipment_date: string | null;
}

function LcCalendar() {
  const read = useRead<LcTt[]>("/lc-tt?open=true&limit=200").value;
  const { instead, over } = readState(read);
  const today = dhakaDate();
  const last = addDays(today, 29);
  const dates = (read.data ?? []).flatMap((one) =>
    ([["expires", one.expiry_date], ["ship_by", one.latest_shipment_date]] as const).flatMap((
      [what, day],
    ) => day !== null && day >= today && day <= last ? [{ one, what, day }] : [])
  ).sort((a, b) => a.day < b.day ? -1 : 1);
  const days = Array.from({ length: 30 }, (_, at) => {
    const day = addDays(today, at);
    const due = dates.filter((row) => row.day === day);
    return {
      label: digits(String(Number(day.slice(8)))),
      amount: due.reduce((sum, { one }) => sum + (one.amount_local ?? one.amount), 0),
    };
  });
  return (
    <Card title={w("lc")}>
      {over}
      {instead ?? (dates.length === 0 ? <p class="muted">{w("lc_none")}</p> : (
        <>
          <Figure
            sentence={w("lc_text", { n: number(dates.length), date: date(dates[0].day) })}
            columns={[w("day"), t("lc_tt"), w("amount")]}
            rows={dates.map(({ one, day }) => [
              date(day),
              one.title,
              money(one.amount, one.currency),
            ])}
          >
            <Calendar days={days} />
          </Figure>
          <List label={w("lc")}>
            {dates.map(({ one, what, day }) => (
              <Row
                key={`${one.id}${what}`}
                href={hrefOf(`/lc-tt/${one.id}`)}
                icon="calendar"
                title={one.title}
                lines={[`${w(what)} ${date(day)}`]}
                side={shortMoney(one.amount, one.currency)}
              />
            ))}
          </List>
        </>
      ))}
    </Card>
  );
}

interface Week {
  id: number;
  reference_no: string;
  revenue: number;
  margin: number;
  margin_percent: number | null;
}

function Weeks() {
  const today = dhakaDate();
  const read = useRead<Week[]>(
    `/reports/margins?group_by=week&from=${addDays(today, -62)}&to=${today}`,
  ).value;
  const { instead, over } = readState(read);
  const known = new Map(read.data?.map((row) => [row.id, row]));
  const weeks = Array.from({ length: 9 }, (_, at) => {
    const id = weekOf(addDays(today, 7 * (at - 8)));
    const reference_no = `${String(id).slice(0, 4)}-W${String(id).slice(4)}`;
    return known.get(id) ?? { id, reference_no, revenue: 0, margin: 0, margin_percent: null };
  });
  const last = weeks.at(-1)!;
  return (
    <Card title={w("weeks")}>
      {over}
      {instead ?? (known.size === 0 ? <p class="muted">{w("weeks_none")}</p> : (
        <Figure
          sentence={w("weeks_text", {
            now: shortMoney(last.revenue),
            n: number(last.margin_percent ?? 0),
          })}
          columns={[w("week"), w("sales"), w("margin")]}
          rows={weeks.map((row) => [
            digits(row.reference_no),
            money(row.revenue),
            money(row.margin),
          ])}
        >
          <Bars
            tones={["main", "ok"]}
            columns={weeks.map((row) => ({
              label: digits(row.reference_no.slice(5)),
              values: [row.revenue, Math.max(0, row.margin)],
            }))}
          />
          <p class="keys">
            <span class="key main">{w("sales")}</span>
            <span class="key ok">{w("margin")}</span>
          </p>
        </Figure>
      ))}
    </Card>
  );
}
