import sql from "sql-template-tag";
import type { createApp } from "../../api/app.ts";
import type { Role } from "../../domain/access/access.ts";
import type { Database } from "../../domain/db/connect.ts";
import { hashPassword } from "../../domain/staff/passwords.ts";
import { findUser } from "../../domain/staff/find_users.ts";
import { openSession } from "../../domain/staff/sessions.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { type Answer, testKeys } from "../support/app.ts";

export const PASSWORD = "Owner#12345";
/** One hash for all test users: each costs a fifth of a second. */
export const passwordHash = await hashPassword(PASSWORD);

let made = 0;

/** A user with `PASSWORD`, put in without HTTP. */
export async function userWith(
  database: Database,
  role: Role,
  fields: { active?: boolean; hash?: string; must_change_password?: boolean } = {},
) {
  const tag = `${++made}-${crypto.randomUUID().slice(0, 4)}`;
  const email = `user-${tag}@example.test`;
  const [{ id }] = await database.query<[{ id: number }]>(sql`
    insert into users (reference_no, name, email, role, active, password_hash, must_change_password)
    values (${`USR-TEST-${tag}`}, ${`Test ${role} ${tag}`}, ${email}, ${role},
      ${fields.active ?? true}, ${fields.hash ?? passwordHash}, ${
    fields.must_change_password ?? false
  })
    returning id`);
  return { id, email };
}

export type Send = (
  method: string,
  path: string,
  options?: { body?: unknown; token?: string; headers?: Record<string, string> },
) => Promise<Answer>;

/** Requests that arrive from a network address. */
export function from(app: ReturnType<typeof createApp>, address: string): Send {
  return async (method, path, { body, token, headers } = {}) => {
    const request = new Request(`http://localhost/api/v1${path}`, {
      method,
      headers: {
        ...body !== undefined && { "content-type": "application/json" },
        ...token !== undefined && { authorization: `Bearer ${token}` },
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const response = await app.fetch(request, { remoteAddr: { hostname: address } });
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    };
  };
}

/** A session opened without looking at a password: a look takes a fifth of a second. */
export async function sessionOf(database: Database, userId: number, address = "10.0.0.1") {
  const user = await findUser(database, userId);
  return await inTransaction(database, (tx) => openSession(tx, testKeys, user, { address }));
}

/** Logs in from an address; the answer's `data`. */
export async function logInFrom(send: Send, identifier: string, password = PASSWORD) {
  const answer = await send("POST", "/auth/login", { body: { identifier, password } });
  if (answer.status !== 200) throw new Error(`login answered ${JSON.stringify(answer.body)}`);
  return answer.body.data as { token: string; refresh_token: string; user: { id: number } };
}
