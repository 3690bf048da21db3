import { importFile } from "../domain/bulk_import/import_file.ts";
import type {
  ImportKind,
  ImportOutcome,
  Progress,
  RowProblem,
} from "../domain/bulk_import/import_kind.ts";
import { isCurrency } from "../domain/business/business.ts";
import { withJobLock } from "../domain/db/job_lock.ts";
import { Decimal } from "../domain/money/decimal.ts";
import { type Command, type Context, type Option, type Outcome, UsageError } from "./command.ts";
import { interruptible } from "./interrupt.ts";
import { freeMemory } from "./memory.ts";
import { progressBar } from "./progress.ts";

const importOptions: Option[] = [
  { name: "dry-run", help: "judge and count everything, write nothing" },
  { name: "skip-bad", help: "import what has no bad row, report the rest" },
  {
    name: "report",
    value: "FILE",
    help: "write the refused rows there as CSV, to mend and resend",
  },
  { name: "expect-rows", value: "N", help: "refuse a file that has not exactly N rows" },
  {
    name: "expect-total",
    value: "CUR=AMOUNT",
    help: "refuse a file that comes to another amount; several with commas",
  },
];

type ImportCommand = Pick<Command, "name" | "summary" | "examples">;

/** A command that imports one kind of file; they differ in nothing else. */
export function importCommand(command: ImportCommand, kind: ImportKind): Command {
  return {
    ...command,
    arguments: "FILE",
    options: importOptions,
    run: (context) => run(command.name, kind, context),
  };
}

async function run(name: string, kind: ImportKind, context: Context): Promise<Outcome> {
  const { args, options, database, actor, progress } = context;
  const [path, ...more] = args;
  if (!path || more.length > 0) throw new UsageError("Give one file to import.");
  await mustBeReadable(path);
  if (options.report) await mustBeWritable(options.report, path);
  const expectations = readExpectations(options);
  const outcome = await interruptible((signal) =>
    withJobLock(database, name, () =>
      importFile(database, actor, kind, path, {
        ...expectations,
        dryRun: options["dry-run"] !== undefined,
        skipBad: options["skip-bad"] !== undefined,
        report: options.report,
        onProgress: onProgress(progress),
        signal,
      }))
  ).finally(() => progress?.("\n"));
  return {
    data: outcome,
    text: describe(outcome, options.report),
    exitCode: exitCodeFor(outcome),
  };
}

/** Batches of 500 rows after which it is asked how much memory there is; freeing costs some 50 ms. */
const FREE_AFTER = 5;

function onProgress(draw: Context["progress"]): (progress: Progress) => void {
  const bar = draw && progressBar(draw);
  let batches = 0;
  return (progress) => {
    bar?.(progress);
    if (++batches % FREE_AFTER === 0) freeMemory();
  };
}

async function mustBeReadable(path: string): Promise<void> {
  try {
    using file = await Deno.open(path);
    if ((await file.stat()).isFile) return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
    }
  }
  throw new UsageError(`There is no file ${path}.`);
}

/** Found out before an hour of work, not after it. */
async function mustBeWritable(report: string, imported: string): Promise<void> {
  try {
    (await Deno.open(report, { write: true, create: true })).close();
  } catch (error) {
    throw new UsageError(`--report cannot write ${report}: ${(error as Error).message}`);
  }
  if (await Deno.realPath(report) === await Deno.realPath(imported)) {
    throw new UsageError("--report must be another file than the one that is imported.");
  }
}

function readExpectations(options: Context["options"]) {
  const rows = options["expect-rows"];
  if (rows !== undefined && !/^\d{1,12}$/.test(rows)) {
    throw new UsageError("--expect-rows must be a whole number.");
  }
  const totals = options["expect-total"];
  return {
    expectRows: rows === undefined ? undefined : Number(rows),
    expectTotals: totals === undefined ? undefined : new Map(totals.split(",").map(readTotal)),
  };
}

function readTotal(text: string): [string, Decimal] {
  const parts = /^\s*([A-Za-z]{3})=(-?\d{1,15}(\.\d{1,4})?)\s*$/.exec(text);
  const currency = parts?.[1].toUpperCase();
  if (!parts || !isCurrency(currency!)) {
    throw new UsageError("--expect-total must be CUR=AMOUNT, such as USD=123080.00.");
  }
  return [currency!, new Decimal(parts[2])];
}

/** 0 all in, 3 rows or control totals refused, 4 only conflicts with what was imported before. */
function exitCodeFor(outcome: ImportOutcome): number {
  const { bad_rows, conflicts, refused, control_problems, problems } = outcome;
  if (control_problems.length > 0) return 3;
  if (bad_rows === 0 && refused === 0) return 0;
  return conflicts > 0 && problems.every(({ reason }) => reason.startsWith("conflict")) ? 4 : 3;
}

const words: Record<ImportKind["name"], [string, string]> = {
  shipments: ["Shipments", "Purchase value"],
  products: ["Products", "Opening stock"],
  suppliers: ["Suppliers", "Opening balances"],
  customers: ["Customers", "Opening balances"],
  ledger: ["Ledger entries", "Credit less debit"],
  opening: ["Openings", "Opening amounts"],
  customs_tariffs: ["Rows of the tariff", "Amounts"],
};

function describe(outcome: ImportOutcome, report: string | undefined): string {
  const { created, unchanged, refused, rows, bad_rows, problems, totals } = outcome;
  const [records, amounts] = words[outcome.kind];
  const lines = [...problems.map(problemLine), ...outcome.control_problems];
  if (lines.length > 0) {
    lines.push(
      ``,
      `${bad_rows} of ${rows} rows refused` +
        (outcome.nothing_written ? "; nothing was written." : "."),
    );
  }
  if (outcome.nothing_written && bad_rows > 0 && outcome.control_problems.length === 0) {
    lines.push("--skip-bad imports the rest.");
  }
  if (report && bad_rows > 0) lines.push(`The refused rows are in ${report}.`);
  if (outcome.ignored_columns.length > 0) {
    lines.push(`Columns not read: ${outcome.ignored_columns.join(", ")}`);
  }
  const verb = outcome.dry_run ? "would be created" : "created";
  lines.push(`${records}: ${created} ${verb}, ${unchanged} unchanged, ${refused} refused.`);
  lines.push(...totals.map(({ currency, amount }) => `${amounts}: ${currency} ${amount}`));
  return lines.join("\n");
}

function problemLine({ line, column, value, reason }: RowProblem): string {
  return `line ${line}${column ? `, ${column}` : ""}${value ? ` "${value}"` : ""}: ${reason}`;
}
