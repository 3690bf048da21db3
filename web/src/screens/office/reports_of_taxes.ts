import type {
  AdvanceTaxRow,
  TaxCertificateRow,
  VatInputRow,
  VatLargeRow,
  VatOutputRow,
} from "../../core/answers.ts";
import { certificateStates, taxKinds } from "../../../../domain/sales/payment_words.ts";
import { money } from "../../kit/mod.ts";
import { plainReport } from "./plain_report.tsx";
import { q } from "./report_words.ts";

export const vatOutput = plainReport<VatOutputRow>({
  name: "vat-output",
  time: "month",
  columns: [
    ["entry_date", "date", "date"],
    ["title", "text", "what"],
    ["source_reference_no", "code?", "paper"],
    ["customer_name", "text?", "customer"],
    ["net", "money", "without_vat"],
    ["vat", "money"],
  ],
  phone: ["title", "vat", "entry_date", "customer_name", "net"],
  leads: ["customer_name", ({ customer_id }) => customer_id && `/customers/${customer_id}`],
});

export const vatInput = plainReport<VatInputRow>({
  name: "vat-input",
  time: "month",
  columns: [
    ["entry_date", "date", "date"],
    ["title", "text", "what"],
    ["shipment_reference_no", "code?", "shipment"],
    ["reference", "code?", "bill_reference"],
    ["vat", "money"],
  ],
  phone: ["title", "vat", "entry_date", "reference"],
  leads: ["shipment_reference_no", ({ shipment_id }) => shipment_id && `/shipments/${shipment_id}`],
});

export const vatLarge = plainReport<VatLargeRow>({
  name: "vat-large",
  choices: [{ name: "side", label: "side", values: ["sale", "purchase"], all: "all_sides" }],
  columns: [
    ["document_date", "date", "date"],
    ["side", "word"],
    ["reference_no", "code", "paper"],
    ["party_name", "text", "party"],
    ["party_address", "text?", "address"],
    ["party_bin", "code?", "bin"],
    ["value", "money", "without_vat"],
    ["vat", "money"],
    ["total", "money"],
  ],
  phone: ["party_name", "total", "document_date", "side", "reference_no", "vat"],
});

export const advanceTaxes = plainReport<AdvanceTaxRow>({
  name: "advance-taxes",
  columns: [
    ["entry_date", "date", "date"],
    ["reference_no", "code?", "bill_of_entry"],
    ["shipment_reference_no", "code?", "shipment"],
    ["at", "money"],
    ["ait", "money"],
  ],
  phone: ["title", "at", "entry_date", "ait"],
  leads: ["shipment_reference_no", ({ shipment_id }) => shipment_id && `/shipments/${shipment_id}`],
});

interface KeptMeta {
  totals?: Record<string, number | null>;
  parties?: { party_name: string | null; amount: number }[];
}

/** Taxes that customers kept back, or that we kept back from suppliers, with the sums of each. */
export const taxesKeptBack = plainReport<TaxCertificateRow, KeptMeta>({
  name: "tax-certificates",
  choices: [
    { name: "side", label: "whose", values: ["customers", "suppliers"] },
    { name: "kind", label: "kind", values: taxKinds, all: "all_kinds" },
    { name: "state", label: "state", values: certificateStates, all: "all_states" },
  ],
  columns: [
    ["entry_date", "date", "date"],
    ["party_name", "text?", "party"],
    ["reference_no", "code", "paper"],
    ["kind", "word?"],
    ["certificate_number", "code?"],
    ["certificate_date", "date?"],
    ["tax_base", "money?"],
    ["tax_rate", "percent?"],
    ["state", "word?"],
    ["amount", "money"],
  ],
  phone: ["title", "amount", "entry_date", "kind", "state"],
  leads: [
    "party_name",
    ({ party_id }, query) => party_id && `/${query.get("side") ?? "customers"}/${party_id}`,
  ],
  facts: [["tds"], ["vds"]],
  below: ({ parties = [] }) => ({
    title: q("by_party"),
    rows: parties.map(({ party_name, amount }) => [party_name ?? "–", money(amount)]),
  }),
});
