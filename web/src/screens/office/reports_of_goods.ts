import { levies } from "../../../../domain/customs/levy_words.ts";
import type { DutyRow, Held, Landed, Margin } from "../../core/answers.ts";
import { costHeads } from "../../../../domain/imports/shipment_words.ts";
import { money } from "../../kit/mod.ts";
import { groupTitle } from "./group_titles.ts";
import { plainReport } from "./plain_report.tsx";
import { q } from "./report_words.ts";

export const stockValuation = plainReport<Held>({
  name: "stock-valuation",
  time: "evening",
  choices: [{ name: "in_stock", label: "which", values: ["true", "false"], all: "all_products" }],
  columns: [
    ["product_name", "text", "product"],
    ["sku", "code"],
    ["category", "text?"],
    ["brand", "text?"],
    ["stock_qty", "quantity"],
    ["average_cost", "money?"],
    ["stock_value", "money"],
    ["last_movement_date", "date?"],
  ],
  phone: ["product_name", "stock_value", "sku", "stock_qty", "average_cost"],
  leads: ["product_name", ({ id }) => `/products/${id}`],
  facts: [["products", "number"]],
});

export const landedCost = plainReport<Landed>({
  name: "landed-cost",
  columns: [
    ["reference_no", "code", "shipment"],
    ["supplier_name", "text", "supplier"],
    ["status", "status"],
    ["eta_chittagong", "date?"],
    ["currency", "text"],
    ["exchange_rate", "number?"],
    ["purchase_value_local", "money"],
    ...costHeads.map((head): [`cost_${typeof head}`, "money?"] => [`cost_${head}`, "money?"]),
    ["not_capitalised", "money?"],
    ["estimated_landed_value", "money"],
    ["landed_value", "money"],
    ["late_cost", "money?"],
    ["late_cost_percent", "percent?"],
    ["received_value", "money?"],
    ["claimed_value", "money?"],
    ["late_cost_in_stock", "money?"],
    ["late_cost_expensed", "money?"],
    ["open_value", "money?"],
  ],
  phone: ["title", "landed_value", "status", "purchase_value_local", "late_cost", "open_value"],
  leads: [
    "reference_no",
    ({ id }, query) => !query.has("shipment_id") && `/shipments/${id}`,
  ],
});

export const duty = plainReport<DutyRow>({
  name: "duty",
  choices: [{ name: "levy", label: "levy", values: levies, all: "all_levies" }],
  columns: [
    ["reference_no", "code", "shipment"],
    ["product_name", "text", "product"],
    ["hs_code", "code?"],
    ["levy", "word"],
    ["estimated", "money"],
    ["computed", "money"],
    ["assessed", "money"],
    ["posted", "money"],
    ["difference", "money"],
  ],
  phone: ["product_name", "posted", "reference_no", "levy", "estimated", "assessed"],
  leads: ["reference_no", ({ shipment_id }) => `/shipments/${shipment_id}`],
});

/** Where what a row of the margins adds up is shown. */
const screens: Record<string, string> = {
  invoice: "/invoices",
  product: "/products",
  customer: "/customers",
  shipment: "/shipments",
};

interface MarginMeta {
  totals?: Record<string, number | null>;
  on_no_line?: { account_id: number; account_name: string; amount: number }[];
}

/** With what no sale carries, so that both together are the profit. */
export const margins = plainReport<Margin, MarginMeta>({
  name: "margins",
  time: "month",
  accounts: true,
  choices: [{
    name: "group_by",
    label: "rows_by",
    values: [
      "invoice",
      "product",
      "customer",
      "week",
      "month",
      "shipment",
      "salesperson",
      "category",
    ],
  }],
  atFirst: { group_by: "invoice" },
  columns: [
    ["title", groupTitle, "about"],
    ["invoices", "number"],
    ["revenue", "money"],
    ["cost", "money"],
    ["margin", "money"],
    ["margin_percent", "percent"],
  ],
  phone: ["title", "margin", "revenue", "cost", "margin_percent"],
  leads: ["title", ({ id }, query) => {
    const screen = screens[query.get("group_by") ?? ""];
    return id !== 0 && screen && `${screen}/${id}`;
  }],
  facts: [["on_no_line"], ["profit"]],
  below: ({ on_no_line = [] }, { accountName }) => ({
    title: q("on_no_line"),
    rows: on_no_line.map((
      { account_id, account_name, amount },
    ) => [accountName(account_id, account_name), money(amount)]),
  }),
});
