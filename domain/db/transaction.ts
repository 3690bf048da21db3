import type pg from "pg";
import { Refusal } from "../errors.ts";
import { connectionBroke, type Database, known, takesNoWrites, type Tx } from "./connect.ts";
import { Handle, pipeline } from "./handle.ts";
import { sendTogether, SNAPSHOT } from "./readers.ts";
import { nameFailed } from "./statements.ts";

const TRIES = 5;
// Seconds of waiting are capped here and not on the role, so that a pooler in transaction mode works.
const LIMITS = "set local lock_timeout = '8s'; set local statement_timeout = '15s'; " +
  "set local idle_in_transaction_session_timeout = '15s'";
/**
 * Writes look a few rows up by their keys. A plan that was made while a table was young would go on reading
 * all of it while it grows, and one made for each call anew costs more than it runs. A statement that
 * changes rows by a list in JSON says `id = any(…)` beside the join, or the planner may join the whole table.
 */
const BY_KEYS = "set local enable_seqscan = off; set local random_page_cost = 1.1; " +
  "set local plan_cache_mode = force_generic_plan";
const BEGIN = `begin; ${LIMITS}; ${BY_KEYS}`;
/** PostgreSQL looks so often whether anybody still waits for a statement. */
const HEEDFUL = "set local client_connection_check_interval = '1s'";

export interface TransactionOptions {
  /** Run everything, answer everything, keep nothing. */
  dryRun?: boolean;
  /** For bulk work such as an import: no time limit on a statement or on the transaction. */
  unhurried?: boolean;
  /** Only reads, everything as of one moment, without a time limit unless `brief`; holds no writer up. */
  snapshot?: boolean | "brief";
  /** For reads that somebody waits for: ends the transaction at once, with what it runs. */
  signal?: AbortSignal;
}

/**
 * Runs `body` in one transaction and commits it, or rolls it back when it throws or on a dry run.
 * A deadlock, a serialisation failure (40P01, 40001), a prepared statement that is no more or a
 * connection lost before the commit runs the whole body again, up to five times, so `body` must have no
 * effect outside the database.
 *
 * A connection that breaks is destroyed, never reused, and its `tx` refuses every later query. When
 * it breaks during the commit nobody knows the outcome: 503 `outcome_unknown`, and a caller with an
 * idempotency key finds out by sending the same request again.
 *
 * @throws Refusal `database_unavailable`, `busy`, `outcome_unknown`, whatever `body` throws, and the
 *   reason of `signal`
 */
export async function inTransaction<T>(
  database: Database,
  body: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await once(database, body, options);
    } catch (error) {
      if (attempt === TRIES || !mayRunAgain(error)) throw known(error);
      await new Promise((wake) => setTimeout(wake, 10 * attempt + Math.random() * 40 * attempt));
    }
  }
}

async function once<T>(
  database: Database,
  body: (tx: Tx) => Promise<T>,
  { dryRun = false, unhurried = false, snapshot = false, signal }: TransactionOptions,
): Promise<T> {
  const client = await database.checkOut();
  const handle = new Handle(client, database.statements, dryRun);
  pipeline(client, true);
  // Between two queries nobody awaits the client: without a listener a killed backend ends the process.
  const onLoss = (error: Error) => handle.close(error);
  client.on("error", onLoss);
  const stop = () => {
    handle.close(signal!.reason);
    pipeline(client, false); // which would wait for what it has sent
    (client as unknown as pg.Client).end();
  };
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    const begin = snapshot === "brief"
      ? `${SNAPSHOT}; ${LIMITS}`
      : snapshot
      ? SNAPSHOT
      : unhurried
      ? "begin"
      : BEGIN;
    sendTogether(client);
    handle.later(client.query(signal ? `${begin}; ${HEEDFUL}` : begin));
    const result = await body(handle.asTx());
    handle.close();
    await handle.end();
    client.release();
    return result;
  } catch (thrown) {
    handle.close();
    const error = await handle.unknownOutcome() ?? thrown;
    await giveBack(client, error, signal?.aborted);
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener("abort", stop);
    client.off("error", onLoss);
  }
}

async function giveBack(
  client: pg.PoolClient,
  error: unknown,
  ended: boolean | undefined,
): Promise<void> {
  const broken = ended || connectionBroke(error) || takesNoWrites(error) || // another host may
    (error instanceof Refusal && error.code === "outcome_unknown");
  if (broken) return client.release(true);
  try {
    await client.query("rollback");
    client.release();
  } catch {
    client.release(true);
  }
}

/**
 * Whether nothing was kept and the body may simply run again: two transactions met, or the connection
 * broke before the commit was sent (after that it is a Refusal, `outcome_unknown`).
 */
function mayRunAgain(error: unknown): boolean {
  if (error instanceof Refusal) return false;
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40001" || code === "40P01" || nameFailed(error) || connectionBroke(error);
}
