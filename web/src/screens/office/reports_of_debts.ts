import type {
  AgeingRow,
  ClaimsRecoveredRow,
  Debtor,
  RmaDays,
  Scores,
  SupplierAge,
} from "../../core/answers.ts";
import { opponents } from "../../../../domain/claims/discrepancy_words.ts";
import { groupTitle } from "./group_titles.ts";
import { plainReport } from "./plain_report.tsx";

export const customerAgeing = plainReport<Debtor>({
  name: "customer-ageing",
  time: "evening",
  columns: [
    ["customer_name", "text", "customer"],
    ["phone", "text?"],
    ["not_due", "sum"],
    ["d0_30", "sum"],
    ["d31_60", "sum"],
    ["d61_90", "sum"],
    ["d90_plus", "sum"],
    ["on_account", "money?"],
    ["balance", "money"],
  ],
  phone: ["customer_name", "balance", "not_due", "d0_30", "d31_60", "d61_90", "d90_plus"],
  leads: ["customer_name", ({ id }) => `/customers/${id}`],
});

export const ageing = plainReport<AgeingRow>({
  name: "ageing",
  time: "evening",
  choices: [{ name: "side", label: "whose", values: ["customers", "suppliers"] }],
  columns: [
    ["party_name", "text", "party"],
    ["currency", ({ currency }) => currency === "BDT" ? "" : currency],
    ["not_due", "sum"],
    ["d0_30", "sum"],
    ["d31_60", "sum"],
    ["d61_90", "sum"],
    ["d90_plus", "sum"],
    ["on_account", "money?"],
    ["balance", "money"],
    ["balance_foreign", "foreign?"],
    ["cheques_in_hand", "money?"],
    ["cheques_issued", "money?"],
  ],
  phone: ["title", "balance", "not_due", "d0_30", "d31_60", "d61_90", "d90_plus"],
  leads: [
    "party_name",
    ({ party_id }, query) => `/${query.get("side") ?? "customers"}/${party_id}`,
  ],
});

/** In the currency of each account; what it comes to in taka stands above. */
export const supplierAgeing = plainReport<SupplierAge>({
  name: "supplier-ageing",
  time: "evening",
  columns: [
    ["supplier_name", "text", "supplier"],
    ["currency", "text"],
    ["not_due", "own?"],
    ["d0_30", "own?"],
    ["d31_60", "own?"],
    ["d61_90", "own?"],
    ["d90_plus", "own?"],
    ["on_account", "own?"],
    ["cheques_issued", "own?"],
    ["balance", "own"],
    ["balance_local", "money"],
  ],
  phone: ["title", "balance", "not_due", "d0_30", "d31_60", "d61_90", "d90_plus"],
  leads: ["supplier_name", ({ supplier_id }) => `/suppliers/${supplier_id}`],
  facts: [
    ["not_due_local"],
    ["d0_30_local"],
    ["d31_60_local"],
    ["d61_90_local"],
    ["d90_plus_local"],
    ["on_account_local"],
    ["cheques_issued_local"],
  ],
});

export const supplierScorecard = plainReport<Scores>({
  name: "supplier-scorecard",
  columns: [
    ["title", "text", "supplier"],
    ["shipments", "number"],
    ["due_shipments", "number"],
    ["on_time_percent", "percent"],
    ["average_days_late", "number?"],
    ["shortage_claims", "number?"],
    ["shortage_value", "money?"],
    ["damage_claims", "number?"],
    ["damage_value", "money?"],
    ["claims", "number?"],
    ["claimed", "money?"],
    ["recovered", "money?"],
    ["recovered_percent", "percent"],
    ["rmas", "number?"],
    ["average_days_at_supplier", "number?"],
  ],
  phone: ["title", "on_time_percent", "shipments", "average_days_late", "claimed", "recovered"],
  leads: ["title", ({ id }) => `/suppliers/${id}`],
});

export const claimsRecovered = plainReport<ClaimsRecoveredRow>({
  name: "claims-recovered",
  choices: [
    { name: "group_by", label: "rows_by", values: ["supplier", "type", "month"] },
    { name: "against", label: "against", values: opponents, all: "all_opponents" },
  ],
  atFirst: { group_by: "supplier" },
  columns: [
    ["title", groupTitle, "about"],
    ["claims", "number"],
    ["claimed", "money"],
    ["recovered", "money?"],
    ["written_off", "money?"],
    ["open", "money?"],
    ["recovered_percent", "percent"],
  ],
  phone: ["title", "claimed", "recovered", "written_off", "open"],
  leads: ["title", ({ id }, query) => query.get("group_by") === "supplier" && `/suppliers/${id}`],
});

export const rmaTurnaround = plainReport<RmaDays>({
  name: "rma-turnaround",
  choices: [{ name: "group_by", label: "rows_by", values: ["case", "supplier"] }],
  atFirst: { group_by: "case" },
  columns: [
    ["title", groupTitle, "about"],
    ["status", "word?"],
    ["customer_name", "text?", "customer"],
    [
      "supplier_name",
      ({ supplier_name }, { query }) => query.get("group_by") === "case" && supplier_name || "",
      "supplier",
    ],
    ["opened_date", "date?"],
    ["cases", "number"],
    ["finished_cases", "number?"],
    ["days_at_supplier", "number"],
    ["turnaround_days", "number"],
  ],
  phone: ["title", "turnaround_days", "customer_name", "status", "days_at_supplier"],
  leads: [
    "title",
    ({ id }, query) =>
      id !== 0 && `/${query.get("group_by") === "case" ? "rmas" : "suppliers"}/${id}`,
  ],
  facts: [["average_days_at_supplier", "number"], ["average_turnaround_days", "number"]],
});
