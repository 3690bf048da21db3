import sql, { raw } from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";

/** What a database was like before its first test. */
export interface Pristine {
  /** of the tables that migrations fill: their columns, and their rows as PostgreSQL writes them */
  seeds: Seed[];
  /** asks what differs */
  look: ReturnType<typeof raw>;
  found: Found;
}

interface Seed {
  name: string;
  columns: string;
  rows: string[];
}

interface Found {
  /** of everything that `create`, `alter`, `drop`, `grant`, `vacuum` and `analyze` change */
  shape: string;
  /** tables that have rows and had none */
  filled: string[];
  /** what each of the tables has that migrations fill */
  seeded: string[];
  /** what `setval` takes, of each sequence */
  sequences: string[];
  /** of all tables, with what is dead in them */
  bytes: number;
  connections: number;
  /** whether somebody else is still there, such as a program of the test, or what it locked */
  strangers: boolean;
}

/** Of these every object that is not PostgreSQL's own counts. */
const catalogs = {
  pg_class: "oid >= 16384",
  pg_attribute: "attrelid >= 16384",
  pg_attrdef: "true",
  pg_constraint: "oid >= 16384",
  pg_index: "indexrelid >= 16384",
  pg_trigger: "true",
  pg_rewrite: "oid >= 16384",
  pg_proc: "oid >= 16384",
  pg_type: "oid >= 16384",
  pg_namespace: "nspname !~ '^pg_(toast_)?temp_'",
  pg_statistic_ext: "true",
  pg_policy: "true",
  pg_event_trigger: "true",
  pg_default_acl: "true",
  pg_extension: "true",
  pg_db_role_setting:
    "setdatabase = (select oid from pg_database where datname = current_database())",
};

/** A change gives a row of a catalog a new number of a transaction; what it counts of tables is written over. */
const shape = [
  ...Object.entries(catalogs).map(([name, where]) =>
    `(select concat(count(*), ' ', max(xmin::text::bigint)) from ${name} where ${where})`
  ),
  "(select concat(sum(relpages), ' ', sum(reltuples)) from pg_class where relkind = 'r' and oid >= 16384)",
  "(select concat(datacl, datconnlimit) from pg_database where datname = current_database())",
].join(", ");

/** Looks at a database that nobody has used yet. */
export async function pristine(database: Database): Promise<Pristine> {
  const tables = await database.query<{ name: string; columns: string }[]>(sql`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum)
      filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by 1`);
  const seeds: Seed[] = [];
  for (const table of tables) {
    const rows = await database.query<{ row: string }[]>(
      raw(`select t::text as row from ${table.name} t`),
    );
    if (rows.length > 0) seeds.push({ ...table, rows: rows.map(({ row }) => row) });
  }
  const isSeed = new Set(seeds.map(({ name }) => name));
  const filled = tables.filter(({ name }) => !isSeed.has(name))
    .map(({ name }) => `case when exists (select from ${name}) then '${name}' end`);
  const seeded = seeds.map(({ name }) =>
    `(select md5(string_agg(t::text, '' order by t::text)) from ${name} t)`
  );
  const look = raw(`select array_to_string(array[${shape}], ', ') as shape,
    array_remove(array[${filled}]::text[], null) as filled, array[${seeded}] as seeded,
    array(select format('%L, %s, %L', seqrelid::regclass, last_value, is_called)
      from pg_sequence, pg_get_sequence_data(seqrelid) order by seqrelid) as sequences,
    (select sum(pg_relation_size(oid))::bigint from pg_class where relkind = 'r' and oid >= 16384) as bytes,
    (select count(*) from pg_stat_activity where datname = current_database()) as connections,
    exists (select from pg_stat_activity
      where datname = current_database() and client_addr is not null) or
    exists (select from pg_locks l join pg_database d on d.oid = l.database
      where locktype = 'advisory' and datname = current_database()) as strangers`);
  const [found] = await database.query<[Found]>(look);
  return { seeds, look, found };
}

/** More is not worth tidying up: who reads on would pass by what is dead. */
const MOST_BYTES = 4_000_000;
/** Idle ones of a race are not kept from other workers, for which there are a hundred. */
const MOST_CONNECTIONS = 10;

/**
 * Gives a database back what it was like before its first test. Answers whether that was possible: not
 * where a test changed more than rows, or wrote very many.
 */
export async function reset(database: Database, before: Pristine): Promise<boolean> {
  let [found] = await database.query<[Found]>(before.look);
  for (let tries = 0; found.strangers && tries < 10; tries++) { // which are about to go
    await new Promise((wake) => setTimeout(wake, 20));
    [found] = await database.query<[Found]>(before.look);
  }
  if (found.shape !== before.found.shape || found.strangers) return false;
  if (found.bytes > MOST_BYTES || found.connections > MOST_CONNECTIONS) return false;
  const changed = before.seeds.filter((_, i) => found.seeded[i] !== before.found.seeded[i]);
  const emptied = [...found.filled, ...changed.map(({ name }) => name)];
  const drawn = before.found.sequences.filter((each, i) => found.sequences[i] !== each);
  await inTransaction(database, async (tx) => {
    await tx.query(raw([
      // neither foreign keys nor the ledgers' triggers, which refuse to delete
      "set local session_replication_role = replica",
      ...emptied.map((name) => `delete from ${name}`),
      ...drawn.map((each) => `select setval(${each})`),
    ].join("; ")));
    for (const { name, columns, rows } of changed) {
      await tx.query(sql`
        insert into ${raw(name)} (${raw(columns)}) overriding system value
        select ${raw(columns)} from unnest(${rows}::text[]::${raw(name)}[])`);
    }
  });
  return true;
}
