import sql, { raw } from "sql-template-tag";
import { connect, type Database } from "../../domain/db/connect.ts";
import { copyIn, copyOut, type TableColumns } from "../../domain/db/copy.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { freshDatabase, type TestDatabase } from "../../tests/support/db.ts";
import { openOffice, writeShipments } from "../../tests/support/terminal.ts";
import { runImport } from "../import_rows.ts";
import { timeOf } from "../load.ts";
import type { Figure } from "./limit.ts";

const ROWS = 100_000;
const GOAL = 0.1;
const PEAK_MB = 200;
/** What an import writes, in the order of what refers to what; triggers write the rest here as there. */
const WRITTEN = ["shipments", "shipment_items", "history", "audit_log", "audit_unsealed"];
/** What it refers to. */
const REFERRED = ["users", "suppliers"];

/** `shipment import` against COPY of the very rows that it wrote into the same tables of another database. */
export async function importAgainstCopy(toEnd: AsyncDisposableStack): Promise<Figure[]> {
  const office = toEnd.use(await openOffice());
  const file = `${office.folder}/shipments.csv`;
  await writeShipments(file, ROWS);
  const { seconds, cpuSeconds, peakMib } = await runImport(office, file);
  const copySeconds = await copyWritten(office, toEnd.use(await freshDatabase()));
  const share = copySeconds / seconds;
  const peak = peakMib * 1024 * 1024 / 1e6;
  return [
    {
      what: "import, and COPY of what it wrote into such tables",
      found: `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s CPU) and ${
        copySeconds.toFixed(1)
      } s, ${(100 * share).toFixed(0)} % of its rate`,
      goal: `≥ ${100 * GOAL} %`,
      kept: share >= GOAL,
    },
    {
      what: "peak memory of the process",
      found: `${peak.toFixed(0)} MB`,
      goal: `< ${PEAK_MB} MB`,
      kept: peak < PEAK_MB,
    },
  ];
}

/** Seconds that PostgreSQL takes for the rows, with every index, constraint and trigger, in one transaction. */
async function copyWritten(from: TestDatabase, to: TestDatabase): Promise<number> {
  const content = new Map<string, Uint8Array[]>();
  const tables = new Map<string, TableColumns>();
  for (const table of [...REFERRED, ...WRITTEN]) {
    const columns = { table, columns: await columnsOf(from.database, table) };
    tables.set(table, columns);
    const rows = inTransaction(from.database, (tx) => Array.fromAsync(copyOut(tx, columns)));
    content.set(table, await rows);
  }
  const write = (database: Database, names: string[]) =>
    inTransaction(database, async (tx) => {
      for (const name of names) {
        await copyIn(tx, tables.get(name)!, ReadableStream.from(content.get(name)!));
      }
    }, { unhurried: true });
  const database = connect(to.url);
  try {
    await write(database, REFERRED);
    return await timeOf(() => write(database, WRITTEN)) / 1000;
  } finally {
    await database.end();
  }
}

/** Those that are kept: PostgreSQL works the others out. */
async function columnsOf(database: Database, table: string): Promise<string[]> {
  const rows = await database.query<{ name: string }[]>(sql`
    select attname as name from pg_attribute
    where attrelid = ${raw(`'${table}'`)}::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' order by attnum`);
  return rows.map(({ name }) => name);
}
