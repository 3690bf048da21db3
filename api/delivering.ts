import { deliver, type Delivering, dueWebhooks } from "../domain/changes/deliver.ts";
import type { Database } from "../domain/db/connect.ts";
import { log } from "./http/log.ts";

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

  async function untilStopped(): Promise<void> {
    while (!signal.aborted) {
      for (const id of await dueWebhooks(database).catch(() => [])) {
        if (!underWay.has(id)) underWay.set(id, deliverTo(id));
      }
      await new Promise<void>((wake) => {
        const timer = setTimeout(wake, PAUSE_MS);
        signal.addEventListener("abort", () => (clearTimeout(timer), wake()), { once: true });
      });
    }
    await Promise.all(underWay.values());
  }

  const ended = untilStopped();
  return () => {
    stopping.abort();
    return ended;
  };
}
