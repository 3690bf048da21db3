import { withJobLock } from "../domain/db/job_lock.ts";
import { type ImportOutcome, importShipments } from "../domain/imports/import_shipments.ts";
import type { RowProblem } from "../domain/imports/import_row.ts";
import { type Command, type Context, type Outcome, UsageError } from "./command.ts";

export const shipmentCommands: Command[] = [{
  name: "shipment import",
  summary: "Import shipments from a CSV or XLSX file: one row per item, all or nothing.",
  arguments: "FILE",
  examples: [
    "deno task cli shipment import tests/data/shipments.csv --dry-run",
    "deno task cli shipment import orders.xlsx --skip-bad",
  ],
  options: [
    { name: "dry-run", help: "judge and count everything, write nothing" },
    { name: "skip-bad", help: "import the shipments without a bad row, report the rest" },
  ],
  run: importFile,
}];

async function importFile(context: Context): Promise<Outcome> {
  const [path, ...more] = context.args;
  if (!path || more.length > 0) throw new UsageError("Give one file to import.");
  await mustExist(path);
  const outcome = await withJobLock(
    context.database,
    "shipment import",
    () =>
      importShipments(context.database, context.actor, path, {
        dryRun: context.options["dry-run"] !== undefined,
        skipBad: context.options["skip-bad"] !== undefined,
        onProgress: (rows, phase) => context.progress?.(`${phase} … ${rows}`),
      }),
  );
  context.progress?.("\n");
  return { data: outcome, text: describe(outcome), exitCode: exitCodeFor(outcome) };
}

async function mustExist(path: string): Promise<void> {
  try {
    if ((await Deno.stat(path)).isFile) return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  throw new UsageError(`There is no file ${path}.`);
}

/** 0 all in, 3 rows refused, 4 only conflicts with what was imported before. */
function exitCodeFor({ bad_rows, conflicts, refused, problems }: ImportOutcome): number {
  if (bad_rows === 0 && refused === 0) return 0;
  return conflicts > 0 && problems.every(({ reason }) => reason.startsWith("conflict")) ? 4 : 3;
}

function describe(outcome: ImportOutcome): string {
  const { created, unchanged, refused, rows, bad_rows, problems, totals } = outcome;
  const lines = problems.map(problemLine);
  if (bad_rows > 0) {
    lines.push(
      ``,
      created > 0 || refused < outcome.shipments
        ? `${bad_rows} of ${rows} rows refused.`
        : `${bad_rows} of ${rows} rows refused; nothing was written. --skip-bad imports the rest.`,
    );
  }
  if (outcome.ignored_columns.length > 0) {
    lines.push(`Columns not read: ${outcome.ignored_columns.join(", ")}`);
  }
  const verb = outcome.dry_run ? "would be created" : "created";
  lines.push(`Shipments: ${created} ${verb}, ${unchanged} unchanged, ${refused} refused.`);
  lines.push(
    ...totals.map(({ currency, purchase_value }) =>
      `Purchase value: ${currency} ${purchase_value}`
    ),
  );
  return lines.join("\n");
}

function problemLine({ line, column, value, reason }: RowProblem): string {
  return `line ${line}${column ? `, ${column}` : ""}${value ? ` "${value}"` : ""}: ${reason}`;
}
