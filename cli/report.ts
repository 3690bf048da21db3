import type { z } from "zod";
import { unwrap } from "../domain/records/input.ts";
import { csvLine } from "../domain/files/write_csv.ts";
import { listQuery } from "../domain/records/paging.ts";
import { heading } from "../domain/records/heading.ts";
import { cellOf } from "../domain/records/list_file.ts";
import type { Report, Row } from "../domain/reports/report.ts";
import { allReports } from "../domain/reports/reports.ts";
import {
  type Command,
  type Option,
  type Outcome,
  type RecordsContext,
  UsageError,
} from "./command.ts";
import { table } from "./table.ts";

const csv: Option = { name: "csv", help: "print CSV, for spreadsheets" };

/** Every report is a command of its name; two have a shorter way to them besides. */
export const reportCommands: Command[] = [
  {
    name: "report summary",
    summary: "The key figures of imports, logistics and warranty as they stand now.",
    examples: ["deno task cli report summary", "deno task cli report summary --json"],
    options: [csv],
    needs: "records",
    run: summary,
  },
  commandOf(named("stock-valuation"), "report stock"),
  {
    name: "report ageing",
    summary: "How old what customers owe is, and what is owed to suppliers.",
    examples: ["deno task cli report ageing", "deno task cli report ageing --side suppliers --csv"],
    options: [
      csv,
      ...optionsOf(named("customer-ageing")).filter(({ name }) => name === "as-of"),
      { name: "side", value: "SIDE", help: "customers or suppliers; default both" },
    ],
    needs: "records",
    run: ageing,
  },
  ...allReports.filter(({ name }) => name !== "ageing").map((report) => commandOf(report)),
];

function named(name: string): Report {
  return allReports.find((report) => report.name === name)!;
}

function commandOf(report: Report, name = `report ${report.name}`): Command {
  const options = optionsOf(report);
  const needed = options.filter(({ param }) => !report.query.shape[param].isOptional())
    .map((option) => ` --${option.name} 1`).join("");
  return {
    name,
    summary: `${report.summary}.`,
    examples: ["", " --csv"].map((form) => `deno task cli ${name}${needed}${form}`),
    options: [csv, ...options],
    needs: "records",
    run: (context) => show(context, report, options),
  };
}

/** The report's own query parameters as options: `product_id` is `--product ID`. */
function optionsOf({ query }: Report): (Option & { param: string })[] {
  const pages = Object.keys(listQuery.shape).filter((name) => name !== "from" && name !== "to");
  return Object.entries(query.shape as Record<string, z.ZodType>)
    .filter(([param]) => !pages.includes(param))
    .map(([param, schema]) => ({
      param,
      name: param.replace(/_id$/, "").replaceAll("_", "-"),
      value: valueOf(unwrap(schema)),
      help: (schema.description ?? "").replace(/^[A-Z]/, (first) => first.toLowerCase())
        .replace(/\.$/, ""),
    }));
}

/** What stands for a value in the help; nothing where the option is a switch. */
function valueOf(schema: z.ZodType): string | undefined {
  const { type, format, enum: words } = schema.meta()?.override as Record<string, unknown> ?? {};
  if (type === "boolean") return undefined;
  if (words) return (words as string[]).join("|");
  return type === "integer" ? "ID" : format === "date" ? "DATE" : "TEXT";
}

async function summary(context: RecordsContext): Promise<Outcome> {
  noArguments(context);
  const figures: Record<string, unknown> = await context.source.summary();
  const plain = Object.entries(figures).filter(([, value]) => !Array.isArray(value));
  const rows = plain.map(([figure, value]) => ({ figure, value }));
  return {
    data: figures,
    text: context.options.csv === undefined
      ? table(["figure", "value"], rows)
      : csvOf(["figure", "value"], rows),
  };
}

async function show(
  context: RecordsContext,
  report: Report,
  options: { name: string; param: string }[],
): Promise<Outcome> {
  noArguments(context);
  const given = options.map(({ name, param }) => [param, context.options[name]]);
  const { rows, beside } = await context.source.report(report, Object.fromEntries(given));
  if (context.options.csv !== undefined) {
    return { data: rows, text: csvOf(report.record.seenBy(context.source), rows) };
  }
  return { data: { data: rows, ...beside }, text: tableOf(context, report, rows, beside) };
}

async function ageing(context: RecordsContext): Promise<Outcome> {
  noArguments(context);
  const { side, csv: asCsv, "as-of": as_of } = context.options;
  if (side !== undefined && side !== "customers" && side !== "suppliers") {
    throw new UsageError("--side must be customers or suppliers.");
  }
  const found = [];
  for (const name of side === undefined ? ["customers", "suppliers"] : [side]) {
    const report = named(`${name.slice(0, -1)}-ageing`);
    found.push({ name, report, ...await context.source.report(report, { as_of }) });
  }
  if (asCsv !== undefined) {
    const columns = found.flatMap(({ report }) => report.record.seenBy(context.source));
    const rows = found.flatMap(({ name, rows }) => rows.map((row) => ({ side: name, ...row })));
    return { data: rows, text: csvOf(["side", ...new Set(columns)], rows) };
  }
  return {
    data: Object.fromEntries(
      found.map(({ name, rows, beside }) => [name, { data: rows, ...beside }]),
    ),
    text: found.map(({ name, report, rows, beside }) =>
      `${name === "customers" ? "Customers owe" : "Owed to suppliers"}\n${
        tableOf(context, report, rows, beside)
      }`
    ).join("\n\n"),
  };
}

function tableOf(
  { source }: RecordsContext,
  { record, table: chosen = record.seenBy(source).filter((name) => name !== "id") }: Report,
  rows: Row[],
  { totals, ...beside }: Record<string, unknown>,
): string {
  const sums = Object.entries(totals ?? {}).map(([name, sum]) => `${heading(name)}: ${sum}`);
  return [
    ...Object.entries(beside).map(([name, value]) => `${heading(name)}: ${inWords(value)}`),
    table([...chosen], rows),
    ...sums.length > 0 ? [`Total ${sums.join(", ")}`] : [],
  ].join("\n");
}

/** A figure, a record or several in one line. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join("; ") || "none";
  const isRecord = value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isRecord ? Object.values(value as object).map(inWords).join(" ") : String(value ?? "");
}

function csvOf(columns: string[], rows: Record<string, unknown>[]): string {
  return [columns, ...rows.map((row) => columns.map((name) => cellOf(row[name])))]
    .map(csvLine).join("").trimEnd();
}

function noArguments({ args }: RecordsContext): void {
  if (args.length > 0) throw new UsageError("A report takes options only.");
}
