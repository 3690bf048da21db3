import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import type { Database, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { readTable, TableError } from "../files/read_table.ts";
import { controlProblems } from "./control_totals.ts";
import type { ImportKind, ImportOptions, ImportOutcome } from "./import_kind.ts";
import { Reading } from "./reading.ts";
import { writeRejected } from "./rejected_rows.ts";
import * as staging from "./staging.ts";

const ROWS_AT_ONCE = 500;
/** Problems told in the outcome; the file of refused rows has them all. */
const PROBLEMS_TOLD = 10_000;

/**
 * Imports a CSV or XLSX file. Everything is judged before anything is written. By default one bad row
 * means that nothing is written; with `skipBad` the records without a bad row go in. A file that cannot
 * be read to its end, or whose control totals do not agree, is refused as a whole. The same file again
 * changes nothing. One transaction for the whole file, so a killed run leaves nothing and may simply run
 * again. Rows pass through temporary tables: the process holds some hundreds, however long the file.
 * Every run but a dry one is kept in `import_runs`, one that was refused too.
 *
 * Source: docs/terminal.md, "Importing files". @throws Refusal `forbidden`; a file that cannot be
 * opened; and, with nothing kept, not even the run, should it write fewer records than it judged good
 */
export async function importFile(
  database: Database,
  actor: Actor,
  kind: ImportKind,
  path: string,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  allow(actor, kind.may);
  const file_sha256 = await hashOf(path);
  return await inTransaction(database, async (tx) => {
    const startedAt = new Date().toISOString();
    // a killed run must not finish a long statement before the next one may begin
    await tx.query(sql`select set_config('client_connection_check_interval', '2s', true)`);
    await staging.createStaging(tx);
    const reading = await readInto(tx, actor, kind, path, options);
    await staging.judgeGroups(tx, kind);
    const { refused, ...judged } = await staging.countFates(tx);
    const control_problems = await controlProblems(tx, reading.rows, options);
    const nothing = reading.broken || control_problems.length > 0 ||
      (judged.bad_rows > 0 && !options.skipBad);
    const outcome: ImportOutcome = {
      kind: kind.name,
      file: path.split("/").pop() ?? path,
      file_sha256,
      dry_run: options.dryRun ?? false,
      rows: reading.rows,
      ...judged,
      created: 0,
      refused: nothing ? judged.records - judged.unchanged : refused,
      nothing_written: nothing,
      ignored_columns: reading.ignoredColumns,
      control_problems,
      totals: nothing ? [] : await staging.sumAmounts(tx, "new"),
      problems: await staging.firstProblems(tx, PROBLEMS_TOLD),
    };
    if (options.report) await writeRejected(tx, options.report, reading.header);
    const runId = await recordRun(tx, actor, outcome, startedAt);
    if (!nothing) await create(tx, actor, kind, outcome, options, runId);
    await tx.query(sql`
      update import_runs set counts = ${countsOf(outcome)}::jsonb, finished_at = clock_timestamp()
      where id = ${runId}`);
    return outcome;
  }, { unhurried: true, dryRun: options.dryRun });
}

async function readInto(
  tx: Tx,
  actor: Actor,
  kind: ImportKind,
  path: string,
  { onProgress, signal, report }: ImportOptions,
): Promise<Reading> {
  const reading = new Reading(tx, kind, report !== undefined);
  const read = kind.reader(tx, actor);
  let done = 0;
  try {
    for await (const row of readTable(path, { onRead: (share) => done = share, goOn: true })) {
      if (reading.rows === 0) reading.checkColumns(Object.keys(row.cells));
      await reading.take(row, read);
      if (reading.waiting < ROWS_AT_ONCE) continue;
      signal?.throwIfAborted();
      await reading.flush();
      onProgress?.({ phase: "reading", rows: reading.rows, done });
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    reading.breakOff(error);
  }
  await reading.flush();
  onProgress?.({ phase: "reading", rows: reading.rows, done: 1 });
  return reading;
}

async function create(
  tx: Tx,
  actor: Actor,
  kind: ImportKind,
  outcome: ImportOutcome,
  { onProgress, signal }: ImportOptions,
  runId: number,
): Promise<void> {
  const wanted = outcome.records - outcome.refused - outcome.unchanged;
  for await (const groups of staging.newGroups(tx, ROWS_AT_ONCE)) {
    signal?.throwIfAborted();
    await kind.create(tx, actor, groups);
    if (kind.remembers) await remember(tx, kind, groups, runId);
    outcome.created += groups.length;
    onProgress?.({ phase: "writing", rows: outcome.created, done: outcome.created / wanted });
  }
  if (outcome.created !== wanted) throw new Error(`${outcome.created} of ${wanted} were written`);
}

async function remember(
  tx: Tx,
  kind: ImportKind,
  groups: { key: string; content_hash: string }[],
  runId: number,
): Promise<void> {
  await tx.query(sql`
    insert into imported_rows (kind, key, content_hash, run_id)
    select ${kind.name}, key, content_hash, ${runId}
    from unnest(${groups.map(({ key }) => key)}::text[],
      ${groups.map(({ content_hash }) => content_hash)}::text[]) as taken (key, content_hash)`);
}

async function recordRun(
  tx: Tx,
  actor: Actor,
  outcome: ImportOutcome,
  startedAt: string,
): Promise<number> {
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into import_runs (kind, file_name, file_sha256, counts, run_by, started_at)
    values (${outcome.kind}, ${outcome.file}, ${outcome.file_sha256}, ${countsOf(outcome)}::jsonb,
      ${actor.userId}, ${startedAt}) returning id`);
  return id;
}

function countsOf(outcome: ImportOutcome): string {
  const { problems: _, kind: _kind, file: _file, file_sha256: _hash, ...counts } = outcome;
  return JSON.stringify(counts);
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
