import { type ReadonlySignal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError, call } from "./api.ts";
import { type CachedRead, db } from "./db.ts";
import { sentCount } from "./outbox.ts";
import type { Problem } from "./write.ts";

export interface Read<T> {
  data?: T;
  meta?: Record<string, unknown>;
  /** when the server said so; undefined: never */
  at?: number;
  /** shown from this phone, because the server was not reached */
  stale: boolean;
  loading: boolean;
  problem?: Problem;
}

/** When anything was last read from the server. */
export const lastReadAt = signal(0);

/** What this phone knows of a path, without asking the server. */
export async function readKept(path: string): Promise<CachedRead | undefined> {
  return await (await db()).get("reads", path) ?? await syncedRecord(path);
}

/** A record that was never opened here, as far as the synchronised lists know it. */
async function syncedRecord(path: string): Promise<CachedRead | undefined> {
  const [, list, id] = /^(?:\/import-logistics)?\/([a-z-]+)\/(\d+)$/.exec(path) ?? [];
  const synced = id ? await (await db()).get("reads", `/sync/${list}`) : undefined;
  const data = (synced?.data as { id: number }[] | undefined)?.find((row) => row.id === Number(id));
  return data && { path, data, etag: null, at: synced!.at };
}

/** Reads a path from the server and keeps the answer; unchanged answers cost no bytes. */
export async function readFresh(path: string): Promise<CachedRead> {
  const kept = await readKept(path);
  const reply = await call(path, {
    headers: kept?.etag ? { "if-none-match": kept.etag } : {},
  });
  const fresh: CachedRead = reply.status === 304
    ? { ...kept!, at: Date.now() }
    : { path, data: reply.data, meta: reply.meta, etag: reply.etag, at: Date.now() };
  await (await db()).put("reads", fresh);
  lastReadAt.value = fresh.at;
  return fresh;
}

/** A path's data: at once what this phone knows, then what the server says, then again after a write. */
export function useRead<T>(path: string | undefined): ReadonlySignal<Read<T>> {
  const state = useSignal<Read<T>>({ stale: false, loading: path !== undefined });
  const writes = sentCount.value;
  useEffect(() => {
    if (path === undefined) return;
    let gone = false;
    const show = (change: Partial<Read<T>>) => {
      if (!gone) state.value = { ...state.value, ...change };
    };
    const shown = (read: CachedRead) => ({ data: read.data as T, meta: read.meta, at: read.at });
    state.value = { ...state.value, loading: true, problem: undefined };
    let answered = false;
    void readKept(path).then((kept) => {
      if (answered) return;
      show(kept ? shown(kept) : { data: undefined, meta: undefined, at: undefined });
    });
    readFresh(path).then((fresh) => {
      answered = true;
      show({ ...shown(fresh), stale: false, loading: false, problem: undefined });
    }, (error) => {
      if (error instanceof ApiError) show({ loading: false, problem: error.problem });
      else show({ loading: false, stale: true });
    });
    return () => {
      gone = true;
    };
  }, [path, writes]);
  return state;
}
