import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { Decimal } from "../money/decimal.ts";
import type { accountKinds, accountTypes } from "./account_words.ts";
import { accountOfMethod } from "./chart.ts";

export type Method = keyof typeof accountOfMethod;
/** The ways by which money comes and goes, each with its account. */
export const methods = Object.keys(accountOfMethod) as [Method, ...Method[]];

export interface NamedAccount {
  id: number;
  number: string;
  role: string | null;
  name: string;
  type: typeof accountTypes[number];
  kind: typeof accountKinds[number];
}

/** How a request names an account: its number, its role or its id. */
export const accountName = () =>
  z.preprocess(
    (value) => value instanceof Decimal ? String(value) : value,
    z.string("must name an account").regex(
      /^([0-9]{1,15}|[a-zA-Z_]{1,40})$/,
      "must be the number, the role or the id of an account",
    ),
  ).meta({ override: { type: ["string", "integer"] } }) as z.ZodType<string>;

/**
 * The account that a request names by number, role or id; a number stands before an id.
 * @throws Refusal `invalid_fields` on `field` where there is none, or it may not be chosen
 */
export async function namedAccount(db: Db, name: string, field: string): Promise<NamedAccount> {
  return await the(
    db,
    sql`a.number = ${name} or a.role = ${name.toLowerCase()} or a.id::text = ${name}
    order by a.number = ${name} desc limit 1`,
    field,
  );
}

/**
 * The money account that something comes into or is paid from: the one named, else the one that the
 * settings have for the method. Source: docs/books.md, "Money accounts".
 *
 * @throws Refusal `invalid_fields` on `field`
 */
export async function moneyAccount(
  db: Db,
  { account_id, method }: { account_id?: number | null; method: string },
  field = "account_id",
): Promise<NamedAccount> {
  const found = await the(
    db,
    account_id == null
      ? sql`a.id = (select account_id from method_accounts where method = ${method})`
      : sql`a.id = ${account_id}`,
    field,
  );
  if (found.kind !== "money") throw invalid({ [field]: `${found.name} holds no money` });
  return found;
}

async function the(db: Db, which: Sql, field: string): Promise<NamedAccount> {
  const [found] = await db.query<[NamedAccount & { active: boolean } | undefined]>(sql`
    select a.id, a.number, a.role, a.name, a.type, a.kind, a.active from accounts a where ${which}`);
  if (!found) throw invalid({ [field]: "names no account" });
  if (!found.active) throw invalid({ [field]: `${found.name} is not used any more` });
  return found;
}
