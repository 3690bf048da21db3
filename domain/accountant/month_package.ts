import { Buffer } from "node:buffer";
import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { type Actor, allow } from "../access/access.ts";
import { monthOf } from "../business/calendar.ts";
import type { Database, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { invalid } from "../errors.ts";
import type { CellValue } from "../files/cell_value.ts";
import { csvLine } from "../files/write_csv.ts";
import { writeXlsx } from "../files/write_xlsx.ts";
import * as field from "../records/fields.ts";
import { parse } from "../records/input.ts";
import { cellOf } from "../records/list_file.ts";
import { readReport, type Report, type ReportQuery, type Row } from "../reports/report.ts";
import { allReports } from "../reports/reports.ts";
import { type MonthCheck, monthChecks } from "./month_checks.ts";
import { monthPapers } from "./month_papers.ts";
import { tallyMasters, tallyVouchers } from "./tally.ts";

/** Reports of the package: those of what happened in the month, and those as it stood on its last evening. */
const happened = [
  ...[
    "journal",
    "profit-and-loss",
    "cash-book",
    "vat-return",
    "vat-output",
    "vat-input",
    "vat-large",
  ],
  ...["advance-taxes", "tax-certificates"],
];
const stood = [
  "trial-balance",
  "balance-sheet",
  "customer-ageing",
  "supplier-ageing",
  "stock-value",
];
/** Papers that are a side of a report. */
const sides: Record<string, { report: string; side: string }> = {
  "customer-ageing": { report: "ageing", side: "customers" },
  "supplier-ageing": { report: "ageing", side: "suppliers" },
};

/** A report from its first row to its last, with what stands beside it. */
export interface Read {
  rows: Row[];
  beside: Record<string, unknown>;
}

export interface MonthPackage {
  path: string;
  bytes: number;
  from: string;
  to: string;
  files: string[];
  checks: MonthCheck[];
}

/**
 * Writes one ZIP for the accountant: the reports of a month as CSV and XLSX, its entries as vouchers of Tally with
 * their masters, the papers that left the house (invoices, receipts, VAT) as PDF, and a sheet that holds the reports
 * against each other. All of one moment; for its owner's eyes only.
 * Source: docs/books.md, "For the accountant".
 *
 * @param month `YYYY-MM`
 * @throws Refusal `forbidden`, `invalid_fields` on a month that is none or has not begun
 */
export async function writeMonthPackage(
  database: Database,
  actor: Actor,
  month: string,
  path: string,
): Promise<MonthPackage> {
  allow(actor, "books.read");
  if (!field.month().safeParse(month).success) throw invalid({ month: "must be YYYY-MM" });
  const { from, to } = monthOf(`${month}-01`);
  if (from > actor.today) throw invalid({ month: "has not begun" });
  const folder = await Deno.makeTempDir({ prefix: "month-" });
  try {
    const zip = new ZipFile();
    const { files, checks } = await inTransaction(
      database,
      (tx) => addPapers(tx, actor, zip, folder, { from, to }),
      { snapshot: true },
    );
    zip.end();
    await pipeline(
      zip.outputStream as Readable,
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
    const { size } = await Deno.stat(path);
    return { path, bytes: size, from, to, files, checks };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function addPapers(
  tx: Tx,
  actor: Actor,
  zip: ZipFile,
  folder: string,
  { from, to }: { from: string; to: string },
) {
  const files: string[] = [];
  const papers = new Map<string, Read>();
  const add = (name: string, text: string) => {
    zip.addBuffer(Buffer.from(text), name);
    files.push(name);
  };
  const addTable = async (name: string, header: string[], lines: CellValue[][]) => {
    add(`${name}.csv`, "\uFEFF" + [header, ...lines].map(csvLine).join(""));
    await writeXlsx(`${folder}/${name}.xlsx`, header, lines);
    zip.addFile(`${folder}/${name}.xlsx`, `${name}.xlsx`);
    files.push(`${name}.xlsx`);
  };
  for (const name of [...happened, ...stood]) {
    const { report: of = name, ...side } = sides[name] ?? {};
    const report = allReports.find((each) => each.name === of)!;
    const query = happened.includes(name) ? { from, to } : { as_of: to, ...side };
    const read = await readWhole(tx, actor, report, query);
    papers.set(name, read);
    const header = report.record.seenBy(actor)
      .filter((field) => !["many", "one"].includes(report.record.fields[field].kind));
    await addTable(name, header, read.rows.map((row) => header.map((field) => cellOf(row[field]))));
  }
  add("tally-masters.xml", await tallyMasters(tx, from, to));
  add("tally-vouchers.xml", await tallyVouchers(tx, from, to));
  await Deno.mkdir(`${folder}/papers`);
  for await (const { name, bytes } of monthPapers(tx, actor, { from, to })) {
    const path = `${folder}/papers/${files.length}.pdf`;
    await Deno.writeFile(path, bytes);
    zip.addFile(path, name, { compress: false });
    files.push(name);
  }
  const checks = await monthChecks(tx, { from, to }, papers);
  await addTable(
    "check",
    ["what", "one", "other", "agrees"],
    checks.map(({ what, one, other, agrees }) => [what, one, other, agrees ? "yes" : "NO"]),
  );
  return { files, checks };
}

/** Page after page, in the package's own moment. */
async function readWhole(tx: Tx, actor: Actor, report: Report, query: object): Promise<Read> {
  const whole: Read = { rows: [], beside: {} };
  let cursor: string | undefined;
  do {
    const page = parse(report.query, { ...query, limit: "200", cursor }) as ReportQuery;
    const { data, meta } = await readReport(tx, actor, report, page);
    whole.rows.push(...data);
    if (cursor === undefined) whole.beside = meta;
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return whole;
}
