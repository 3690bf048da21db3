import type { Shipment } from "../../core/answers.ts";
import { Card, dhakaDate, Field, readState, type ScreenProps, useRead } from "../../kit/mod.ts";
import { type FieldDef, formScreen, type Values } from "../../records/mod.ts";
import { levies, PATH, SHIPMENTS } from "./customs.tsx";
import { o, text } from "./words.ts";

/** What is typed of an item: `hs_7`, `av_7`, `cd_7` … by its id. */
const valuesOfItem = (values: Values, id: number) => {
  const of = (name: string) => values[`${name}_${id}`]?.trim() || undefined;
  return { hs_code: of("hs"), assessable_value: of("av"), of };
};

/** The items of the shipment, a line of the bill each; what is left empty the tariff works out. */
function Lines({ id, values, fill }: { id: string; values: Values; fill: (more: Values) => void }) {
  const read = useRead<Shipment>(`${SHIPMENTS}/${id}`).value;
  const { instead } = readState(read);
  if (instead) return <>{instead}</>;
  const items = read.data!.items ?? [];
  const ids = items.map((item) => item.id).join(",");
  if (values.items !== ids) {
    const codes = items.map(({ id, hs_code }) => [`hs_${id}`, hs_code ?? ""]);
    queueMicrotask(() => fill({ items: ids, ...Object.fromEntries(codes) }));
  }
  return (
    <>
      {items.map((item) => {
        const box = (name: string, label: string) => (
          <Field
            key={name}
            name={`${name}_${item.id}`}
            label={label}
            type={name === "hs" ? "text" : "decimal"}
            value={values[`${name}_${item.id}`] ?? ""}
            onInput={(value) => fill({ [`${name}_${item.id}`]: value })}
          />
        );
        return (
          <Card key={item.id} title={item.product_name}>
            {box("hs", o("hs_code"))}
            {box("av", o("assessable"))}
            <details class="history">
              <summary>{o("levies_by_hand")}</summary>
              {levies.map((levy) => box(levy, o(levy)))}
            </details>
          </Card>
        );
      })}
    </>
  );
}

const head: FieldDef[] = [
  text("office", "office", {
    type: "chips",
    required: true,
    initial: () => "301",
    choices: () => ["301", "101", "501", "601"].map((value) => ({ value, label: value })),
  }),
  text("number", "bill_number", { required: true }),
  text("entry_date", "date", { type: "date", required: true, initial: () => dhakaDate() }),
  text("declarant", "declarant"),
  text("customs_rate", "customs_rate", { type: "decimal" }),
  text("assessment_number", "assessment"),
  text("challan_number", "challan"),
  text("note", "notes", { type: "area" }),
  { name: "items", label: () => o("lines"), type: "hidden", local: true },
];

/** A bill of entry of a shipment, typed from the paper. */
export function NewBill(props: ScreenProps) {
  const Form = billForm(props.params.id);
  return <Form {...props} />;
}

const forms = new Map<string, ReturnType<typeof formScreen>>();
function billForm(id: string) {
  const known = forms.get(id) ?? formScreen({
    title: () => o("new_bill"),
    path: PATH,
    list: "/shipments",
    of: `${SHIPMENTS}/:id`,
    screen: "/shipments/:id/bills/new",
    name: ({ number }) => o("made", { name: String(number) }),
    above: (values, fill) => <Lines id={id} values={values} fill={fill} />,
    shape: (body, values) => ({
      ...body,
      shipment_id: Number(id),
      lines: (values.items ?? "").split(",").filter(Boolean).flatMap((item) => {
        const { hs_code, assessable_value, of } = valuesOfItem(values, Number(item));
        if (!assessable_value) return [];
        const typed = levies.flatMap((levy) => of(levy) ? [[levy, of(levy)]] : []);
        return [{
          hs_code,
          shipment_item_ids: [Number(item)],
          assessable_value,
          ...Object.fromEntries(typed),
        }];
      }),
    }),
    fields: head,
  });
  forms.set(id, known);
  return known;
}
