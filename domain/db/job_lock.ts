import sql from "sql-template-tag";
import type { Database } from "./connect.ts";
import { inTransaction } from "./transaction.ts";

/** Another run of the same command is under way. */
export class LockHeld extends Error {}

/**
 * Runs `body` while no other run of the job `name` does, on any machine. The lock lives in a
 * transaction of its own: it ends with the process, also after `kill -9`, and works through a pooler.
 * A machine that dies without a word is noticed by the server within a minute.
 *
 * @throws LockHeld at once when another run holds it
 */
export async function withJobLock<T>(
  database: Database,
  name: string,
  body: () => Promise<T>,
): Promise<T> {
  return await inTransaction(database, async (tx) => {
    await tx.query(sql`
      select set_config('tcp_keepalives_idle', '20', true), set_config('tcp_keepalives_interval', '10', true),
        set_config('tcp_keepalives_count', '3', true), set_config('idle_in_transaction_session_timeout', '0', true)`);
    const [{ held }] = await tx.query<[{ held: boolean }]>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(${`back-office job ${name}`}, 0)) as held`);
    if (!held) throw new LockHeld(`Another run of "${name}" is under way.`);
    return await body();
  }, { unhurried: true });
}
