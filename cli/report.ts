import { visibleTo } from "../domain/access/access.ts";
import { inTransaction } from "../domain/db/transaction.ts";
import { parse } from "../domain/records/input.ts";
import { findSummary } from "../domain/overview/summary.ts";
import { csvLine } from "../domain/files/write_csv.ts";
import type { CellValue } from "../domain/files/cell_value.ts";
import { customerAgeing } from "../domain/reports/customer_ageing.ts";
import { landedCost } from "../domain/reports/landed_cost.ts";
import { readReport, type Report, type Row } from "../domain/reports/report.ts";
import { stockValuation } from "../domain/reports/stock_valuation.ts";
import { supplierAgeing } from "../domain/reports/supplier_ageing.ts";
import { reportRows } from "../domain/reports/write_report.ts";
import { type Command, type Context, type Option, type Outcome, UsageError } from "./command.ts";
import { heading, table } from "./table.ts";

const csv: Option = { name: "csv", help: "print CSV, for spreadsheets" };
const asOf: Option = { name: "as-of", value: "DATE", help: "on the evening of this day" };

/** A report, and which of its fields people see in the table; CSV and JSON have them all. */
interface Shown {
  report: Report;
  columns: string[];
}
const stock: Shown = {
  report: stockValuation,
  columns: ["sku", "product_name", "unit", "stock_qty", "average_cost", "stock_value"],
};
const buckets = ["d0_30", "d31_60", "d61_90", "d90_plus", "on_account", "balance"];
const sides: Record<"customers" | "suppliers", Shown> = {
  customers: { report: customerAgeing, columns: ["customer_name", "not_due", ...buckets] },
  suppliers: {
    report: supplierAgeing,
    columns: ["supplier_name", "currency", ...buckets, "balance_local"],
  },
};
const shipments: Shown = {
  report: landedCost,
  columns: [
    "title",
    "status",
    "purchase_value_local",
    "landed_value",
    "late_cost",
    "received_value",
    "open_value",
  ],
};

export const reportCommands: Command[] = [{
  name: "report summary",
  summary: "The key figures of imports, logistics and warranty as they stand now.",
  examples: ["deno task cli report summary", "deno task cli report summary --json"],
  options: [csv],
  run: summary,
}, {
  name: "report stock",
  summary: "What lies in stock and what it is worth, per product.",
  examples: ["deno task cli report stock", "deno task cli report stock --as-of 2026-06-30 --csv"],
  options: [
    csv,
    asOf,
    { name: "category", value: "NAME", help: "only this category" },
    { name: "in-stock", help: "only what is there" },
  ],
  run: (context) => {
    const { category, ...given } = context.options;
    const inStock = given["in-stock"];
    return show(context, stock, { as_of: given["as-of"], category, in_stock: inStock });
  },
}, {
  name: "report ageing",
  summary: "How old what customers owe is, and what is owed to suppliers.",
  examples: ["deno task cli report ageing", "deno task cli report ageing --side suppliers --csv"],
  options: [csv, asOf, {
    name: "side",
    value: "SIDE",
    help: "customers or suppliers; default both",
  }],
  run: ageing,
}, {
  name: "report landed-cost",
  summary:
    "Landed cost per shipment, or per item of one: estimate, late costs, where the value is.",
  examples: [
    "deno task cli report landed-cost",
    "deno task cli report landed-cost --shipment 12 --json",
  ],
  options: [
    csv,
    { name: "shipment", value: "ID", help: "the items of this shipment" },
    { name: "supplier", value: "ID", help: "only this supplier's" },
    { name: "from", value: "DATE", help: "ETA from this day on" },
    { name: "to", value: "DATE", help: "ETA up to this day" },
  ],
  run: (context) => {
    const { shipment: shipment_id, supplier: supplier_id, from, to } = context.options;
    return show(context, shipments, { shipment_id, supplier_id, from, to });
  },
}];

async function summary(context: Context): Promise<Outcome> {
  noArguments(context);
  const figures: Record<string, unknown> = await findSummary(context.database, context.actor);
  const plain = Object.entries(figures).filter(([, value]) => !Array.isArray(value));
  const rows = plain.map(([figure, value]) => ({ figure, value }));
  return {
    data: figures,
    text: context.options.csv === undefined
      ? table(["figure", "value"], rows)
      : csvOf(["figure", "value"], rows),
  };
}

async function show(context: Context, shown: Shown, filters: object): Promise<Outcome> {
  noArguments(context);
  const { rows, totals } = await read(context, shown, filters);
  if (context.options.csv !== undefined) {
    return { data: rows, text: csvOf(Object.keys(shown.report.record.shape), rows) };
  }
  return { data: { data: rows, totals }, text: tableOf(shown, rows, totals) };
}

async function ageing(context: Context): Promise<Outcome> {
  noArguments(context);
  const { side, csv: asCsv, "as-of": as_of } = context.options;
  if (side !== undefined && !Object.hasOwn(sides, side)) {
    throw new UsageError("--side must be customers or suppliers.");
  }
  const wanted = side === undefined ? Object.keys(sides) : [side];
  const found = [];
  for (const name of wanted as (keyof typeof sides)[]) {
    found.push({ name, shown: sides[name], ...await read(context, sides[name], { as_of }) });
  }
  if (asCsv !== undefined) {
    const columns = found.flatMap(({ shown }) => Object.keys(shown.report.record.shape));
    const rows = found.flatMap(({ name, rows }) => rows.map((row) => ({ side: name, ...row })));
    return { data: rows, text: csvOf(["side", ...new Set(columns)], rows) };
  }
  return {
    data: Object.fromEntries(found.map(({ name, rows, totals }) => [name, { data: rows, totals }])),
    text: found.map(({ name, shown, rows, totals }) =>
      `${name === "customers" ? "Customers owe" : "Owed to suppliers"}\n${
        tableOf(shown, rows, totals)
      }`
    ).join("\n\n"),
  };
}

/** Every row of the report, and the sums over them. */
async function read({ database, actor }: Context, { report }: Shown, filters: object) {
  const query = parse(report.query, filters) as Parameters<typeof readReport>[3];
  const { meta } = await readReport(database, actor, report, { ...query, limit: 1 });
  const rows = await inTransaction(
    database,
    (tx) => Array.fromAsync(reportRows(tx, actor, report, query)),
    { unhurried: true },
  );
  return visibleTo(actor, { rows, totals: meta.totals as Record<string, unknown> | undefined });
}

function tableOf(
  { columns }: Shown,
  rows: Row[],
  totals: Record<string, unknown> | undefined,
): string {
  const sums = Object.entries(totals ?? {}).map(([name, sum]) => `${heading(name)}: ${sum}`);
  return [table(columns, rows), ...sums.length > 0 ? [`Total ${sums.join(", ")}`] : []].join("\n");
}

function csvOf(columns: string[], rows: Record<string, unknown>[]): string {
  const cell = (value: unknown) => typeof value === "boolean" ? String(value) : value as CellValue;
  return [columns, ...rows.map((row) => columns.map((name) => cell(row[name])))]
    .map(csvLine).join("").trimEnd();
}

function noArguments({ args }: Context): void {
  if (args.length > 0) throw new UsageError("A report takes options only.");
}
