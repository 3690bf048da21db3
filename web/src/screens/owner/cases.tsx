import { DotStrip } from "../../charts/dot_strip.tsx";
import { type Shade } from "../../charts/rows.tsx";
import { Stack } from "../../charts/stack.tsx";
import { Card, Figure, hrefOf, List, number, readState, Row, useRead } from "../../kit.ts";
import { statusWord } from "../../records/mod.ts";
import { w } from "./warranty_words.ts";

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

/** How many cases stand where. */
export function Steps() {
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

/** How long cases have been with suppliers. */
export function Days() {
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
