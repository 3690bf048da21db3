import { signal } from "@preact/signals";
import type { Receipt } from "./answers.ts";
import { ApiError, NoAnswer } from "./api.ts";
import { db } from "./db.ts";
import { clockAheadMs } from "./net.ts";
import { changed, changeWrite, queue, readAgain, reload, remove } from "./kept_writes.ts";
import { readFresh } from "./reads.ts";
import { forget, needPassword, session } from "./session.ts";
import { sendWrite } from "./send_write.ts";
import {
  backOffMs,
  type DoneWrite,
  idsOf,
  isDue,
  LONGEST_WAIT_MS,
  needs,
  type NewWrite,
  nextTime,
  nextWrite,
  occurredAt,
  type Problem,
  settled,
  type Write,
} from "./write.ts";

export const sending = signal<string | undefined>(undefined);
const UNDO_MS = 8000;
/** While much is being sent, screens read again no more often than this. */
const READ_AGAIN_MS = 3000;

/**
 * Keeps writes on this phone, all or none; they are safe from then on. Sent after the time for undoing them
 * is over.
 */
export async function enqueueAll(writes: NewWrite[]): Promise<Write[]> {
  const kept = writes.map(({ undo = true, key = crypto.randomUUID(), ...given }): Write => ({
    ...given,
    key,
    record: given.record ?? (given.method === "POST" ? `~${key}` : given.path),
    photos: given.photos ?? [],
    at: Date.now(),
    tries: 0,
    state: "waiting",
    notBefore: undo ? Date.now() + UNDO_MS : 0,
  }));
  const ids = idsOf(kept.some((one) => needs(one).length) ? await (await db()).getAll("done") : []);
  // "strict": on the disk itself, so that an empty battery does not lose it
  const tx = (await db()).transaction("outbox", "readwrite", { durability: "strict" });
  for (const one of kept) one.seq = await tx.store.add(settled(one, ids));
  await tx.done;
  await changed();
  // a first write is worth asking the browser not to clear our storage
  void navigator.storage?.persist?.();
  plan();
  return kept;
}

/** Keeps one write, as `enqueueAll` does. */
export const enqueue = async (write: NewWrite): Promise<Write> => (await enqueueAll([write]))[0];

/** Takes a write back while it has not been sent; false when it is too late. */
export function undo(key: string): Promise<boolean> {
  return remove(key, (write) => write.tries === 0);
}

/** Gives a write up. */
export async function discard(key: string): Promise<void> {
  await remove(key, () => true);
  plan();
}

/**
 * Puts a refused or waiting write up again at once, changed where `change` says so. What the server may
 * already have is not changed any more: false, and it goes out as it was.
 */
export async function retry(key: string, change: Partial<Write> = {}): Promise<boolean> {
  let taken = false; // also where it went out meanwhile
  await changeWrite(key, (write) => {
    taken = write.tries === 0 || write.state === "needs_you" || !change.body;
    return {
      ...write,
      ...taken && change,
      state: "waiting",
      notBefore: 0,
      problem: undefined,
    };
  });
  await flush();
  return taken;
}

let timer: ReturnType<typeof setTimeout> | undefined;

function plan(): void {
  clearTimeout(timer);
  const at = nextTime(queue.value);
  if (at === undefined) return;
  timer = setTimeout(() => void flush(), Math.max(250, Math.min(at - Date.now(), 60_000)));
}

/** Sends what may be sent, in order and in one tab only. */
export async function flush(): Promise<void> {
  let unread = false;
  let stopped = false;
  const going = new Map<string, Promise<void>>();
  const send = async (write: Write, done: DoneWrite[]) => {
    const outcome = await attempt(write, done);
    going.delete(write.key);
    stopped ||= outcome === "stop";
    unread ||= outcome === "sent";
    if (Date.now() - readAgainAt > READ_AGAIN_MS) read();
  };
  const read = () => {
    if (!unread) return;
    unread = false;
    readAgainAt = Date.now();
    readAgain();
  };
  await navigator.locks.request("outbox", { ifAvailable: true }, async (lock) => {
    for (let alone = false; lock;) {
      await reload();
      const done = await (await db()).getAll("done");
      const keys = new Set(done.map(({ key }) => key));
      const write = stopped || !session.value || needPassword.value
        ? undefined
        : nextWrite(queue.value, keys, Date.now(), going);
      // of files two at once: a slow link has nothing to carry while the answer to one is on its way
      const isFile = write?.path === "/uploads";
      if (write && (going.size === 0 || going.size === 1 && isFile && !alone)) {
        alone = !isFile;
        going.set(write.key, send(write, done));
      } else if (going.size > 0) await Promise.race(going.values());
      else break;
    }
  });
  read();
  sending.value = undefined;
  plan();
}

