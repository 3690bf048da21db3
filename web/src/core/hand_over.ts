import { db } from "./db.ts";
import { clockAheadMs } from "./net.ts";
import { flush } from "./outbox.ts";
import { session } from "./session.ts";
import { type DoneWrite, needs, type Photo, type Write } from "./write.ts";

/**
 * What waits on one phone, as a file for another. The keys go along and stay, so the server does each
 * write once, whichever phone sends it first; keys count per user, so it has to be the same one there.
 */

const FORMAT = "back-office-queue-1";

interface HandOver {
  user: { id: number; name: string };
  saved_at: string;
  writes: Write[];
  /** writes sent earlier that made records which these name */
  done: DoneWrite[];
  photos: Photo[];
}

/** The file, and from now on no write in it is changed here: the other phone may have sent it. */
export async function handOver(): Promise<Blob> {
  const tx = (await db()).transaction(["outbox", "done", "photos"], "readwrite");
  const outbox = tx.objectStore("outbox");
  const writes: Write[] = [];
  for (const write of await outbox.getAll()) {
    // both phones have to send the same to the letter, the time included
    const occurredAt = write.tries > 0
      ? write.occurredAt
      : new Date(write.at - (clockAheadMs ?? 0)).toISOString();
    const fixed = { ...write, tries: Math.max(1, write.tries), occurredAt };
    await outbox.put(fixed);
    writes.push(fixed);
  }
  const needed = new Set(writes.flatMap(needs));
  const done = (await tx.objectStore("done").getAll()).filter(({ key }) => needed.has(key));
  const named = new Set(writes.flatMap((write) => write.photos));
  const photos = (await tx.objectStore("photos").getAll()).filter(({ id }) => named.has(id));
  await tx.done;
  const { id, name } = session.value!.user;
  const file = {
    format: FORMAT,
    user: { id, name },
    saved_at: new Date().toISOString(),
    writes,
    done,
    photos: photos.map((photo) => ({ ...photo, bytes: inBase64(photo.bytes) })),
  };
  return new Blob([JSON.stringify(file)], { type: "application/json" });
}

function inBase64(bytes: ArrayBuffer): string {
  let text = "";
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return btoa(text);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;

/** What a file of another phone holds; undefined: it is none of ours, or broken. */
export async function readHandOver(file: Blob): Promise<HandOver | undefined> {
  try {
    const given = JSON.parse(await file.text());
    const ours = given.format === FORMAT && given.writes.every(isWrite);
    return ours
      ? {
        ...given,
        photos: given.photos.map((photo: { bytes: string }) => ({
          ...photo,
          bytes: fromBase64(photo.bytes),
        })),
      }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a line of the file is a write, and goes to our API. Whether it is allowed, the server
 * decides.
 */
const isWrite = ({ key, path, photos }: Write) =>
  /^[0-9a-f-]{36}$/.test(key) && /^\/[\w/~-]+$/.test(path) && photos.length >= 0;

/** Puts them into this phone's queue, in their order, but for those that it knows already; how many came. */
export async function takeOver({ writes, done, photos }: HandOver): Promise<number> {
  const tx = (await db()).transaction(["outbox", "done", "photos"], "readwrite");
  const outbox = tx.objectStore("outbox");
  const sent = tx.objectStore("done");
  const came = new Set<string>();
  let count = 0;
  for (const { seq: _place, ...write } of writes) {
    if (await outbox.index("key").count(write.key) + await sent.count(write.key) > 0) continue;
    await outbox.add({ ...write, notBefore: 0 });
    for (const photo of write.photos) came.add(photo);
    count++;
  }
  for (const one of done) if (!await sent.count(one.key)) await sent.put(one);
  for (const photo of photos) if (came.has(photo.id)) await tx.objectStore("photos").put(photo);
  await tx.done;
  void flush();
  return count;
}
