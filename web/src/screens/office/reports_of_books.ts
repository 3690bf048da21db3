import type {
  BalanceSheetRow,
  CashDay,
  JournalRow,
  ProfitRow,
  TrialBalanceRow,
} from "../../core/answers.ts";
import { plainReport } from "./plain_report.tsx";
import { q } from "./report_words.ts";

export const trialBalance = plainReport<TrialBalanceRow>({
  name: "trial-balance",
  time: "evening",
  columns: [
    ["reference_no", "code", "account_no"],
    ["title", "account", "account"],
    ["type", "word"],
    ["debit", "sum"],
    ["credit", "sum"],
  ],
  phone: ["title", "debit", "reference_no", "type", "credit"],
  leads: ["title", ({ id }) => `/accounts/${id}`],
});

export const balanceSheet = plainReport<BalanceSheetRow>({
  name: "balance-sheet",
  time: "evening",
  accounts: true,
  columns: [
    ["reference_no", "code", "account_no"],
    [
      "title",
      ({ id, title }, { accountName }) => id ? accountName(id, title) : q("profit_so_far"),
      "account",
    ],
    ["amount", "money"],
  ],
  phone: ["title", "amount", "reference_no"],
  leads: ["title", ({ id }) => id !== 0 && `/accounts/${id}`],
  parts: { by: "side", of: ["assets", "liabilities", "equity"] },
  facts: [["assets"], ["liabilities"], ["equity"]],
});

export const profitAndLoss = plainReport<ProfitRow>({
  name: "profit-and-loss",
  time: "month",
  choices: [{ name: "group_by", label: "rows_by", values: ["account", "month"] }],
  atFirst: { group_by: "account", sort: "number" },
  columns: [
    ["reference_no", "code", "account_no"],
    ["title", "account", "account"],
    ["month", "month?"],
    ["amount", "money"],
  ],
  phone: ["title", "amount", "reference_no", "month"],
  leads: ["title", ({ account_id }, query) => {
    const [from, to] = [query.get("from"), query.get("to")];
    return `/accounts/${account_id}${from && to ? `?from=${from}&to=${to}` : ""}`;
  }],
  parts: { by: "section", of: ["income", "cost_of_goods", "expenses"] },
  facts: [["profit"], ["gross_profit"], ["exchange_difference"]],
});

export const journal = plainReport<JournalRow>({
  name: "journal",
  time: "month",
  columns: [
    ["entry_date", "date", "date"],
    ["reference_no", "code", "number"],
    ["title", "text", "what"],
    ["source_reference_no", "code?", "paper"],
    ["account_number", "code", "account_no"],
    ["account_name", "account", "account"],
    ["party", "text?"],
    ["debit", "sum"],
    ["credit", "sum"],
    ["amount_foreign", "own?", "in_foreign"],
  ],
  phone: ["account_name", "debit", "entry_date", "title", "party", "credit"],
});

/** Its days lead to the cash book of that day. */
export const cashByDay = plainReport<CashDay>({
  name: "cash-by-day",
  time: "month",
  columns: [
    ["entry_date", "date", "date"],
    ["cash_in", "money?"],
    ["paid_to_suppliers", "money?"],
    ["import_costs", "money?"],
    ["cash_out", "money?"],
    ["net", "money"],
  ],
  phone: ["entry_date", "net", "cash_in", "cash_out"],
  leads: [
    "entry_date",
    ({ entry_date }) => `/reports/cash-book?from=${entry_date}&to=${entry_date}`,
  ],
});
