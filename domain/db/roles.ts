import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import sql, { raw } from "sql-template-tag";
import { connect, type ConnectOptions, type Database, type Tx } from "./connect.ts";
import { quoted } from "./copy.ts";
import { inTransaction } from "./transaction.ts";

/** A login that owns no table. */
export interface Role {
  name: string;
  password: string;
  /** the owner's address of the database, for this role */
  url: string;
}

/** Who serves: `app` writes, and adds to ledgers without changing them; `reader` reads. */
export interface Roles {
  app: Role;
  reader: Role;
}

/**
 * The roles that serve beside the one of this address, which owns the tables. Their passwords follow from
 * the owner's, one way, so every server knows them and none keeps them. None where the address names no
 * role or no password.
 */
export function rolesBeside(url: string): Roles | undefined {
  const [, user, password] = /^\w+:\/\/([^:@/?]+):([^/?]+)@/.exec(url) ?? [];
  if (!user || !password) return;
  const role = (kind: string): Role => {
    const name = `${decodeURIComponent(user)}_${kind}`;
    const own = createHmac("sha256", decodeURIComponent(password)).update(name).digest("base64url");
    const login = `//${encodeURIComponent(name)}:${own}@`;
    return { name, password: own, url: url.replace(/\/\/[^/?]+@/, () => login) };
  };
  return { app: role("app"), reader: role("reader") };
}

/** Makes the roles, or gives those that are there their passwords; a line each, for whoever may do it. */
export function roleStatements({ app, reader }: Roles): string[] {
  return [app, reader].flatMap(({ name, password }) => [
    `do $$ begin if not exists (select from pg_roles where rolname = '${
      name.replaceAll("'", "''")
    }') then create role ${quoted(name)}; end if; end $$`,
    `alter role ${quoted(name)} login password '${verifierOf(password)}'`,
  ]);
}

/** What the server keeps of a password; so none comes into its log. Source: RFC 5803. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, 4096, 32, "sha256");
  const key = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(key("Client Key")).digest("base64");
  const server = key("Server Key").toString("base64");
  return `SCRAM-SHA-256$4096:${salt.toString("base64")}$${stored}:${server}`;
}

/** All that a table may be given, in this order. */
const tableRights = ["select", "insert", "update", "delete", "truncate", "references", "trigger"];

/**
 * Lets the roles that serve at the tables, as far as that is not so yet: both read; `app` adds, and changes
 * and deletes where no trigger refuses it to everybody. So what is a ledger is said once, by its trigger.
 * Nothing where there are no such roles.
 */
export async function letAtTables(tx: Tx): Promise<void> {
  const due = await tx.query<{ schema: string; name: string; role: string; rights: string }[]>(sql`
    with roles as (
      select rolname as role, rolname = current_user || '_app' as writes from pg_roles
      where rolname in (current_user || '_app', current_user || '_reader')),
    things as (
      select c.oid, c.relname as name, c.relnamespace::regnamespace::text as schema, c.relkind as kind,
        c.relkind = 'r' and c.relname <> 'schema_migrations' as written,
        coalesce(bool_or(t.tgtype & 16 > 0 and f.proname = 'refuse_change'), false) as stays,
        coalesce(bool_or(t.tgtype & 8 > 0), false) as kept
      from pg_class c left join pg_trigger t on t.tgrelid = c.oid and t.tgtype & 3 = 3
        left join pg_proc f on f.oid = t.tgfoid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v', 'S')
        and pg_has_role(c.relowner, 'usage')
      group by c.oid),
    wanted as (
      select oid, name, schema, kind, role, array_to_string(array['select',
        case when writes and written then 'insert' end,
        case when writes and written and not stays then 'update' end,
        case when writes and written and not kept then 'delete' end], ', ') as rights
      from things cross join roles where kind <> 'S'
      union all
      select oid, name, schema, kind, role, 'usage' from things cross join roles
      where kind = 'S' and writes)
    select name, schema, role, rights from wanted
    where rights <> case when kind = 'S'
      then case when has_sequence_privilege(role, oid, 'usage') then 'usage' else '' end
      else array_to_string(array(
        select right_of from unnest(${tableRights}::text[]) as right_of
        where has_table_privilege(role, oid, right_of)), ', ') end`);
  if (due.length === 0) return;
  const roles = new Map(due.map(({ role, schema }) => [quoted(role), schema]));
  await tx.query(raw([
    ...[...roles].map(([role, schema]) => `grant usage on schema ${schema} to ${role}`),
    ...due.map(({ name, role }) => `revoke all on ${quoted(name)} from ${quoted(role)}`),
    ...due.map(({ name, role, rights }) => `grant ${rights} on ${quoted(name)} to ${quoted(role)}`),
  ].join(";\n")));
}

/**
 * The roles that serve, once they are let in: they are made where that is not so and the owner may make
 * them. Answers why where it cannot be done.
 */
export async function findRoles(
  owner: Database,
  url: string,
  { make }: { make: boolean },
): Promise<Roles | string> {
  const roles = rolesBeside(url);
  if (!roles) return "DATABASE_URL names no role with a password";
  let refused = await whyNotLetIn(owner, roles);
  if (refused === undefined || !make) return refused ?? roles;
  try {
    await inTransaction(owner, async (tx) => {
      for (const statement of roleStatements(roles)) await tx.query(raw(statement));
      await letAtTables(tx);
    });
  } catch (error) {
    if (!/^(42501|23505|XX000)$/.test(String((error as { code?: unknown }).code))) throw error;
  }
  refused = await whyNotLetIn(owner, roles); // another server may have made them at the same time
  return refused ?? roles;
}

/** Answers what the server, or a pooler before it, says to the first that is not let in. */
async function whyNotLetIn(owner: Database, { app, reader }: Roles): Promise<string | undefined> {
  for (const { name, url } of [app, reader]) {
    const database = connect(url, { readers: 1 });
    try {
      const [{ user }] = await database.query<[{ user: string }]>(
        sql`select current_user as user from schema_migrations limit 1`,
      );
      if (user !== name) return `The address names the role ${user} besides`;
    } catch (error) {
      await owner.query(sql`select 1`); // unless nobody is let in
      return error instanceof Error ? error.message : String(error);
    } finally {
      await database.end();
    }
  }
}

/** Connects as the roles that serve. */
export function connectAs({ app, reader }: Roles, options: ConnectOptions): Database {
  return connect(app.url, { ...options, readUrl: reader.url });
}
