import sql from "sql-template-tag";
import type { Visitor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Database, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { Refusal } from "../errors.ts";
import { passwordFits } from "./passwords.ts";
import { hashToken } from "./tokens.ts";

/** Failures after which an account must wait. */
const PER_ACCOUNT = 10;
/** From where the user is known wrong ones must wait as well, the right one only from so many on. */
const WHERE_KNOWN = 20;
/** Failures from an address within 15 minutes that close it to whoever is not known there. */
const PER_ADDRESS = 50;
const addressWindow = sql`interval '15 minutes'`;
/** An account's failures count for a day; the first wait is a minute, and each failure doubles it. */
const accountWindow = sql`interval '1 day'`;
const FIRST_WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 15 * 60;
/** The same for programs: the failures that pass, and the seconds in which they are counted. */
export const guessLimits = {
  account: { failures: PER_ACCOUNT, seconds: 24 * 60 * 60 },
  address: { failures: PER_ADDRESS, seconds: 15 * 60 },
} as const;
/** For so long after his last login from it an address is one that the user is known at. */
const addressKnown = sql`interval '90 days'`;

export interface Guess {
  /** whose password it should be; undefined where there is no such user */
  userId: number | undefined;
  /** the account as typed, in one spelling, for guesses at users who do not exist */
  identifier: string;
  address: string;
  /** the token of the device, where it has one: see `rememberDevice` */
  device: string | undefined;
  password: string;
  /** undefined where no password can be right: no such user, or an inactive one */
  hash: string | undefined;
  /** whether the second factor fits too; asked only where the password does */
  second?: () => Promise<boolean>;
  /** what the audit calls a wrong one: `user.login_failed` */
  failure: string;
}

/**
 * Looks at a password, after counting the guess. After ten failures for an account within a day each
 * further guess must wait: a minute, then twice as long after every failure, 15 minutes at most. Devices
 * and addresses that the user has logged in from are counted by themselves, so strangers do not keep him
 * out, and there the right password passes for ten failures more. 50 failures from an address within 15
 * minutes close it to those not known there. Counted in the database before the password is looked at, so
 * a restart forgets nothing and guesses at the same time count one by one; a right password clears its
 * own count. Source: docs/roles.md, "Guessed passwords".
 *
 * @throws Refusal `too_many_attempts`, `busy`
 */
export async function guessPassword(
  database: Database,
  visitor: Visitor,
  guess: Guess,
): Promise<boolean> {
  const counted = await inTransaction(database, (tx) => count(tx, guess));
  const { rowId, lane, waitSeconds } = counted;
  if (rowId === undefined) throw tooMany(waitSeconds, counted.limit);
  let fits: boolean;
  try {
    fits = await passwordFits(guess.password, guess.hash, visitor.userId !== null) &&
      (await guess.second?.() ?? true);
  } catch (error) {
    // nobody looked at all of it: no failure, and nothing that makes up for earlier ones
    await inTransaction(
      database,
      (tx) => tx.query(sql`delete from login_failures where id = ${rowId}`),
    );
    throw error;
  }
  await inTransaction(database, async (tx) => {
    if (fits) await tx.query(sql`delete from login_failures where account = ${lane}`);
    else {
      await audit(tx, visitor, {
        action: guess.failure,
        entity: "user",
        entityId: guess.userId ?? null,
        after: { address: guess.address },
      });
    }
  });
  if (!fits && waitSeconds > 0) throw tooMany(waitSeconds);
  return fits;
}

/** A new password clears what was counted against the account, wherever it was guessed at. */
export async function forgetFailures(tx: Tx, userId: number): Promise<void> {
  const account = `user ${userId}`;
  await tx.query(sql`
    delete from login_failures where account = ${account} or starts_with(account, ${`${account} `})`);
}

function accountOf({ userId, identifier }: Guess): string {
  return userId === undefined ? `unknown ${hashToken(identifier)}` : `user ${userId}`;
}

/** What a guess is counted under: the account, or the user at a place where he is known. */
async function laneOf(tx: Tx, guess: Guess): Promise<{ lane: string; known: boolean }> {
  const account = accountOf(guess);
  const [{ device, address }] = await tx.query<[{ device: number | null; address: boolean }]>(sql`
    select (select id from devices where user_id = ${guess.userId ?? null}
        and token_hash = ${hashToken(guess.device ?? "")} and expires_at > now()) as device,
      exists(select from known_addresses where user_id = ${guess.userId ?? null}
        and address = ${guess.address} and last_seen_at > now() - ${addressKnown}) as address`);
  if (device !== null) return { lane: `${account} on device ${device}`, known: true };
  if (address) return { lane: `${account} at ${guess.address}`, known: true };
  return { lane: account, known: false };
}

interface Counted {
  /** undefined: the password is not looked at */
  rowId?: number;
  lane: string;
  /** until the next guess is looked at; where this one is, until a wrong one is answered as wrong again */
  waitSeconds: number;
  /** which of the limits has him wait longest */
  limit: keyof typeof guessLimits;
}

/** Guesses at one account, or from one address, are counted one after the other. */
async function count(tx: Tx, guess: Guess): Promise<Counted> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`guesses at ${accountOf(guess)}`}, 0)),
      pg_advisory_xact_lock(hashtextextended(${`guesses from ${guess.address}`}, 0))`);
  await forgetOldFailures(tx);
  const { lane, known } = await laneOf(tx, guess);
  const [{ failures, since, address_wait }] = await tx.query<
    [{ failures: number; since: number; address_wait: number }]
  >(sql`
    select count(*) as failures,
      coalesce(extract(epoch from clock_timestamp() - max(failed_at)), 0)::float8 as since,
      coalesce(ceil(extract(epoch from (select failed_at from login_failures
          where address = ${guess.address} and failed_at > now() - ${addressWindow}
          order by failed_at desc offset ${PER_ADDRESS - 1} limit 1)
        + ${addressWindow} - clock_timestamp()))::int, 0) as address_wait
    from login_failures where account = ${lane} and failed_at > now() - ${accountWindow}`);
  const waitSeconds = waitAfter(failures - PER_ACCOUNT, since);
  const closedSeconds = known
    ? waitAfter(failures - WHERE_KNOWN, since)
    : Math.max(waitSeconds, address_wait);
  const limit = !known && address_wait > waitSeconds ? "address" : "account";
  if (closedSeconds > 0) return { lane, waitSeconds: closedSeconds, limit };
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into login_failures (account, address, failed_at)
    values (${lane}, ${guess.address}, clock_timestamp()) returning id`);
  return { rowId: id, lane, waitSeconds, limit: "account" };
}

/** Seconds still to wait with so many failures beyond those that are free, the last so long ago. */
function waitAfter(beyond: number, sinceSeconds: number): number {
  if (beyond < 0) return 0;
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** beyond, LONGEST_WAIT_SECONDS);
  return Math.max(0, Math.ceil(wait - sinceSeconds));
}

/** In passing, a few at a time; rows that another login is clearing away are left to it. */
async function forgetOldFailures(tx: Tx): Promise<void> {
  await tx.query(sql`
    delete from login_failures where id in (
      select id from login_failures where failed_at < now() - ${accountWindow}
      order by failed_at limit 100 for update skip locked)`);
}

function tooMany(waitSeconds: number, limit: Counted["limit"] = "account"): Refusal {
  return new Refusal("too_many_attempts", "Too many failed logins. Wait before you try again.", {
    retryAfterSeconds: Math.max(1, waitSeconds),
    limit,
  });
}
