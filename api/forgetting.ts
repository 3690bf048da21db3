import type { Database } from "../domain/db/connect.ts";
import { inTransaction } from "../domain/db/transaction.ts";
import { forgetOldKeys } from "../domain/idempotency.ts";
import { forgetDeliveries } from "../domain/changes/deliver.ts";
import { forgetOldChanges } from "../domain/phones/sync.ts";
import { log } from "./http/log.ts";

const PAUSE_MS = 60 * 60 * 1000;

/** Forgets now and every hour what is kept for a while only; answers how to end that. */
export function keepForgetting(database: Database): () => void {
  async function forget(): Promise<void> {
    try {
      await inTransaction(database, async (tx) => {
        await forgetOldKeys(tx);
        await forgetOldChanges(tx);
        await forgetDeliveries(tx);
      });
    } catch (error) {
      log("warn", "not_forgotten", { error: (error as Error).message });
    }
  }
  void forget();
  const timer = setInterval(() => void forget(), PAUSE_MS);
  return () => clearInterval(timer);
}
