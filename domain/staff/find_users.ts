import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import { roles } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { matchesLinked, phoneMatches } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { looksLikePhone, phoneDigits } from "../records/phone_number.ts";
import { columns, type User, user } from "./user.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  name: { by: sql`lower(u.name)`, type: "text" },
  role: { by: sql`u.role`, type: "text" },
  created_at: { by: sql`u.created_at`, type: "timestamptz" },
};

export const userQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  role: wordList(roles, "With these roles."),
  active: field.flag().optional().describe("Who may log in, or with false the others."),
  department: field.text(100).optional().describe("Of this department, in any case."),
});

/** Users, newest first. `search` looks at name, number, e-mail, phone and employee code. */
export function listUsers(db: Db, query: z.output<typeof userQuery>): Promise<Page<User>> {
  return recordPage<User>(db, query, {
    ...user.listed(anybody),
    from: sql`users u`,
    id: sql`u.id`,
    sorts,
    where: [
      query.role !== undefined && sql`u.role = any(${query.role})`,
      query.active !== undefined && sql`u.active = ${query.active}`,
      query.department !== undefined && sql`lower(u.department) = lower(${query.department})`,
      madeWithin(sql`u.created_at`, query),
      found(query.search),
    ],
  });
}

function found(search: string | undefined): Sql | undefined {
  if (search === undefined) return undefined;
  const texts = [
    sql`u.name`,
    sql`u.reference_no`,
    sql`u.email`,
    sql`u.phone`,
    sql`u.employee_code`,
  ];
  return matchesLinked(search, texts, [], phoneMatches(sql`u.phone_digits`, search));
}

/** @throws Refusal `not_found` */
export async function findUser(db: Db, id: number): Promise<User> {
  return await readOne<User>(
    db,
    sql`select ${columns} from users u where u.id = ${id}`,
    "User",
    id,
  );
}

/**
 * A user named as at the terminal: by e-mail, phone, employee code, number or id, active or not.
 * @throws Refusal `not_found`
 */
export async function findUserNamed(db: Db, named: string): Promise<User> {
  const name = named.trim().toLowerCase();
  const digits = looksLikePhone(name) ? phoneDigits(name) : null;
  return await readOne<User>(
    db,
    sql`
    select ${columns} from users u
    where u.email = ${name} or lower(u.employee_code) = ${name} or lower(u.reference_no) = ${name}
      or u.id::text = ${name} or u.phone_digits = ${digits}
    order by u.email = ${name} desc nulls last, lower(u.employee_code) = ${name} desc nulls last,
      lower(u.reference_no) = ${name} desc, u.id::text = ${name} desc limit 1`,
    "User",
    named,
  );
}
