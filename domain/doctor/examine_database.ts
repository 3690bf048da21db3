import sql from "sql-template-tag";
import type { Config } from "../config/config.ts";
import { type Database, MOST_READERS } from "../db/connect.ts";
import { schemaState } from "../db/migrate.ts";
import type { OpenDatabase } from "../db/open.ts";
import { findRoles } from "../db/roles.ts";
import { bad, type Finding, good, warning } from "./finding.ts";
import { examineWork } from "./examine_work.ts";

interface Facts {
  version: string;
  version_number: number;
  is_superuser: boolean;
  may_create: boolean;
  may_write: boolean;
  connections: number;
  time: string;
}

const SKEW_WARNING_MS = 2_000;
const SKEW_BAD_MS = 60_000;

/** What the database says of itself, its schema and the work in it. Only reads, and never migrates. */
export async function examineDatabase(
  { database, url }: Pick<OpenDatabase, "database" | "url">,
  config: Config,
): Promise<Finding[]> {
  const asked = Date.now();
  const [facts] = await database.query<[Facts]>(sql`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as version_number,
      current_setting('is_superuser') = 'on' as is_superuser,
      has_schema_privilege(current_schema(), 'create') as may_create,
      coalesce((select bool_and(has_table_privilege(oid, 'select, insert')) from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'), true) as may_write,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as connections,
      to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time`);
  const middle = (asked + Date.now()) / 2;
  const schema = await examineSchema(database);
  return [
    version(facts, config),
    privileges(facts),
    await poolMode(database),
    pool(facts, config),
    clock(Math.abs(new Date(facts.time).getTime() - middle)),
    schema,
    ...schema.verdict === "good"
      ? [await examineRoles(database, url, config), ...await examineWork(database)]
      : [],
  ];
}

/** The first releases without a fault of security that is known. Source: PostgreSQL's releases of August 2026. */
const sound = { as_of: "2026-08-13", releases: [150_019, 160_015, 170_011, 180_006] };

function version({ version, version_number }: Facts, config: Config): Finding {
  if (version_number < 150_000) {
    return bad("postgres", `PostgreSQL ${version} is too old.`, "Use PostgreSQL 15 or later.");
  }
  const major = Math.trunc(version_number / 10_000);
  const least = sound.releases.find((release) => Math.trunc(release / 10_000) === major);
  if (least === undefined || version_number >= least) {
    return good("postgres", `PostgreSQL ${version}.`);
  }
  return warning(
    "postgres",
    `PostgreSQL ${version} lacks the security fixes of ${sound.as_of} (${major}.${
      least % 10_000
    }).`,
    config.DATABASE_URL
      ? "Update the server."
      : "It listens to this machine only. In production set DATABASE_URL to a PostgreSQL that your system keeps up to date.",
  );
}

function privileges({ is_superuser, may_create, may_write }: Facts): Finding {
  const name = "privileges";
  if (!may_write || !may_create) {
    return bad(
      name,
      `The role may not ${may_write ? "make tables in the schema" : "write every table"}.`,
      "Let the role of DATABASE_URL own the database.",
    );
  }
  return is_superuser
    ? warning(name, "The service connects as a superuser.", "Give it a role of its own.")
    : good(name, "The role may do what the service needs, and no more.");
}

/** Who owns the tables could switch off what keeps ledgers as they are. */
async function examineRoles(owner: Database, url: string, config: Config): Promise<Finding> {
  const name = "roles";
  const roles = await findRoles(owner, url, { make: false });
  if (typeof roles !== "string") {
    return good(name, `The server serves as ${roles.app.name}, who cannot change ledgers.`);
  }
  return warning(
    name,
    `The server serves as the owner of the tables, who could change ledgers: ${roles}.`,
    config.DATABASE_URL
      ? "Give psql, as a superuser, what deno task cli db roles prints, and start the server again."
      : "Stop whatever uses this data folder, and start the server again.",
  );
}

/** A pooler in transaction mode hands out another server process from statement to statement. */
async function poolMode(database: Database): Promise<Finding> {
  const client = await database.checkOut();
  try {
    const ids = new Set();
    for (let i = 0; i < 5; i++) {
      const { rows } = await client.query("select pg_backend_pid() as id");
      ids.add(rows[0].id);
    }
    return good(
      "pool_mode",
      ids.size > 1
        ? "A pooler in transaction mode stands between: the service keeps no session state."
        : "One server process a connection: direct, or through a pooler in session mode.",
    );
  } finally {
    client.release();
  }
}

function pool({ connections }: Facts, { DB_POOL }: Config): Finding {
  const wanted = DB_POOL + MOST_READERS;
  return wanted > connections
    ? bad(
      "connections",
      `The service wants ${wanted} connections, the server gives ${connections}.`,
      "Lower DB_POOL or raise max_connections.",
    )
    : good("connections", `The service wants ${wanted} of ${connections} connections.`);
}

function clock(skewMs: number): Finding {
  const found = `The clocks of this machine and the database differ by ${Math.trunc(skewMs)} ms.`;
  const todo = "Let both follow a time server.";
  if (skewMs > SKEW_BAD_MS) return bad("clock", found, todo);
  return skewMs > SKEW_WARNING_MS ? warning("clock", found, todo) : good("clock", found);
}

async function examineSchema(database: Database): Promise<Finding> {
  const { applied, pending, newer, edited } = await schemaState(database);
  const name = "migrations";
  if (newer.length > 0) {
    return bad(
      name,
      `The database is newer than this version: ${newer[0]}.`,
      "Update the program.",
    );
  }
  if (edited.length > 0) {
    return bad(
      name,
      `${edited[0]} was edited after it was applied.`,
      "Bring the original file back.",
    );
  }
  if (pending.length > 0) {
    return warning(
      name,
      `${pending.length} migrations wait, ${applied.length} were applied.`,
      "Run deno task cli db migrate, or start the server.",
    );
  }
  return good(name, `The schema is up to date: ${applied.length} migrations.`);
}
