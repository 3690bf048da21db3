import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { type Actor, allow } from "../access.ts";
import type { Database, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { Decimal } from "../decimal.ts";
import { readTable, TableError } from "../files/read_table.ts";
import { createShipments } from "./create_shipments.ts";
import { importColumns, readRow, requiredColumns, type RowProblem } from "./import_row.ts";
import { newShipment } from "./shipment.ts";
import {
  createStaging,
  type Group,
  judgeGroups,
  newGroups,
  stage,
  type StagedRow,
} from "./import_staging.ts";

const ROWS_AT_ONCE = 1000;
const SHIPMENTS_AT_ONCE = 500;
/** Problems kept for the outcome; the count goes on. */
const PROBLEMS_KEPT = 10_000;

export interface ImportOptions {
  /** take the shipments without a bad row, instead of nothing */
  skipBad?: boolean;
  dryRun?: boolean;
  onProgress?: (rows: number, phase: "reading" | "writing") => void;
}

export interface ImportOutcome {
  file: string;
  file_sha256: string;
  dry_run: boolean;
  rows: number;
  bad_rows: number;
  shipments: number;
  created: number;
  unchanged: number;
  conflicts: number;
  refused: number;
  ignored_columns: string[];
  /** purchase value of what was created, per currency */
  totals: { currency: string; purchase_value: Decimal }[];
  problems: RowProblem[];
}

/**
 * Imports shipments from a CSV or XLSX file: one row per item, rows of one `external_ref` are one
 * shipment. Everything is judged before anything is written. By default one bad row means that
 * nothing is written; with `skipBad` the shipments without a bad row go in. The same content again is
 * `unchanged`; other content under a reference that is taken is a conflict. One transaction for the
 * whole file, so a killed run leaves nothing and may simply run again. Rows pass through a temporary
 * table: the process holds a thousand at a time, however long the file.
 *
 * Source: decisions, section 5. @throws Refusal `forbidden`; a file that cannot be opened
 */
export async function importShipments(
  database: Database,
  actor: Actor,
  path: string,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  allow(actor, "shipments.write");
  const file_sha256 = await hashOf(path);
  return await inTransaction(database, async (tx) => {
    const startedAt = new Date().toISOString();
    await createStaging(tx);
    const reading = await readInto(tx, path, options);
    const judged = await judgeGroups(tx);
    reading.add(judged.problems);
    const refuseAll = reading.bad > 0 && !options.skipBad;
    const outcome: ImportOutcome = {
      file: path.split("/").pop() ?? path,
      file_sha256,
      dry_run: options.dryRun ?? false,
      rows: reading.rows,
      bad_rows: reading.bad,
      shipments: judged.groups,
      created: 0,
      unchanged: judged.unchanged,
      conflicts: judged.conflicts,
      refused: refuseAll ? judged.groups - judged.unchanged : judged.bad,
      ignored_columns: reading.ignoredColumns,
      totals: [],
      problems: reading.problems.sort((a, b) => a.line - b.line),
    };
    if (refuseAll) return outcome;
    await createGroups(tx, actor, outcome, options);
    if (outcome.created > 0) await recordRun(tx, actor, outcome, startedAt);
    return outcome;
  }, { unhurried: true, dryRun: options.dryRun });
}

class Reading {
  rows = 0;
  problems: RowProblem[] = [];
  ignoredColumns: string[] = [];
  #badLines = new Set<number>();

  get bad(): number {
    return this.#badLines.size;
  }

  add(problems: RowProblem[]): void {
    for (const problem of problems) {
      this.#badLines.add(problem.line);
      if (this.problems.length < PROBLEMS_KEPT) this.problems.push(problem);
    }
  }
}

async function readInto(tx: Tx, path: string, options: ImportOptions): Promise<Reading> {
  const reading = new Reading();
  const suppliers = new Map();
  let batch: StagedRow[] = [];
  try {
    for await (const { line, cells } of readTable(path)) {
      if (reading.rows++ === 0) checkColumns(reading, Object.keys(cells));
      const read = await readRow(tx, suppliers, line, cells);
      if (Array.isArray(read)) reading.add(read);
      batch.push(
        Array.isArray(read)
          ? { line, external_ref: cells.external_ref || null, bad: true }
          : { line, bad: false, ...read },
      );
      if (batch.length === ROWS_AT_ONCE) {
        await stage(tx, batch);
        batch = [];
        options.onProgress?.(reading.rows, "reading");
      }
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    reading.add([{
      line: error.line,
      column: error.column ?? null,
      value: null,
      reason: error.message,
    }]);
  }
  await stage(tx, batch);
  return reading;
}

function checkColumns(reading: Reading, columns: string[]): void {
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    throw new TableError(1, `The file lacks the column ${missing.join(", ")}.`, missing[0]);
  }
  reading.ignoredColumns = columns.filter((column) => !importColumns.includes(column));
}

async function createGroups(
  tx: Tx,
  actor: Actor,
  outcome: ImportOutcome,
  { onProgress }: ImportOptions,
): Promise<void> {
  const totals = new Map<string, Decimal>();
  for await (const groups of newGroups(tx, SHIPMENTS_AT_ONCE)) {
    await createShipments(tx, actor, groups.map(shipmentOf));
    outcome.created += groups.length;
    for (const { currency, purchase_value } of groups) {
      totals.set(currency, (totals.get(currency) ?? new Decimal("0")).plus(purchase_value));
    }
    onProgress?.(outcome.created, "writing");
  }
  outcome.totals = [...totals].map(([currency, purchase_value]) => ({ currency, purchase_value }));
}

function shipmentOf({ external_ref, supplier_id, content_hash, header, items }: Group) {
  const read = newShipment.parse({ ...header, supplier_id: String(supplier_id), items });
  return { ...read, external_ref, content_hash };
}

async function recordRun(
  tx: Tx,
  actor: Actor,
  outcome: ImportOutcome,
  startedAt: string,
): Promise<void> {
  const { problems: _problems, file, file_sha256, ...counts } = outcome;
  await tx.query(sql`
    insert into import_runs (kind, file_name, file_sha256, counts, run_by, started_at)
    values ('shipments', ${file}, ${file_sha256}, ${
    JSON.stringify(counts)
  }::jsonb, ${actor.userId}, ${startedAt})`);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  using file = await Deno.open(path);
  const chunk = new Uint8Array(256 * 1024);
  for (let n = await file.read(chunk); n !== null; n = await file.read(chunk)) {
    hash.update(chunk.subarray(0, n));
  }
  return hash.digest("hex");
}
