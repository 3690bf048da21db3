import type { Supplier } from "../../core/answers.ts";
import { dhakaDate, money, readKept } from "../../kit/mod.ts";
import { formScreen, type Values } from "../../records/mod.ts";
import { moneyById } from "../trade/account_choice.ts";
import { fin } from "../trade/finance_words.ts";
import { m } from "./back_words.ts";
import { SupplierCurrency } from "./supplier_currency.tsx";
import { text } from "./words.ts";

const LEDGER = "/import-logistics/supplier-ledger";

/** The two sides of an entry, and the kinds that each may be of. */
const kinds = {
  debit: ["payment", "advance", "credit_note", "adjustment"],
  credit: ["purchase", "freight", "bank_charge", "adjustment"],
} as const;
const sideOf = ({ direction }: Values) => direction === "credit" ? "credit" : "debit";

export const newEntry = formScreen({
  title: () => fin("new_entry"),
  path: LEDGER,
  list: "/supplier-ledger",
  photosOf: "supplier_ledger",
  photosKind: "paper",
  prefill: async ({ query }): Promise<Values> => {
    const id = query.get("supplier_id");
    const supplier = id && (await readKept(`/suppliers/${id}`))?.data as Supplier | undefined;
    return supplier ? { supplier_id_title: supplier.name } : {};
  },
  above: (values, fill) => <SupplierCurrency values={values} fill={fill} />,
  name: (body, values) =>
    m("name_entry", {
      amount: money(String(body.credit ?? body.debit), String(body.currency)),
      who: values.supplier_id_title ?? "",
    }),
  fields: [
    {
      name: "supplier_id",
      label: () => fin("supplier"),
      type: "pick",
      from: { path: "/suppliers", query: "active=true" },
      required: true,
    },
    {
      name: "direction",
      label: () => m("direction"),
      type: "chips",
      local: true,
      initial: () => "debit",
      choices: () => [
        { value: "debit", label: m("we_paid") },
        { value: "credit", label: m("we_owe_more") },
      ],
    },
    ...(["debit", "credit"] as const).map((side) => ({
      name: side,
      label: () => fin("amount"),
      type: "decimal" as const,
      required: true,
      when: (values: Values) => sideOf(values) === side,
    })),
    {
      name: "currency",
      label: () => fin("currency"),
      type: "chips",
      required: true,
      choices: () => ["USD", "CNY", "EUR", "INR", "BDT"].map((value) => ({ value, label: value })),
    },
    {
      name: "exchange_rate",
      label: () => fin("rate"),
      type: "decimal",
      required: true,
      when: ({ currency }) => currency !== "BDT",
    },
    ...(["debit", "credit"] as const).map((side) => ({
      name: "entry_type",
      label: () => fin("kind"),
      type: "chips" as const,
      when: (values: Values) => sideOf(values) === side,
      choices: () => kinds[side].map((value) => ({ value, label: fin(value) })),
    })),
    text("account_id", "paid_from", {
      type: "chips",
      from: moneyById,
      asNumber: true,
      when: (values) =>
        sideOf(values) === "debit" && /^(payment|advance|)$/.test(values.entry_type ?? ""),
    }),
    {
      name: "particulars",
      label: () => m("particulars"),
      type: "suggest",
      max: 500,
      required: true,
      sentences: () => [m("said_tt"), m("said_pi"), m("said_advance"), m("said_freight")],
    },
    { name: "photos", label: () => fin("paper"), type: "photos" },
    { name: "entry_date", label: () => fin("date"), type: "date", initial: () => dhakaDate() },
    { name: "reference", label: () => fin("reference") },
  ],
});
