import { deliver, type Delivering, dueWebhooks } from "../domain/changes/deliver.ts";
import type { Database } from "../domain/db/connect.ts";
import { log } from "./http/log.ts";
import { repeat } from "./repeating.ts";

const PAUSE_MS = 1000;

/** Sends webhooks what has changed, about once a second, each hook by itself; answers how to end that. */
export function keepDelivering(database: Database, how: Delivering): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const underWay = new Map<number, Promise<void>>();

  async function deliverTo(id: number): Promise<void> {
    try {
      await deliver(database, id, { ...how, signal });
    } catch (error) {
      if (!signal.aborted) log("warn", "webhook_not_sent", { id, error: (error as Error).message });
    } finally {
      underWay.delete(id);
    }
  }

  const end = repeat(async () => {
    for (const id of await dueWebhooks(database).catch(() => [])) {
      if (!underWay.has(id)) underWay.set(id, deliverTo(id));
    }
  }, PAUSE_MS);
  return async () => {
    stopping.abort();
    await end();
    await Promise.all(underWay.values());
  };
}
