import { levies } from "../../../../domain/customs/levy_words.ts";
import type { BillOfEntry, Shipment } from "../../core/answers.ts";
import { Card, dhakaDate, Field, readState, useRead } from "../../kit/mod.ts";
import { type FieldDef, formScreen, rt, type Values } from "../../records/mod.ts";
import { keptOf, keyOf, lineFaults, linesIn, sentLines, standing } from "./bill_lines.ts";
import { PATH, SHIPMENTS } from "./customs.tsx";
import { o, text } from "./words.ts";

/** The first fault of the boxes, or that of one of them. */
function faultIn(values: Values, box?: string): string | undefined {
  const faults = lineFaults(values);
  const fault = box ? faults[box] : Object.values(faults)[0];
  return fault && rt(fault);
}

/** A card for each line of the bill; what is left empty the tariff works out. */
function Lines({ shipment, bill, values, fill }: {
  shipment: string;
  bill?: string;
  values: Values;
  fill: (more: Values) => void;
}) {
  const goods = useRead<Shipment>(`${SHIPMENTS}/${shipment}`).value;
  const written = useRead<BillOfEntry>(bill && `${PATH}/${bill}`).value;
  const { instead } = readState<unknown>(goods.data && bill ? written : goods);
  if (instead) return <>{instead}</>;
  const lines = written.data?.lines ?? [];
  const kept = JSON.stringify(keptOf(goods.data!, lines));
  if (values.items !== kept) {
    queueMicrotask(() =>
      fill({ ...standing(goods.data!, lines), ...values.items && values, items: kept })
    );
  } else if (!values.lines && written.data && written.data.entry_date !== values.entry_date) {
    // the rates are those of its day
    queueMicrotask(() => fill({ lines: "typed" }));
  }
  const names = new Map(goods.data!.items?.map(({ id, product_name }) => [id, product_name]));
  return (
    <>
      {linesIn(values).map((line) => {
        const key = keyOf(line);
        const box = (name: string, label: string) => (
          <Field
            key={name}
            name={`${name}_${key}`}
            label={label}
            type={name === "hs" ? "text" : "decimal"}
            value={values[`${name}_${key}`] ?? ""}
            error={faultIn(values, `${name}_${key}`)}
            onInput={(value) => fill({ [`${name}_${key}`]: value, lines: "typed" })}
          />
        );
        return (
          <Card key={key} title={line.shipment_item_ids.map((id) => names.get(id)).join(", ")}>
            {box("hs", o("hs_code"))}
            {box("av", o("assessable"))}
            <details class="history" open={levies.some((levy) => values[`${levy}_${key}`])}>
              <summary>{o("levies_by_hand")}</summary>
              {levies.map((levy) => box(levy, o(levy)))}
            </details>
          </Card>
        );
      })}
    </>
  );
}

const isDraft = ({ status }: Values) => status !== "posted";
const ofDraft = { when: isDraft };
const unseen = (name: string): FieldDef => ({ name, label: () => "", type: "hidden", local: true });

const head: FieldDef[] = [
  text("office", "office", {
    type: "chips",
    required: true,
    initial: () => "301",
    choices: () => ["301", "101", "501", "601"].map((value) => ({ value, label: value })),
    ...ofDraft,
  }),
  text("number", "bill_number", { required: true, ...ofDraft }),
  text("entry_date", "date", {
    type: "date",
    required: true,
    initial: () => dhakaDate(),
    ...ofDraft,
  }),
  text("declarant", "declarant"),
  text("customs_rate", "customs_rate", { type: "decimal", ...ofDraft }),
  text("assessment_number", "assessment"),
  text("challan_number", "challan"),
];
const rest: FieldDef[] = [text("note", "notes", { type: "area" }), {
  ...unseen("items"),
  check: (_, values) => faultIn(values),
}];

/** A bill of entry of a shipment, typed from the paper. */
export const newBill = formScreen({
  title: () => o("new_bill"),
  path: PATH,
  list: "/shipments",
  of: `${SHIPMENTS}/:id`,
  screen: "/shipments/:id/bills/new",
  name: ({ number }) => o("made", { name: String(number) }),
  above: (values, fill, { params: { id } }) => <Lines shipment={id} values={values} fill={fill} />,
  also: ({ params: { id } }) => ({ shipment_id: Number(id) }),
  shape: (body, values) => ({ ...body, lines: sentLines(values) }),
  fields: [...head, ...rest],
});

/** All of a draft; of what is posted, how it was assessed and paid. */
export const editBill = formScreen({
  title: () => o("edit_bill"),
  path: `${PATH}/:id`,
  method: "PUT",
  list: "/shipments/bills",
  screen: "/shipments/bills/:id/edit",
  edits: true,
  name: (_body, { number }) => o("changed", { name: number }),
  above: (values, fill, { params: { id } }) =>
    isDraft(values) && values.shipment_id
      ? <Lines shipment={values.shipment_id} bill={id} values={values} fill={fill} />
      : null,
  shape: (body, values) => isDraft(values) ? { ...body, lines: sentLines(values) } : body,
  fields: [
    ...head,
    text("assessment_date", "assessment_date", { type: "date" }),
    text("challan_date", "challan_date", { type: "date" }),
    text("challan_bank", "challan_bank"),
    text("challan_amount", "challan_amount", { type: "decimal" }),
    text("lc_number", "lc"),
    text("packages", "packages", { type: "decimal" }),
    ...rest,
    unseen("status"),
    unseen("shipment_id"),
  ],
});
