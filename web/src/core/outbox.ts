import { signal } from "@preact/signals";
import { ApiError, NoAnswer } from "./api.ts";
import { db } from "./db.ts";
import { needPassword, session } from "./session.ts";
import { sendWrite } from "./send_write.ts";
import {
  backOffMs,
  type DoneWrite,
  needs,
  nextTime,
  nextWrite,
  type Problem,
  type Write,
} from "./write.ts";

/** Every write that the server has not confirmed, oldest first. */
export const queue = signal<Write[]>([]);
/** Counts confirmed writes: a screen that shows lists reads again when it changes. */
export const sentCount = signal(0);
export const sending = signal<string | undefined>(undefined);
const UNDO_MS = 8000;

const otherTabs = new BroadcastChannel("outbox");
otherTabs.onmessage = () => void reload().then(() => sentCount.value++);

async function reload(): Promise<void> {
  queue.value = await (await db()).getAll("outbox");
}

async function changed(): Promise<void> {
  await reload();
  otherTabs.postMessage("changed");
}

export type NewWrite =
  & Pick<Write, "method" | "path" | "body" | "title">
  & Partial<Pick<Write, "key" | "record" | "photos" | "list" | "form" | "version" | "seen">>
  & { undo?: boolean };

/** Keeps a write on this phone; it is safe from then on. Sent after the time for undoing it is over. */
export async function enqueue(write: NewWrite): Promise<Write> {
  const { undo = true, ...given } = write;
  const key = given.key ?? crypto.randomUUID();
  const kept: Write = {
    key,
    record: given.record ?? (given.method === "POST" ? `~${key}` : given.path),
    photos: [],
    at: Date.now(),
    tries: 0,
    state: "waiting",
    notBefore: undo ? Date.now() + UNDO_MS : 0,
    ...given,
  };
  kept.seq = await (await db()).add("outbox", kept);
  await changed();
  // a first write is worth asking the browser not to clear our storage
  void navigator.storage?.persist?.();
  plan();
  return kept;
}

/**
 * Changes a write where it still stands, in one step: another tab or the sending itself may be at it.
 * What `change` answers is kept; undefined leaves the write alone.
 */
async function changeWrite(
  key: string,
  change: (write: Write) => Write | undefined,
): Promise<boolean> {
  const tx = (await db()).transaction("outbox", "readwrite");
  const write = await tx.store.index("key").get(key);
  const next = write && change(write);
  if (next) await tx.store.put(next);
  await tx.done;
  await changed();
  return next !== undefined;
}

/** Takes a write back while it has not been sent; false when it is too late. */
export async function undo(key: string): Promise<boolean> {
  const tx = (await db()).transaction(["outbox", "photos"], "readwrite");
  const write = await tx.objectStore("outbox").index("key").get(key);
  const inTime = write !== undefined && write.tries === 0;
  if (inTime) {
    await tx.objectStore("outbox").delete(write.seq!);
    for (const photo of write.photos) await tx.objectStore("photos").delete(photo);
  }
  await tx.done;
  await changed();
  return inTime;
}

/** Gives a write up, and with it those that depend on it. */
export async function discard(key: string): Promise<void> {
  const tx = (await db()).transaction(["outbox", "photos"], "readwrite");
  const gone = new Set([key]);
  for (const write of await tx.objectStore("outbox").getAll()) {
    if (!gone.has(write.key) && !needs(write).some((one) => gone.has(one))) continue;
    gone.add(write.key);
    await tx.objectStore("outbox").delete(write.seq!);
    for (const photo of write.photos) await tx.objectStore("photos").delete(photo);
  }
  await tx.done;
  await changed();
  plan();
}

/** Puts a refused or waiting write up again at once, changed where `change` says so. */
export async function retry(key: string, change: Partial<Write> = {}): Promise<void> {
  await changeWrite(key, (write) => ({
    ...write,
    ...change,
    state: "waiting",
    notBefore: 0,
    problem: undefined,
  }));
  await flush();
}

let timer: ReturnType<typeof setTimeout> | undefined;

function plan(): void {
  clearTimeout(timer);
  const at = nextTime(queue.value);
  if (at === undefined) return;
  timer = setTimeout(() => void flush(), Math.max(250, Math.min(at - Date.now(), 60_000)));
}

/** Sends what may be sent, one at a time and in one tab only. */
export async function flush(): Promise<void> {
  await navigator.locks.request("outbox", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    for (;;) {
      await reload();
      const done = await (await db()).getAll("done");
      const write = nextWrite(queue.value, new Set(done.map(({ key }) => key)), Date.now());
      if (!write || !session.value || needPassword.value) break;
      if (!await attempt(write, done)) break;
    }
  });
  sending.value = undefined;
  plan();
}

/** Whether to go on with the next one. */
async function attempt(write: Write, done: DoneWrite[]): Promise<boolean> {
  sending.value = write.key;
  // counted before it is sent: from now on the server may have it, so it cannot be undone
  const tried = { ...write, tries: write.tries + 1 };
  if (!await changeWrite(write.key, () => tried)) return true;
  try {
    const answer = await sendWrite(tried, done);
    const tx = (await db()).transaction(["outbox", "done", "photos"], "readwrite");
    await tx.objectStore("done").put(answer);
    await tx.objectStore("outbox").delete(write.seq!);
    for (const photo of write.photos) await tx.objectStore("photos").delete(photo);
    await tx.done;
    await changed();
    sentCount.value++;
    return true;
  } catch (error) {
    return await afterFailure(tried, error);
  }
}

const again = new Set([408, 425, 429]);

async function afterFailure(write: Write, error: unknown): Promise<boolean> {
  if (error instanceof ApiError) {
    const { status, code } = error.problem;
    if (status === 401 || code === "password_change_required") {
      await changeWrite(write.key, (one) => ({ ...one, notBefore: 0 }));
      return false;
    }
    const passing = status >= 500 || again.has(status) || code === "idempotency_in_progress";
    if (!passing) {
      await refused(write, error.problem);
      return true;
    }
  } else if (!(error instanceof NoAnswer)) {
    // ours to mend, such as a photo that is gone: shown, never dropped
    await refused(write, { status: 0, code: "broken", detail: String(error) });
    return true;
  }
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const wait = Math.max(asked, backOffMs(write.tries, Math.random()));
  await changeWrite(write.key, (one) => ({ ...one, notBefore: Date.now() + wait }));
  return false;
}

function refused(write: Write, problem: Problem): Promise<boolean> {
  return changeWrite(write.key, (one) => ({ ...one, state: "needs_you", problem }));
}

/** Nothing holds back what only waited for the network; the time for undoing stays. */
async function retryAllNow(): Promise<void> {
  for (const { key } of await (await db()).getAll("outbox")) {
    await changeWrite(
      key,
      (write) =>
        write.state === "waiting" && write.tries > 0 ? { ...write, notBefore: 0 } : undefined,
    );
  }
  await flush();
}

/** `online` events lie, so every sign of life is taken: start, coming to front, a timer, a success. */
export async function startOutbox(): Promise<void> {
  await reload();
  addEventListener("online", () => void retryAllNow());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void retryAllNow();
  });
  needPassword.subscribe((needed) => {
    if (!needed) void flush();
  });
  void retryAllNow();
}
