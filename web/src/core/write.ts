/** What a queued write is, and which one may go next. Pure, so that the order can be tested. */

import type { Problem as Refused } from "./answers.ts";

export type WriteState = "waiting" | "needs_you";
/** What of a refusal is kept. */
export type Problem = Pick<Refused, "status" | "code" | "detail" | "errors">;

export interface Write {
  /** place in the queue; the database gives it */
  seq?: number;
  /** name of the write for good: Idempotency-Key, and what other writes call its record by */
  key: string;
  /** writes of one record go in order, one after the other */
  record: string;
  method: "POST" | "PUT" | "PATCH";
  /** may hold `~key` where the id of a record stands that another write makes */
  path: string;
  /** the same, as the text "~key"; a photo's upload id as "photo:id" */
  body: Record<string, unknown>;
  photos: string[];
  /** what it is, in words of the person's language at that time */
  title: string;
  /** the version that it was decided on: a record changed since then is not touched (If-Match) */
  version?: number;
  /** statuses of its record by which somebody else has done the same meanwhile: nothing is left to ask */
  same?: string[];
  /** what was on the screen when it was decided, to show beside what stands there now */
  seen?: unknown;
  /** what the records that it names are called, such as `customer_name`, to show it by before it is sent */
  names?: Record<string, string>;
  /** what stood in the fields of its form, for editing it */
  typed?: Record<string, string>;
  /** what its form calls the fields */
  labels?: Record<string, string>;
  /** the list it shows in before it is sent, such as /tasks */
  list?: string;
  /** the form to go back to for editing it */
  form?: string;
  at: number;
  tries: number;
  state: WriteState;
  notBefore: number;
  /** when it was done, by the server's clock; settled at the first try, so that every try is the same */
  occurredAt?: string;
  problem?: Problem;
}

/** A write as a screen hands it in; what is left out follows from the rest. */
export type NewWrite =
  & Pick<Write, "method" | "path" | "body" | "title">
  & Partial<
    Pick<
      Write,
      | "key"
      | "record"
      | "photos"
      | "list"
      | "form"
      | "version"
      | "same"
      | "seen"
      | "names"
      | "typed"
      | "labels"
    >
  >
  & { undo?: boolean };

export interface DoneWrite {
  key: string;
  id: number | null;
  reference_no: string | null;
  title: string;
  at: number;
}

export interface Photo {
  id: string;
  /** an ArrayBuffer and no Blob: Safari loses Blobs in IndexedDB */
  bytes: ArrayBuffer;
  type: string;
  name: string;
  width: number;
  height: number;
  /** when it was taken */
  at?: number;
  /** once it is on the server */
  uploadId?: number;
}

const REFERENCE = /~([0-9a-f-]{36})/g;

/** Nothing waits longer: a later time was set by a clock that has been put back since. */
export const LONGEST_WAIT_MS = 10 * 60_000;

export function isDue({ notBefore }: Pick<Write, "notBefore">, now: number): boolean {
  return notBefore <= now || notBefore > now + LONGEST_WAIT_MS;
}

/**
 * When a write was done, by the server's clock: the phone's may be a day off, how long ago it was it
 * still knows. Undefined for what is sent at once, and while the server's clock is not known.
 */
export function occurredAt(
  write: Pick<Write, "at">,
  now: number,
  aheadMs: number | undefined,
): string | undefined {
  const ago = now - write.at;
  if (aheadMs === undefined || ago < 60_000) return undefined;
  return new Date(now - aheadMs - ago).toISOString();
}

/** The write itself and those that can never be sent without it. */
export function withDependents<W extends Write>(all: W[], key: string): W[] {
  const gone = new Set([key]);
  return all.filter((write) => {
    const goes = gone.has(write.key) || needs(write).some((one) => gone.has(one));
    if (goes) gone.add(write.key);
    return goes;
  });
}

/** The keys of the writes that have to be done first. */
export function needs(write: Pick<Write, "path" | "body">): string[] {
  return [...`${write.path} ${JSON.stringify(write.body)}`.matchAll(REFERENCE)].map(([, key]) =>
    key
  );
}

/**
 * The write to send now, if there is one. Skipped are those that wait for their time, those behind
 * another of the same record, those whose record another write has yet to make, and what is on its way.
 */
export function nextWrite(
  queue: Write[],
  done: Set<string>,
  now: number,
  going: { has(key: string): boolean } = new Set(),
): Write | undefined {
  const busy = new Set<string>();
  for (const write of queue) {
    const blocked = busy.has(write.record) || needs(write).some((key) => !done.has(key));
    const may = write.state === "waiting" && isDue(write, now) && !going.has(write.key);
    if (!blocked && may) return write;
    busy.add(write.record);
    // a record that is yet to be made is also known by the key of its making
    busy.add(`~${write.key}`);
  }
  return undefined;
}

/** When to look again: the earliest time among those that only wait; undefined when none does. */
export function nextTime(queue: Write[]): number | undefined {
  const times = queue.filter((write) => write.state === "waiting").map((write) => write.notBefore);
  return times.length ? Math.min(...times) : undefined;
}

/** 2, 4, 8 … 60 seconds, and up to a quarter more, so that phones do not all come back at once. */
export function backOffMs(tries: number, random: number): number {
  return Math.min(60, 2 ** Math.max(1, tries)) * 1000 * (1 + random / 4);
}

/** The numbers that the records got which were made by these writes. */
export const idsOf = (done: DoneWrite[]) =>
  new Map(done.flatMap(({ key, id }) => id === null ? [] : [[key, id] as const]));

/** Path and body with the ids that are known by now. */
export function resolved(
  write: Pick<Write, "path" | "body">,
  ids: Map<string, number>,
  uploads: Map<string, number>,
): { path: string; body: Record<string, unknown> } {
  const value = (of: unknown): unknown => {
    if (typeof of === "string") {
      if (of.startsWith("photo:")) return uploads.get(of.slice(6)) ?? of;
      return of.startsWith("~") ? ids.get(of.slice(1)) ?? of : of;
    }
    if (Array.isArray(of)) return of.map(value);
    if (of === null || typeof of !== "object") return of;
    return Object.fromEntries(Object.entries(of).map(([name, inner]) => [name, value(inner)]));
  };
  return {
    path: write.path.replace(REFERENCE, (text, key) => String(ids.get(key) ?? text)),
    body: value(write.body) as Record<string, unknown>,
  };
}

/** The write with the numbers of records that are made by now: from then on it is one of their own. */
export function settled<W extends Pick<Write, "record" | "path" | "body">>(
  write: W,
  ids: Map<string, number>,
): W {
  const { path: record } = resolved({ path: write.record, body: {} }, ids, new Map());
  return { ...write, ...resolved(write, ids, new Map()), record };
}

/** The short name a record goes by until the server gives it a number. */
export function temporaryNo(key: string): string {
  return `T-${key.slice(0, 3).toUpperCase()}`;
}
