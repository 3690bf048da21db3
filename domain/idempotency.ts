import sql from "sql-template-tag";
import type { Tx } from "./db/connect.ts";
import { invalid, Refusal } from "./errors.ts";

export interface KeptAnswer {
  status: number;
  location: string | null;
  body: string;
}

/**
 * Claims a caller's Idempotency-Key for this transaction. Answers what was kept when the same request
 * already went through; otherwise nothing, and the caller does the work and then keeps the answer:
 * key, effect and answer commit together. Source: docs/wire.md, "Idempotency".
 *
 * `requestHashes` are the request's hash under each key of the process, the current one first: a
 * secret that was replaced meanwhile does not make a retry look like another request.
 *
 * @throws Refusal `idempotency_in_progress` while another transaction holds the key,
 *   `idempotency_key_reused` when the key stands for another request
 */
export async function claimKey(
  tx: Tx,
  userId: number,
  key: string,
  requestHashes: string[],
): Promise<KeptAnswer | undefined> {
  const [[{ claimed }], [kept]] = await Promise.all([ // sent together: the answer is read under the lock
    tx.query<[{ claimed: boolean }]>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${userId} ${key}`}, 0)) as claimed`),
    tx.query<[(KeptAnswer & { request_hash: string })?]>(sql`
      select request_hash, status, location, body from idempotency_keys
      where user_id = ${userId} and key = ${key} and created_at > now() - interval '30 days'`),
  ]);
  if (!claimed) {
    throw new Refusal(
      "idempotency_in_progress",
      "Conflict: a request with this Idempotency-Key is still running.",
      { retryAfterSeconds: 1 },
    );
  }
  if (kept && !requestHashes.includes(kept.request_hash)) {
    throw invalid(
      { "Idempotency-Key": "was already used for another request" },
      "idempotency_key_reused",
    );
  }
  return kept;
}

/** Keeps the answer for 30 days, in the transaction of the effect. */
export async function keepAnswer(
  tx: Tx,
  userId: number,
  key: string,
  requestHash: string,
  answer: KeptAnswer,
): Promise<void> {
  await tx.later(tx.query(sql`
    insert into idempotency_keys (user_id, key, request_hash, status, location, body)
    values (${userId}, ${key}, ${requestHash}, ${answer.status}, ${answer.location}, ${answer.body})
    on conflict (user_id, key) do update set request_hash = excluded.request_hash,
      status = excluded.status, location = excluded.location, body = excluded.body, created_at = now()`));
}

/** Forgets keys older than 30 days; called by the server now and then. */
export async function forgetOldKeys(tx: Tx): Promise<void> {
  await tx.query(sql`delete from idempotency_keys where created_at < now() - interval '30 days'`);
}