let readAgainAt = 0;

type Outcome = "sent" | "refused" | "stop";

async function attempt({ key }: Write, done: DoneWrite[]): Promise<Outcome> {
  sending.value = key;
  // counted before it is sent: from now on the server may have it, so it cannot be undone
  const write = await changeWrite(
    key,
    (one) =>
      one.state !== "waiting" || !isDue(one, Date.now()) ? undefined : {
        ...one,
        tries: one.tries + 1,
        occurredAt: one.tries === 0 ? occurredAt(one, Date.now(), clockAheadMs) : one.occurredAt,
      },
  );
  // taken back in the meantime
  if (!write) return "refused";
  try {
    const answer = await sendWrite(write, done);
    const tx = (await db()).transaction(["outbox", "done", "photos"], "readwrite");
    await tx.objectStore("done").put(answer);
    const outbox = tx.objectStore("outbox");
    await outbox.delete(write.seq!);
    const ids = idsOf([answer]);
    for (const one of await outbox.getAll()) {
      if (needs(one).includes(key)) await outbox.put(settled(one, ids));
    }
    for (const photo of write.photos) await tx.objectStore("photos").delete(photo);
    await tx.done;
    await changed();
    return "sent";
  } catch (error) {
    return await afterFailure(write, error);
  }
}

const again = new Set([408, 425, 429]);

async function afterFailure(write: Write, error: unknown): Promise<Outcome> {
  if (error instanceof ApiError) {
    const { status, code } = error.problem;
    if (status === 401 || /^(pass|totp)/.test(code)) {
      await changeWrite(write.key, (one) => ({ ...one, notBefore: 0 }));
      return "stop";
    }
    const passing = status >= 500 || again.has(status) || code === "idempotency_in_progress";
    if (!passing) {
      return await refused(write, error.problem);
    }
  } else if (!(error instanceof NoAnswer)) {
    // ours to mend, such as a photo that is gone: shown, never dropped
    return await refused(write, { status: 0, code: "broken", detail: String(error) });
  }
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const wait = Math.min(Math.max(asked, backOffMs(write.tries, Math.random())), LONGEST_WAIT_MS);
  await changeWrite(write.key, (one) => ({ ...one, notBefore: Date.now() + wait }));
  return "stop";
}

async function refused(write: Write, problem: Problem): Promise<Outcome> {
  const stands = write.same && await readFresh(write.record).catch(() => undefined);
  if (stands && write.same!.includes((stands.data as Pick<Receipt, "status">).status)) {
    await discard(write.key);
    return "sent";
  }
  await changeWrite(write.key, (one) => ({ ...one, state: "needs_you", problem }));
  return "refused";
}

/**
 * The network is back: writes that waited for it go out at once. The seconds in which a write can
 * be undone are kept.
 */
async function retryAllNow(): Promise<void> {
  const tx = (await db()).transaction("outbox", "readwrite");
  for (const write of await tx.store.getAll()) {
    const waits = write.state === "waiting" && write.tries > 0 && write.notBefore > 0;
    if (waits) await tx.store.put({ ...write, notBefore: 0 });
  }
  await tx.done;
  await flush();
}

/** `online` events lie, so every sign of life is taken: start, coming to front, a timer, a success. */
export async function startOutbox(): Promise<void> {
  await reload();
  addEventListener("online", () => void retryAllNow());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void retryAllNow();
  });
  // he whom the server knows no more sees nothing either; what asks again is refused again
  needPassword.subscribe((needed) => void (needed ? forget() : flush()));
  void retryAllNow();
}
