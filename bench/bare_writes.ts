/**
 * The limit that writes are held against: a Hono handler that writes the rows that a deed of the service left,
 * in one statement, without asking who may or whether it is right.
 * `PORT=8001 deno run -A bench/bare_writes.ts DEEDS.json URL`, with `{ name: Deed[] }` in the file; then
 * `POST /NAME`, which does one after the other of them with ids and numbers of its own.
 */
import { createHash } from "node:crypto";
import { Hono } from "hono";
import pg from "pg";
import { connect } from "../domain/db/connect.ts";
import type { Json } from "./service.ts";
import { type Deed, lastIds, type Table, tablesOf } from "./written_rows.ts";

/** As many as the service has. */
const CONNECTIONS = 10;
/**
 * Who has a counter holds up the others, as in the service, so that nobody waits for two rows. PostgreSQL does
 * the parts of a statement from the last one on.
 */
const FIRST = "document_counters";
/** Ids of records of several kinds, without a foreign key. */
const LOOSE = ["source_id", "source_line_id", "entity_id"];

const [file, url] = Deno.args;
const deeds: Record<string, Deed[]> = JSON.parse(await Deno.readTextFile(file));
const database = connect(url);
const tables = await tablesOf(database);
const last = await lastIds(database, tables);
await database.end();

const list = (columns: string[], of = "") => columns.map((each) => of + each).join(", ");

/** One statement for whatever these tables get; `$1` has the rows by table. */
function statementOf({ created, changed }: Deed): string {
  const parts = tables.toSorted((a, b) => Number(a.name === FIRST) - Number(b.name === FIRST))
    .flatMap((table) => [
      ...table.name in changed ? [change(table)] : [],
      ...table.name in created ? [create(table)] : [],
    ]);
  if (created.audit_log) {
    parts.push(`unsealed as (insert into audit_unsealed (audit_id) select id from new_audit_log)`);
  }
  return `with ${parts.join(",\n")} select 1`;
}

const rowsOf = ({ name }: Table, of: string) =>
  `jsonb_populate_recordset(null::${name}, $1::jsonb->'${of}'->'${name}') r`;

function create(table: Table): string {
  const { name, columns } = table;
  return `new_${name} as (insert into ${name} (${list(columns)}) overriding system value
    select ${list(columns, "r.")} from ${rowsOf(table, "created")} returning *)`;
}

function change(table: Table): string {
  const { name, columns, key } = table;
  if (key.join() === "id") {
    const rest = columns.filter((each) => each !== "id");
    return `set_${name} as (update ${name} t set (${list(rest)}) = row(${list(rest, "r.")})
      from ${rowsOf(table, "changed")} where t.id = r.id)`;
  }
  const set = columns.filter((each) => !key.includes(each)).map((each) =>
    `${each} = excluded.${each}`
  );
  return `set_${name} as (insert into ${name} (${list(columns)}) select ${list(columns, "r.")}
    from ${rowsOf(table, "changed")} on conflict (${list(key)}) do update set ${set.join(", ")})`;
}

/** The rows of a deed for the `n`th time: new ids, new numbers, and what refers to them. */
function again({ created, changed }: Deed): (n: number) => string {
  const ids = new Map<string, number>();
  for (const [name, rows] of Object.entries(created)) {
    rows.forEach(({ id }, rank) => ids.set(`${name} ${id}`, rank));
  }
  const numbers = [...new Set(Object.values(created).flat().map((row) => row.reference_no))]
    .filter((each) => /\d{6}$/.test(each ?? ""));
  const spots: { row: Json; column: string; put: (n: number) => unknown }[] = [];
  for (const table of tables) {
    for (const row of [...created[table.name] ?? [], ...changed[table.name] ?? []]) {
      for (const [column, value] of Object.entries(row)) {
        const to = column === "id" ? table.name : table.refers[column];
        const of = LOOSE.includes(column)
          ? Object.keys(created).find((name) => ids.has(`${name} ${value}`))
          : to;
        const rank = ids.get(`${of} ${value}`);
        if (rank !== undefined) {
          const first = last[of!] + 1 + rank;
          spots.push({ row, column, put: (n) => first + n * MOST });
        } else if (typeof value === "string" && numbers.some((each) => value.includes(each))) {
          spots.push({ row, column, put: (n) => renumbered(value, numbers, n) });
        }
      }
    }
  }
  return (n) => {
    for (const { row, column, put } of spots) row[column] = put(n);
    return JSON.stringify({ created, changed });
  };
}

/** More rows than a deed makes in one table. */
const MOST = 100;

function renumbered(text: string, numbers: string[], n: number): string {
  return numbers.reduce(
    (said, each, at) =>
      said.replaceAll(each, `${each.slice(0, -6)}${(n + 1) * MOST + at + 1_000_000}`),
    text,
  );
}

const ready = new Map(
  Object.entries(deeds).map(([name, all]) => [
    name,
    all.map((deed) => {
      const text = statementOf(deed);
      return { text, name: createHash("sha1").update(text).digest("hex"), rows: again(deed) };
    }),
  ]),
);
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
let done = 0;
const app = new Hono();
app.onError((error, c) => c.text(`${error}: ${(error as pg.DatabaseError).detail ?? ""}`, 500));
app.post("/:name", async (c) => {
  const n = done++;
  const all = ready.get(c.req.param("name"))!;
  const { text, name, rows } = all[n % all.length];
  await pool.query({ text, name, values: [rows(n)] });
  return c.json({ data: n });
});
Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get("PORT")), onListen() {} }, app.fetch);
