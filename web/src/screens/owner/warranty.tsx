import { DotStrip } from "../../charts/dot_strip.tsx";
import { Rows, type Shade } from "../../charts/rows.tsx";
import { Stack } from "../../charts/stack.tsx";
import {
  Button,
  Card,
  date,
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
  toast,
  useRead,
  words,
} from "../../kit.ts";
import { Facts, statusWord } from "../../records/mod.ts";
import { en } from "../../strings/warranty.en.ts";

const w = words(en, () => import("../../strings/warranty.bn.ts"));

/** Cases and claims, and how each supplier has served us. */
export function Warranty({ query }: ScreenProps) {
  return (
    <Screen title={t("warranty_claims")}>
      <Steps />
      <Days />
      <Claims />
      <Cards open={Number(query.get("supplier"))} />
    </Screen>
  );
}

/** The stretches of a case's way, and the steps of each. */
const stretches = [
  ["with_us", "calm", ["draft", "received_from_customer", "warranty_verified"]],
  ["to_supplier", "main", ["ready_to_send_supplier"]],
  [
    "at_supplier",
    "bad",
    ["sent_to_supplier", "supplier_received", "under_repair", "replacement_approved"],
  ],
  ["coming", "warn", ["return_in_transit"]],
  ["ready", "ok", ["received_back"]],
] as const satisfies readonly (readonly [string, Shade, readonly string[]])[];
const open = stretches.flatMap(([, , steps]) => steps);
const away = stretches[2][2];

function Steps() {
  const read = useRead<{ id: number; status: string }[]>(
    `/import-logistics/rmas?status=${open.join()}&limit=200`,
  ).value;
  const { instead, over } = readState(read);
  const rows = read.data ?? [];
  const count = (steps: readonly string[]) =>
    rows.filter(({ status }) => steps.includes(status)).length;
  return (
    <Card title={w("steps")}>
      {over}
      {instead ?? (rows.length === 0 ? <p class="muted">{w("steps_none")}</p> : (
        <>
          <Figure
            sentence={w("steps_text", { n: number(rows.length), supplier: number(count(away)) })}
            columns={[w("step"), w("cases")]}
            rows={open.map((step) => [statusWord(step), number(count([step]))])}
          >
            <Stack parts={stretches.map(([, tone, steps]) => ({ value: count(steps), tone }))} />
          </Figure>
          <List label={w("steps")}>
            {stretches.filter(([, , steps]) => count(steps) > 0).map(([name, tone, steps]) => (
              <Row
                key={name}
                href={hrefOf(`/rmas?status=${steps.join()}`)}
                title={<span class={`key ${tone}`}>{w(name)}</span>}
                lines={[
                  steps.filter((step) => count([step]) > 0)
                    .map((step) => `${statusWord(step)} ${number(count([step]))}`).join(" · "),
                ]}
                side={number(count(steps))}
              />
            ))}
          </List>
        </>
      ))}
    </Card>
  );
}

interface Case {
  id: number;
  reference_no: string;
  title: string;
  supplier_name: string | null;
  days_at_supplier: number | null;
}

function Days() {
  const read = useRead<Case[]>(`/reports/rma-turnaround?status=${away.join()}&limit=200`).value;
  const { instead, over } = readState(read);
  const rows = (read.data ?? []).map((one) => ({ ...one, days: one.days_at_supplier ?? 0 }))
    .sort((a, b) => b.days - a.days);
  const average = rows.reduce((sum, { days }) => sum + days, 0) / (rows.length || 1);
  return (
    <Card title={w("days")}>
      {over}
      {instead ?? (rows.length === 0 ? <p class="muted">{w("days_none")}</p> : (
        <>
          <Figure
            sentence={w("days_text", {
              n: number(rows.length),
              longest: number(rows[0].days),
              average: number(average.toFixed(1)),
            })}
            columns={[w("case"), w("rma_days")]}
            rows={rows.map((one) => [one.reference_no, number(one.days)])}
          >
            <DotStrip
              values={rows.map(({ days }) => days)}
              line={average}
              from={w("today")}
              to={w("n_days", { n: number(rows[0].days) })}
            />
          </Figure>
          <List label={w("days")}>
            {rows.slice(0, 5).map((one) => (
              <Row
                key={one.id}
                href={hrefOf(`/rmas/${one.id}`)}
                icon="repair"
                title={one.title}
                lines={[one.reference_no, one.supplier_name ?? undefined]}
                side={w("n_days", { n: number(one.days) })}
              />
            ))}
          </List>
        </>
      ))}
    </Card>
  );
}

interface Claim {
  id: number;
  supplier_name: string;
  estimated_value: number;
  estimated_value_local: number;
  currency: string;
}

