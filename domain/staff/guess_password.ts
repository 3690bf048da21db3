import sql from "sql-template-tag";
import type { Visitor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Database, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { Refusal } from "../errors.ts";
import { passwordFits } from "./passwords.ts";
import { hashToken } from "./tokens.ts";

/** Failures within 15 minutes that an account, or an address, may have before it must wait. */
const PER_ACCOUNT = 10;
const PER_ADDRESS = 50;
const window = sql`interval '15 minutes'`;

export interface Guess {
  /** whose password it should be; undefined where there is no such user */
  userId: number | undefined;
  /** the account as typed, in one spelling, for guesses at users who do not exist */
  identifier: string;
  address: string;
  password: string;
  /** undefined where no password can be right: no such user, or an inactive one */
  hash: string | undefined;
  /** what the audit calls a wrong one: `user.login_failed` */
  failure: string;
}

/**
 * Looks at a password, after counting the guess: ten failures for an account or 50 from an address in
 * 15 minutes and nothing more is looked at, except from an address that the user has logged in from
 * before, where the right password always passes. Counted in the database before the password is looked
 * at, so a restart forgets nothing and guesses at the same time count one by one. Whoever accepts the
 * password calls `forgetFailures`. Source: docs/roles.md, "Guessed passwords".
 *
 * @throws Refusal `too_many_attempts`, `busy`
 */
export async function guessPassword(
  database: Database,
  visitor: Visitor,
  guess: Guess,
): Promise<boolean> {
  const { rowId, waitSeconds } = await inTransaction(database, (tx) => count(tx, guess));
  if (rowId === undefined) throw tooMany(waitSeconds);
  let fits: boolean;
  try {
    fits = await passwordFits(guess.password, guess.hash, visitor.userId !== null);
  } catch (error) {
    // nobody looked at it
    await inTransaction(
      database,
      (tx) => tx.query(sql`delete from login_failures where id = ${rowId}`),
    );
    throw error;
  }
  if (fits) return true;
  await inTransaction(database, (tx) =>
    audit(tx, visitor, {
      action: guess.failure,
      entity: "user",
      entityId: guess.userId ?? null,
      after: { address: guess.address },
    }));
  if (waitSeconds > 0) throw tooMany(waitSeconds);
  return false;
}

/** A right password clears what was counted against the account. */
export async function forgetFailures(tx: Tx, userId: number): Promise<void> {
  await tx.query(sql`delete from login_failures where account = ${accountOf({ userId })}`);
}

function accountOf(guess: { userId: number | undefined; identifier?: string }): string {
  return guess.userId === undefined
    ? `unknown ${hashToken(guess.identifier ?? "")}`
    : `user ${guess.userId}`;
}

/** Guesses at one account, or from one address, are counted one after the other. */
async function count(tx: Tx, guess: Guess): Promise<{ rowId?: number; waitSeconds: number }> {
  const account = accountOf(guess);
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`guesses at ${account}`}, 0)),
      pg_advisory_xact_lock(hashtextextended(${`guesses from ${guess.address}`}, 0))`);
  await forgetOldFailures(tx);
  const [{ wait_seconds: waitSeconds, known }] = await tx.query<
    [{ wait_seconds: number; known: boolean }]
  >(sql`
    select coalesce(ceil(extract(epoch from greatest(
        (select failed_at from login_failures
          where account = ${account} and failed_at > now() - ${window}
          order by failed_at desc offset ${PER_ACCOUNT - 1} limit 1),
        (select failed_at from login_failures
          where address = ${guess.address} and failed_at > now() - ${window}
          order by failed_at desc offset ${
    PER_ADDRESS - 1
  } limit 1)) + ${window} - clock_timestamp()))::int, 0)
        as wait_seconds,
      exists(select from known_addresses
        where user_id = ${guess.userId ?? null} and address = ${guess.address}) as known`);
  if (waitSeconds > 0 && !known) return { waitSeconds };
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into login_failures (account, address, failed_at)
    values (${account}, ${guess.address}, clock_timestamp()) returning id`);
  return { rowId: id, waitSeconds };
}

/** In passing, a few at a time; rows that another login is clearing away are left to it. */
async function forgetOldFailures(tx: Tx): Promise<void> {
  await tx.query(sql`
    delete from login_failures where id in (
      select id from login_failures where failed_at < now() - ${window}
      order by failed_at limit 100 for update skip locked)`);
}

function tooMany(waitSeconds: number): Refusal {
  return new Refusal("too_many_attempts", "Too many failed logins. Wait before you try again.", {
    retryAfterSeconds: Math.max(1, waitSeconds),
  });
}
