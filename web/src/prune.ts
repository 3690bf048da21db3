import { db } from "./kit/first.ts";

const MAX_READS = 600;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Keeps what is kept within bounds: the oldest reads go first, sooner where the phone is short of room;
 * then photos that belong to no write any more, and the names of writes that are long done. The outbox
 * never loses anything.
 */
export async function prune(most = MAX_READS): Promise<void> {
  const { usage = 0, quota = 0 } = await navigator.storage?.estimate?.() ?? {};
  const tx = (await db()).transaction(["reads", "outbox", "photos", "done"], "readwrite");
  const reads = tx.objectStore("reads");
  let excess = await reads.count() - (quota > 0 && usage / quota > 0.8 ? most / 4 : most);
  for (let at = await reads.index("at").openCursor(); at && excess > 0; at = await at.continue()) {
    // the synchronised lists are what works without internet
    if (at.value.path.startsWith("/sync/")) continue;
    await at.delete();
    excess--;
  }
  const writes = await tx.objectStore("outbox").getAll();
  const named = JSON.stringify(writes.map(({ path, body }) => [path, body]));
  for (const { key, at } of await tx.objectStore("done").getAll()) {
    const old = Date.now() - at > 30 * DAY_MS;
    if (old && !named.includes(key)) await tx.objectStore("done").delete(key);
  }
  const needed = new Set(writes.flatMap(({ photos }) => photos));
  for (const { id, at = 0 } of await tx.objectStore("photos").getAll()) {
    // a form may still be open over a younger one
    if (!needed.has(id) && Date.now() - at > DAY_MS) await tx.objectStore("photos").delete(id);
  }
  await tx.done;
}
