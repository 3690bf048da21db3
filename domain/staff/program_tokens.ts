import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, may, permissionNames } from "../access/access.ts";
import type { TokenKeys } from "../access/token_keys.ts";
import { audit } from "../audit/audit.ts";
import { startOfDay } from "../business/business.ts";
import { addDays } from "../business/calendar.ts";
import type { Db, Tx } from "../db/connect.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { date, flag, id, instant, shaped, text } from "../records/kinds.ts";
import { listPage, type Page } from "../records/paging.ts";
import { everybody, record } from "../records/record.ts";
import { allowRole } from "./create_user.ts";
import type { sessionEnd } from "./end_session.ts";
import { type sessionQuery, sessionSorts } from "./find_sessions.ts";
import { findUser } from "./find_users.ts";
import { lockUser } from "./lock_user.ts";
import { goesOn } from "./sessions.ts";
import { signAccessToken } from "./tokens.ts";

const LONGEST_DAYS = 366;

const fields = everybody({
  id: id("The token.", { example: 31 }),
  name: text("The program that has it.", {
    example: "Nightly export",
    max: 100,
    entry: "required",
    sql: sql`s.program`,
    stored: false,
  }),
  user_id: id("As whom it acts.", { example: 7 }),
  read_only: flag("Whether it only reads.", { example: true, entry: { default: false } }),
  permissions: shaped(
    z.array(z.enum(permissionNames)),
    "These of its role's permissions and no others; null: all of them.",
    {
      example: ["products.read", "invoices.read"],
      nullable: true,
      entry: "optional",
      reads: z.array(z.enum(permissionNames)).min(1, "must name one at least"),
      stored: false,
    },
  ),
  expires_on: date(`Its last business day, at most ${LONGEST_DAYS} days from now.`, {
    example: "2026-12-31",
    seenBy: "nobody",
    entry: "required",
  }),
  expires_at: instant("When it ends.", { example: "2026-12-31T18:00:00.000Z" }),
  created_at: instant("When it was given.", { example: "2026-03-02T04:15:00.000Z" }),
  given_by: id("Who gave it.", { example: 1, nullable: true }),
});

/** A program's way in, as who looks after users sees it. Source: docs/roles.md, "Programs". */
export const programToken = record("ProgramToken", "s", fields);
export type ProgramToken = z.output<typeof programToken.schema>;

/** The same at the moment it is given. */
export const givenToken = record("GivenProgramToken", "s", {
  ...fields,
  ...everybody({
    token: text("Sent as Authorization: Bearer. Shown this once, and kept nowhere.", {
      example: "eyJhbGciOi…",
      sometimes: true,
    }),
  }),
}).schema;

/** The tokens of a user that go on, newest first. @throws Refusal `forbidden`, `not_found` */
export async function listProgramTokens(
  db: Db,
  actor: Actor,
  userId: number,
  query: z.output<typeof sessionQuery>,
): Promise<Page<ProgramToken>> {
  allow(actor, "users.read");
  await findUser(db, userId);
  return await listPage<ProgramToken>(db, query, {
    ...programToken.listed(actor),
    from: sql`sessions s`,
    id: sql`s.id`,
    sorts: sessionSorts,
    where: [sql`s.user_id = ${userId} and s.program is not null`, goesOn],
  });
}

/**
 * Gives a program a token that acts as the user, for as long as is said: best one made for that program
 * alone, with the role that it needs. Whoever gives it counts as that user where two people are asked for.
 *
 * @throws Refusal `forbidden`, `not_found`, `record_in_use`, `invalid_fields`
 */
export async function giveProgramToken(
  tx: Tx,
  keys: TokenKeys,
  actor: Actor,
  userId: number,
  { name, read_only, permissions, expires_on }: z.output<typeof programToken.entry>,
): Promise<z.output<typeof givenToken>> {
  allow(actor, "users.write");
  const account = await lockUser(tx, userId);
  allowRole(actor, account.role);
  if (!account.active) throw conflict("record_in_use", `${account.name} is not active.`);
  if (expires_on < actor.today || expires_on > addDays(actor.today, LONGEST_DAYS)) {
    throw invalid({ expires_on: `must be within the next ${LONGEST_DAYS} days` });
  }
  const lacks = permissions?.filter((each) => !may({ role: account.role }, each)) ?? [];
  if (lacks.length > 0) {
    throw invalid({ permissions: `the role ${account.role} has no ${lacks.join(", ")}` });
  }
  const end = startOfDay(addDays(expires_on, 1));
  const [made] = await tx.query<[ProgramToken]>(sql`
    insert into sessions as s (user_id, program, read_only, permissions, given_by, created_at, expires_at)
    values (${userId}, ${name}, ${read_only}, ${
    permissions ?? null
  }::text[], ${actor.userId}, ${actor.now}, ${end}::timestamptz)
    returning ${programToken.columns(actor)}`);
  const seconds = Math.floor((Date.parse(made.expires_at) - Date.parse(actor.now)) / 1000);
  const claims = { userId, role: account.role, sessionId: made.id };
  await audit(tx, actor, {
    action: "user.give_token",
    entity: "user",
    entityId: userId,
    reference_no: account.reference_no,
    after: { token_id: made.id, name, read_only, permissions, expires_at: made.expires_at },
  });
  return { ...made, token: await signAccessToken(keys, claims, seconds) };
}

/** Ends a program's token: it is refused from the next request on. @throws Refusal `forbidden`, `not_found` */
export async function endProgramToken(
  tx: Tx,
  actor: Actor,
  userId: number,
  tokenId: number,
  { reason }: z.output<typeof sessionEnd>,
): Promise<ProgramToken> {
  allow(actor, "users.write");
  const account = await lockUser(tx, userId);
  allowRole(actor, account.role);
  const [ended] = await tx.query<[ProgramToken?]>(sql`
    update sessions s set revoked_at = now(), revoked_because = 'ended by whoever looks after users'
    where s.id = ${tokenId} and s.user_id = ${userId} and s.program is not null and ${goesOn}
    returning ${programToken.columns(actor)}`);
  if (!ended) throw notFound("Token", tokenId);
  await audit(tx, actor, {
    action: "user.end_token",
    entity: "user",
    entityId: userId,
    reference_no: account.reference_no,
    after: { token_id: tokenId, name: ended.name, reason },
  });
  return ended;
}