/** In the currency of the claims, and in taka beside it. */
function Claims() {
  const read = useRead<Claim[]>("/import-logistics/discrepancies?unresolved=true&limit=200").value;
  const { instead, over } = readState(read);
  const claims = read.data ?? [];
  const all = claims.reduce((sum, one) => sum + one.estimated_value_local, 0);
  const names = [...new Set(claims.map(({ supplier_name }) => supplier_name))];
  const rows = names.map((name) => {
    const its = claims.filter(({ supplier_name }) => supplier_name === name);
    const foreign = its.filter(({ currency }) => currency !== "BDT");
    const currencies = [...new Set(foreign.map(({ currency }) => currency))];
    const abroad = currencies.map((currency) =>
      shortMoney(
        foreign.reduce(
          (sum, one) => one.currency === currency ? sum + one.estimated_value : sum,
          0,
        ),
        currency,
      )
    ).join(" + ");
    return { name, abroad, local: its.reduce((sum, one) => sum + one.estimated_value_local, 0) };
  }).sort((a, b) => b.local - a.local);
  const link = hrefOf("/discrepancies?unresolved=true");
  return (
    <Card title={w("claims")} action={link && <a class="link" href={link}>{t("claims")}</a>}>
      {over}
      {instead ?? (rows.length === 0 ? <p class="muted">{w("claims_none")}</p> : (
        <Figure
          sentence={w("claims_text", { n: number(claims.length), amount: money(all) })}
          columns={[w("supplier"), w("amount")]}
          rows={rows.map((row) => [row.name, money(row.local)])}
        >
          <Rows
            rows={rows.slice(0, 8).map(({ name, abroad, local }) => ({
              label: name,
              text: abroad ? `${abroad} · ${shortMoney(local)}` : shortMoney(local),
              to: local,
              tone: "warn",
            }))}
          />
        </Figure>
      ))}
    </Card>
  );
}

interface Scores {
  id: number;
  title: string;
  shipments: number;
  on_time_percent: number | null;
  average_days_late: number | null;
  shortage_claims: number;
  shortage_value: number;
  damage_claims: number;
  damage_value: number;
  claimed: number;
  recovered: number;
  rmas: number;
  average_days_at_supplier: number | null;
}

const scoresOf = (one: Scores): [string, string | false][] => [
  [w("shipments"), number(one.shipments)],
  [w("punctual"), one.on_time_percent !== null && `${number(one.on_time_percent)}%`],
  [w("days_late"), one.average_days_late !== null && number(one.average_days_late)],
  [w("shortage"), `${number(one.shortage_claims)} · ${shortMoney(one.shortage_value)}`],
  [w("damage"), `${number(one.damage_claims)} · ${shortMoney(one.damage_value)}`],
  [w("claimed"), shortMoney(one.claimed)],
  [w("recovered"), shortMoney(one.recovered)],
  [w("rmas"), number(one.rmas)],
  [w("rma_days"), one.average_days_at_supplier !== null && number(one.average_days_at_supplier)],
];

function Cards({ open }: { open: number }) {
  const read = useRead<Scores[]>("/reports/supplier-scorecard?sort=-claimed&limit=50").value;
  const { instead, over } = readState(read);
  const rows = read.data ?? [];
  const asked = rows.find(({ id }) => id === open);
  return (
    <Card title={w("cards")}>
      {over}
      {instead ??
        (rows.length === 0 ? <p class="muted">{w("cards_none")}</p> : (
          <List label={w("cards")}>
            {rows.map((one) => (
              <Row
                key={one.id}
                href={`#/warranty?supplier=${one.id}`}
                title={one.title}
                lines={[
                  one.on_time_percent === null
                    ? w("not_due")
                    : w("on_time", { n: number(one.on_time_percent) }),
                ]}
                side={one.claimed > 0 ? shortMoney(one.claimed) : undefined}
              />
            ))}
          </List>
        ))}
      {asked && (
        <Sheet title={asked.title} onClose={() => go("/warranty", { replace: true })}>
          <Facts rows={scoresOf(asked)} />
          <Button icon="share" wide onClick={() => void share(asked)}>{w("share")}</Button>
        </Sheet>
      )}
    </Card>
  );
}

/** As text, to hold it against the supplier: in what the phone can send with, else on the clipboard. */
async function share(one: Scores): Promise<void> {
  const lines = scoresOf(one).flatMap(([name, value]) =>
    value === false ? [] : `${name}: ${value}`
  );
  const text = [`${one.title}, ${date(new Date().toISOString())}`, ...lines].join("\n");
  if ("share" in navigator) return await navigator.share({ text }).catch(() => undefined);
  await (navigator as Navigator).clipboard.writeText(text);
  toast(w("copied"));
}
