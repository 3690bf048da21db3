import type { Rma, Supplier, SupplierReturn } from "../../core/answers.ts";
import {
  Badge,
  Code,
  date,
  dhakaDate,
  List,
  number,
  readState,
  Row,
  useRead,
} from "../../kit/mod.ts";
import {
  detailScreen,
  documentOf,
  formScreen,
  listScreen,
  quantityOf,
  rt,
  StatusBadge,
  type Values,
} from "../../records/mod.ts";
import { chips, o, text } from "./words.ts";

const PATH = "/import-logistics/supplier-returns";
const SCREEN = "/rmas/consignments";
const outcomes = ["repaired", "replaced", "credited", "refused", "lost"] as const;

/** What went to suppliers together, newest first. */
export const consignments = listScreen<SupplierReturn>({
  title: () => o("consignments"),
  path: PATH,
  screen: SCREEN,
  icon: "ship",
  search: true,
  filters: [
    { label: () => o("not_settled"), query: "status=sent,partly_back" },
    { label: () => rt("all"), query: "" },
  ],
  row: (one) => ({
    title: one.supplier_name,
    lines: [
      <Code key="no">{one.reference_no}</Code>,
      [date(one.sent_on), o("n_pieces", { n: number(one.lines.length) }), one.airway_bill]
        .filter(Boolean).join(" · "),
    ],
    badges: <StatusBadge status={one.status} />,
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  add: { label: () => o("new_consignment"), to: `${SCREEN}/new`, may: "rmas.status" },
  empty: () => o("no_consignments"),
});

const openLines = (one: SupplierReturn) => one.lines.filter((line) => line.outcome === null);
const isOpen = (one: SupplierReturn) => one.id !== undefined && one.status !== "closed";

export const consignment = detailScreen<SupplierReturn>({
  path: PATH,
  screen: SCREEN,
  title: (one) => one.supplier_name ?? o("consignments"),
  status: (one) => one.status,
  sections: [
    {
      title: () => o("pieces"),
      when: (one) => !!one.lines?.length,
      show: (one) => (
        <List>
          {one.lines.map((line) => (
            <Row
              key={line.id}
              href={`#/rmas/${line.rma_id}`}
              title={line.piece}
              lines={[
                `${line.customer_name} · ${line.fault_description}`,
                [line.replacement_serial_number, line.note].filter(Boolean).join(" · "),
              ]}
              badges={line.outcome && <Badge>{o(line.outcome)}</Badge>}
              side={quantityOf(line.quantity)}
            />
          ))}
        </List>
      ),
    },
    {
      rows: (one) => [
        [o("sent_on"), one.sent_on && date(one.sent_on)],
        [o("courier"), one.courier],
        [o("airway_bill"), one.airway_bill],
        [o("supplier_number"), one.supplier_rma_number],
        [o("packages"), one.packages],
        [rt("note"), one.note],
      ],
    },
    documentOf(PATH, () => o("packing_list")),
  ],
  actions: [
    {
      label: () => o("say_outcome"),
      icon: "check",
      look: "main",
      may: "rmas.status",
      when: isOpen,
      ask: (one) => [
        {
          name: "line",
          label: () => o("piece"),
          type: "chips",
          required: true,
          initial: () => String(openLines(one)[0]?.id ?? ""),
          choices: () =>
            openLines(one).map(({ id, piece }) => ({ value: String(id), label: piece })),
        },
        chips("outcome", "what_became", outcomes, { required: true }),
        text("replacement_serial_number", "its_serial", {
          when: ({ outcome }) => outcome === "replaced",
        }),
        text("amount", "credit", {
          type: "decimal",
          required: true,
          when: ({ outcome }) => outcome === "credited",
        }),
        text("exchange_rate", "rate", {
          type: "decimal",
          when: ({ outcome }) => outcome === "credited",
        }),
        { name: "note", label: () => rt("note") },
      ],
      write: (one, { line, amount, exchange_rate, ...told }) => ({
        method: "POST",
        path: `${PATH}/${one.id}/outcomes`,
        body: {
          lines: [{
            id: Number(line),
            ...told,
            ...told.outcome === "credited" && {
              credit: { amount, ...exchange_rate !== undefined && { exchange_rate } },
            },
          }],
        },
        title: o("name_outcome", { number: one.reference_no }),
      }),
    },
    {
      label: () => rt("edit"),
      icon: "edit",
      may: "rmas.status",
      when: isOpen,
      to: (one) => `${SCREEN}/${one.id}/edit`,
    },
  ],
});

const papers = [
  text("courier", "courier"),
  text("airway_bill", "airway_bill"),
  text("supplier_rma_number", "supplier_number"),
  text("packages", "packages", { type: "decimal", asNumber: true }),
  { name: "note", label: () => rt("note"), type: "area" as const },
];

const WITH_US = "draft,received_from_customer,warranty_verified,ready_to_send_supplier";

/** The cases that are still here, of the supplier of the first that is chosen. */
function Cases({ values, fill }: { values: Values; fill: (values: Values) => void }) {
  const read = useRead<Rma[]>(`/import-logistics/rmas?status=${WITH_US}&limit=200`).value;
  const { instead } = readState(read);
  const chosen = (values.rma_ids ?? "").split(",").filter(Boolean);
  const fits = ({ supplier_id }: Rma) =>
    !values.supplier_id || supplier_id === null || String(supplier_id) === values.supplier_id;
  const toggle = ({ id, supplier_id }: Rma) => {
    const others = chosen.filter((each) => each !== String(id));
    const now = others.length < chosen.length ? others : [...chosen, String(id)];
    fill({
      rma_ids: now.join(","),
      ...!values.supplier_id && supplier_id !== null && { supplier_id: String(supplier_id) },
    });
  };
  if (instead) return <>{instead}</>;
  const shown = (read.data ?? []).filter(fits);
  return (
    <fieldset class="field chips">
      <legend>{o("pieces")}</legend>
      <div>
        {shown.length === 0 && <p class="muted">{o("nothing_waits")}</p>}
        {shown.map((one) => (
          <label key={one.id} class="chip">
            <input
              type="checkbox"
              checked={chosen.includes(String(one.id))}
              onChange={() => toggle(one)}
            />
            <span>
              {[
                one.reference_no,
                one.machine_model,
                one.board_serial_number ?? one.machine_serial_number,
              ]
                .filter(Boolean).join(" · ")}, {one.customer_name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** All that waits for a supplier goes to him together. */
export const newConsignment = formScreen({
  title: () => o("new_consignment"),
  path: PATH,
  list: SCREEN,
  name: () => o("new_consignment"),
  above: (values, fill) => <Cases values={values} fill={fill} />,
  shape: ({ rma_ids, ...head }) => ({ ...head, rma_ids: String(rma_ids).split(",").map(Number) }),
  fields: [
    {
      name: "supplier_id",
      label: () => o("supplier"),
      type: "chips",
      required: true,
      asNumber: true,
      first: 7,
      from: {
        path: "/suppliers",
        query: "sort=name",
        choice: ({ id, name }: Supplier) => ({ value: String(id), label: name }),
      },
    },
    { name: "rma_ids", label: () => o("pieces"), type: "hidden", required: true },
    text("sent_on", "sent_on", { type: "date", initial: () => dhakaDate() }),
    ...papers,
  ],
});

export const editConsignment = formScreen({
  title: () => rt("edit"),
  path: `${PATH}/:id`,
  method: "PATCH",
  list: SCREEN,
  screen: `${SCREEN}/:id/edit`,
  edits: true,
  name: (body) => o("made", { name: String(body.airway_bill ?? body.courier ?? "SRT") }),
  fields: papers,
});
