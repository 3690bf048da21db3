import { levies } from "../../../../domain/customs/levy_words.ts";
import type { BillOfEntry, DutyRow } from "../../core/answers.ts";
import {
  ButtonLink,
  Card,
  Code,
  date,
  dhakaDate,
  List,
  may,
  money,
  number,
  readState,
  Row,
  Screen,
  type ScreenProps,
  useRead,
} from "../../kit/mod.ts";
import { detailScreen, rt, type Source, StatusBadge } from "../../records/mod.ts";
import { sumOf } from "../../core/amounts.ts";
import { reportName } from "../trade/report_names.ts";
import { EstimateDuty } from "./estimate_duty.tsx";
import { dayAnd } from "./day_and.ts";
import { o, text } from "./words.ts";

export const PATH = "/import-logistics/bills-of-entry";
export const SHIPMENTS = "/import-logistics/shipments";

/** The bills of a shipment, and what its levies were thought to be, are and cost. */
export function Bills({ params }: ScreenProps) {
  const read = useRead<BillOfEntry[]>(`${PATH}?shipment_id=${params.id}&limit=200`).value;
  const { instead, over } = readState(read);
  const bills = read.data;
  const duty = useRead<DutyRow[]>(`/reports/duty?shipment_id=${params.id}&limit=200`).value.data;
  return (
    <Screen title={o("bills")}>
      {over}
      {instead ?? (
        <>
          {bills!.length === 0 && <p class="muted">{o("no_bills")}</p>}
          <List>
            {bills!.map((bill) => (
              <Row
                key={bill.id}
                href={`#/shipments/bills/${bill.id}`}
                title={<Code>{bill.number}</Code>}
                lines={[`${bill.office} · ${date(bill.entry_date)}`]}
                badges={<StatusBadge status={bill.status} />}
                side={money(bill.total)}
              />
            ))}
          </List>
        </>
      )}
      {!!duty?.length && <Duty rows={duty} />}
      {may("costs.write") && (
        <div class="actions">
          <ButtonLink href={`#/shipments/${params.id}/bills/new`} icon="plus" wide>
            {o("new_bill")}
          </ButtonLink>
          <EstimateDuty shipment={params.id} />
          <ButtonLink href="#/shipments/tariff" icon="paper" wide>{o("tariff")}</ButtonLink>
        </div>
      )}
    </Screen>
  );
}

const stages = ["estimated", "assessed", "posted"] as const;
type Stage = typeof stages[number];

/** The levies of each item as they were estimated, assessed and booked, and what they come to. */
function Duty({ rows }: { rows: DutyRow[] }) {
  const items = [...Map.groupBy(rows, (row) => row.shipment_item_id).values()];
  const cells = (of: (stage: Stage) => number | string | null) =>
    stages.map((stage) => {
      const amount = of(stage);
      return <td key={stage} class="end">{amount === null ? "–" : money(amount)}</td>;
    });
  const sum = (levied: DutyRow[], stage: Stage) => {
    const known = levied.flatMap((row) => row[stage] ?? []);
    return known.length > 0 ? sumOf(known, 2) : null;
  };
  return (
    <Card title={reportName("duty")}>
      <div class="scroll" tabIndex={0}>
        <table class="amounts">
          <thead>
            <tr>
              <th scope="col">{o("levy")}</th>
              {(["estimated", "assessed", "booked"] as const).map((name) => (
                <th key={name} scope="col" class="end">{o(name)}</th>
              ))}
            </tr>
          </thead>
          {items.map((levied) => (
            <tbody key={levied[0].id}>
              <tr>
                <th scope="rowgroup">{levied[0].product_name}</th>
                {cells((stage) => sum(levied, stage))}
              </tr>
              {levied.map((row) => (
                <tr key={row.id}>
                  <td class="muted">{o(row.levy)}</td>
                  {cells((stage) => row[stage])}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Card>
  );
}

/** A bill as customs assessed it, beside what the tariff makes of it. */
export const bill = detailScreen<BillOfEntry>({
  path: PATH,
  screen: "/shipments/bills",
  title: (one) => one.number,
  status: (one) => one.status,
  sections: [
    {
      rows: (one) => [
        [o("office"), one.office],
        [o("date"), one.entry_date && date(one.entry_date)],
        [o("declarant"), one.declarant],
        [o("assessment"), dayAnd(one.assessment_date, one.assessment_number)],
        [o("challan"), dayAnd(one.challan_date, one.challan_number)],
        [o("challan_bank"), one.challan_bank],
        [o("challan_amount"), !!one.challan_amount && money(one.challan_amount)],
        [o("assessable"), one.assessable_value !== undefined && money(one.assessable_value)],
        ...levies.map((levy): [string, string | false] => [
          o(levy),
          !!Number(one[levy]) && money(one[levy]),
        ]),
        [o("total"), one.total !== undefined && money(one.total)],
        [rt("note"), one.note],
      ],
    },
    {
      title: () => o("lines"),
      when: (one) => !!one.lines?.length,
      show: (one) => (
        <List>
          {one.lines!.map((line) => (
            <Row
              key={line.id}
              title={<Code>{line.hs_code}</Code>}
              lines={[
                line.description,
                ...line.differences.map(({ levy, assessed, computed }) =>
                  o("off_tariff", {
                    levy: o(levy),
                    assessed: number(assessed),
                    computed: number(computed),
                  })
                ),
              ]}
              side={money(line.assessable_value)}
            />
          ))}
        </List>
      ),
    },
  ],
  actions: [
    {
      label: () => o("book_bill"),
      icon: "check",
      look: "main",
      may: "costs.write",
      when: ({ id, status }) => id !== undefined && status === "draft",
      say: () => o("book_bill_say"),
      ask: () => [
        text("entry_date", "date", { type: "date", initial: () => dhakaDate() }),
        text("paid_from", "paid_from", { type: "chips", asNumber: true, from: moneyAccounts }),
      ],
      write: ({ id, number: no }, answers) => ({
        method: "POST",
        path: `${PATH}/${id}/post`,
        body: answers,
        title: o("name_booked", { number: no }),
      }),
    },
    {
      label: () => rt("edit"),
      icon: "edit",
      may: "costs.write",
      when: ({ id, status }) => id !== undefined && status !== "reversed",
      to: ({ id }) => `/shipments/bills/${id}/edit`,
    },
    {
      label: () => o("reverse_bill"),
      icon: "back",
      look: "quiet",
      may: "costs.write",
      when: ({ status }) => status === "posted",
      say: () => o("reverse_say"),
      ask: () => [{ name: "reason", label: () => rt("reason"), required: true }],
      write: ({ id }, answers) => ({
        method: "POST",
        path: `${PATH}/${id}/reverse`,
        body: answers,
        title: o("name_reversed"),
      }),
    },
    {
      label: () => o("shipment"),
      icon: "ship",
      when: ({ shipment_id }) => shipment_id !== undefined,
      to: ({ shipment_id }) => `/shipments/${shipment_id}`,
    },
  ],
});

const moneyAccounts: Source = {
  path: "/accounts",
  query: "kind=money&limit=50",
  choice: ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name }),
};
