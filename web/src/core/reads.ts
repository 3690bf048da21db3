import { type ReadonlySignal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError, call } from "./api.ts";
import { type CachedRead, db } from "./db.ts";
import { sentCount } from "./kept_writes.ts";
import { session } from "./session.ts";
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

/** Whether it is there, or is known not to come now. */
export const isRead = ({ data, loading }: Read<unknown>) => data !== undefined || !loading;

/** Whether the server says that it is not there, or not his to see. */
export const isGone = ({ status }: Partial<Problem>) => status === 403 || status === 404;

/** When anything was last read from the server. */
export const lastReadAt = signal(0);

/** What this phone knows of a path, without asking the server. */
export async function readKept(path: string): Promise<CachedRead | undefined> {
  return await (await db()).get("reads", path) ?? await synced(path);
}

type Row = Record<string, unknown>;

/** A record or list that was never opened here, as far as the synchronised lists know it. */
async function synced(path: string): Promise<CachedRead | undefined> {
  const [, list, id, query] = /^(?:\/import-logistics)?\/([a-z-]+)(?:\/(\d+)|\?(.*))$/.exec(path) ??
    [];
  const kept = list && await (await db()).get("reads", `/sync/${list}`);
  if (!kept) return undefined;
  const all = kept.data as Row[];
  const data = id ? all.find((row) => row.id === Number(id)) : listed(all, query);
  return data && { path, data, etag: null, at: kept.at };
}

/** What of all rows a list shows, where they know every filter. */
export function listed(all: Row[], query: string): Row[] | undefined {
  const { limit = 50, sort = "-id", ...filters } = Object.fromEntries(new URLSearchParams(query));
  if (filters.assigned_to === "me") filters.assigned_to = String(session.value?.user.id);
  let rows = all.map(withStock);
  for (const [name, wanted] of Object.entries(filters)) {
    if (!rows.every((row) => name in row)) return undefined;
    rows = rows.filter((row) => wanted.split(",").includes(String(row[name])));
  }
  const field = sort.replace(/^-/, "");
  const sign = sort === field ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(a[field], b[field])).slice(0, Number(limit));
}

/** With what lists of products are asked for and rows do not say, worked out as the server does. */
const withStock = (row: Row): Row => {
  const { stock_qty: has, min_stock: least } = row as Record<string, number>;
  return { ...row, in_stock: has > 0, low_stock: least > 0 && has <= least };
};

/** Compares two records by the field that a list is sorted by; those without it come last. */
function compare(a: unknown, b: unknown): number {
  return a === b ? 0 : a == null ? 1 : b == null || a < b ? -1 : 1;
}

let asked = 0;
/** By path, which asking's answer is kept: of two under way, the earlier may be answered last. */
const keptOf = new Map<string, number>();

/** Reads a path from the server and keeps the answer; unchanged answers cost no bytes. */
export async function readFresh(path: string): Promise<CachedRead> {
  const asking = ++asked;
  const kept = await readKept(path);
  const reply = await call(path, {
    headers: kept?.etag ? { "if-none-match": kept.etag } : {},
  });
  const fresh: CachedRead = reply.status === 304
    ? { ...kept!, at: Date.now() }
    : { path, data: reply.data, meta: reply.meta, etag: reply.etag, at: Date.now() };
  if (asking < (keptOf.get(path) ?? 0)) return await readKept(path) ?? fresh;
  keptOf.set(path, asking);
  await (await db()).put("reads", fresh);
  lastReadAt.value = fresh.at;
  return fresh;
}

/** A path's data: at once what this phone knows, then what the server says, then again after a write. */
export function useRead<T>(wanted: string | undefined): ReadonlySignal<Read<T>> {
  // of a record that is yet to be made, the server knows nothing
  const path = /[/=]~/.test(wanted ?? "") ? undefined : wanted;
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
