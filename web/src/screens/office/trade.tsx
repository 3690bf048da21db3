import type { Shipment, SupplierEntry } from "../../core/answers.ts";
import {
  type ComponentChildren,
  date,
  dhakaDate,
  List,
  money,
  Row,
  useRead,
} from "../../kit/mod.ts";
import { type FieldDef, formScreen, rt, type Source } from "../../records/mod.ts";
import { SupplierCurrency } from "./supplier_currency.tsx";
import { chips, currency, o, rate, text } from "./words.ts";

const LEDGER = "/import-logistics/supplier-ledger";

const supplier: FieldDef = text("supplier_id", "supplier", {
  type: "pick",
  required: true,
  from: { path: "/suppliers", query: "active=true" },
});

const lcFields: FieldDef[] = [
  text("amount", "amount", { type: "decimal", required: true }),
  currency({ required: true }),
  rate(),
  text("reference_number", "number"),
  text("bank_name", "bank"),
  text("issue_date", "issued", { type: "date" }),
  text("latest_shipment_date", "ship_by", { type: "date" }),
  text("expiry_date", "expires", {
    type: "date",
    check: (day, { issue_date = "" }) => day < issue_date ? o("before_issue") : undefined,
  }),
  text("lcaf_number", "lcaf"),
  text("insurance_cover_note", "cover_note"),
  text("documents_received_on", "documents_on", { type: "date" }),
  text("accepted_on", "accepted_on", { type: "date" }),
  text("maturity_date", "matures", { type: "date" }),
  text("retired_on", "retired_on", { type: "date" }),
  text("margin_percent", "margin", { type: "decimal" }),
  text("tolerance_percent", "tolerance", { type: "decimal" }),
  text("charges", "charges", { type: "decimal" }),
  text("notes", "notes", { type: "area" }),
];

const nameOfLc = (word: "made" | "changed") => ({ amount, currency }: Record<string, unknown>) =>
  o(word, { name: money(String(amount), String(currency)) });

export const newLc = formScreen({
  title: () => o("new_lc"),
  path: "/lc-tt",
  list: "/lc-tt",
  name: nameOfLc("made"),
  above: (values, fill) => <SupplierCurrency values={values} fill={fill} />,
  fields: [
    supplier,
    chips("type", "kind", ["LC", "TT", "DP"], { initial: () => "LC" }),
    ...lcFields,
  ],
});

export const editLc = formScreen({
  title: () => o("new_edit", { name: `${o("LC")} / ${o("TT")}` }),
  path: "/lc-tt/:id",
  method: "PATCH",
  list: "/lc-tt",
  edits: true,
  name: nameOfLc("changed"),
  fields: lcFields,
});

/** A payment that the bank made by it, at the rate of the day, from one of the accounts. */
export const settlement = (accounts: Source) =>
  formScreen({
    title: () => o("settle"),
    path: "/lc-tt/:id/settlements",
    of: "/lc-tt/:id",
    screen: "/lc-tt/:id/settlements/new",
    list: "/lc-tt",
    name: ({ amount }) => o("name_settled", { amount: String(amount) }),
    fields: [
      text("amount", "amount", { type: "decimal", required: true }),
      text("rate", "rate", { type: "decimal", required: true }),
      text("date", "date", { type: "date", initial: () => dhakaDate() }),
      text("account_id", "paid_from", { type: "chips", from: accounts, asNumber: true }),
      text("charges", "charges", { type: "decimal" }),
      text("note", "notes"),
    ],
  });

const mirror = (
  title: "reverse_cost" | "reverse_entry",
  path: string,
  list: string,
  Which: (params: Record<string, string>) => ComponentChildren,
  of?: string,
) =>
  formScreen({
    title: () => o(title),
    path: `${path}/reverse`,
    of,
    list,
    name: () => o("name_reversed"),
    above: (_values, _fill, { params }) => (
      <>
        <List>
          <Which {...params} />
        </List>
        <p class="muted">{o("reverse_say")}</p>
      </>
    ),
    fields: [{ name: "reason", label: () => rt("reason"), required: true }],
  });

export const reverseCost = mirror(
  "reverse_cost",
  "/import-logistics/shipments/:id/costs/:cost_id",
  "/shipments",
  WhichCost,
  "/import-logistics/shipments/:id",
);
export const reverseEntry = mirror(
  "reverse_entry",
  `${LEDGER}/:entry_id`,
  "/supplier-ledger",
  WhichEntry,
);

function WhichCost({ id, cost_id }: Record<string, string>) {
  const shipment = useRead<Shipment>(`/import-logistics/shipments/${id}`).value.data;
  const cost = shipment?.costs?.find((one) => String(one.id) === cost_id);
  if (!cost) return null;
  return (
    <Row
      title={money(cost.amount, cost.currency)}
      lines={[
        [shipment!.reference_no, date(cost.entry_date), cost.reference].filter(Boolean)
          .join(" · "),
      ]}
      side={money(cost.local_amount)}
    />
  );
}

function WhichEntry({ entry_id }: Record<string, string>) {
  const entry = useRead<SupplierEntry>(`${LEDGER}/${entry_id}`).value.data;
  if (!entry) return null;
  return (
    <Row
      title={entry.supplier_name}
      lines={[entry.particulars, `${date(entry.entry_date)} · ${entry.reference_no}`]}
      side={Number(entry.credit) || Number(entry.debit)
        ? money(Number(entry.credit) || -Number(entry.debit), entry.currency)
        : money(entry.amount_local)}
    />
  );
}
