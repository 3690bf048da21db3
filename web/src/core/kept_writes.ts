import { signal } from "@preact/signals";
import { db } from "./db.ts";
import { withDependents, type Write } from "./write.ts";

/** Every write that the server has not confirmed, oldest first. */
export const queue = signal<Write[]>([]);
/** Changes after confirmed writes: a screen that shows lists reads again then. */
export const sentCount = signal(0);

/** Told is what changed: the queue (false), or what the server has (true). */
const otherTabs = new BroadcastChannel("outbox");
otherTabs.onmessage = ({ data: sent }) => void (sent ? sentCount.value++ : reload());

export async function reload(): Promise<void> {
  queue.value = await (await db()).getAll("outbox");
}

/** After every change on the disk: what is shown follows, here and in other tabs. */
export async function changed(): Promise<void> {
  await reload();
  otherTabs.postMessage(false);
}

/** After confirmed writes: what screens show is read again, here and in other tabs. */
export function readAgain(): void {
  sentCount.value++;
  otherTabs.postMessage(true);
}

/**
 * Changes a write where it still stands, in one step: another tab or the sending itself may be at it.
 * What `change` answers is kept; undefined leaves the write alone.
 */
export async function changeWrite(
  key: string,
  change: (write: Write) => Write | undefined,
): Promise<Write | undefined> {
  const tx = (await db()).transaction("outbox", "readwrite");
  const write = await tx.store.index("key").get(key);
  const next = write && change(write);
  if (next) await tx.store.put(next);
  await tx.done;
  await changed();
  return next;
}

/**
 * Removes a write if `mayGo` says so, with its photos and with the writes that need the record
 * which it would have made.
 */
export async function remove(key: string, mayGo: (write: Write) => boolean): Promise<boolean> {
  const tx = (await db()).transaction(["outbox", "photos"], "readwrite");
  const outbox = tx.objectStore("outbox");
  const write = await outbox.index("key").get(key);
  const goes = write !== undefined && mayGo(write);
  for (const one of goes ? withDependents(await outbox.getAll(), key) : []) {
    await outbox.delete(one.seq!);
    for (const photo of one.photos) await tx.objectStore("photos").delete(photo);
  }
  await tx.done;
  await changed();
  return goes;
}
