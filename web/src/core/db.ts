import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { DoneWrite, Photo, Write } from "./write.ts";

/** An answer of the server, kept to be shown without it. */
export interface CachedRead {
  path: string;
  data: unknown;
  meta?: Record<string, unknown>;
  etag: string | null;
  at: number;
}

interface Schema extends DBSchema {
  outbox: { key: number; value: Write; indexes: { key: string } };
  done: { key: string; value: DoneWrite };
  photos: { key: string; value: Photo };
  reads: { key: string; value: CachedRead; indexes: { at: number } };
  kv: { key: string; value: unknown };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

export function db(): Promise<IDBPDatabase<Schema>> {
  return opening ??= openDB<Schema>("back-office", 1, {
    upgrade(database) {
      database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true })
        .createIndex("key", "key", { unique: true });
      database.createObjectStore("done", { keyPath: "key" });
      database.createObjectStore("photos", { keyPath: "id" });
      database.createObjectStore("reads", { keyPath: "path" }).createIndex("at", "at");
      database.createObjectStore("kv");
    },
    terminated() {
      opening = undefined;
    },
  });
}

export async function getKept<T>(key: string): Promise<T | undefined> {
  return await (await db()).get("kv", key) as T | undefined;
}

export async function keep(key: string, value?: unknown): Promise<void> {
  await (await db()).put("kv", value, key);
}

const stores = ["outbox", "done", "photos", "reads", "kv"] as const;

/** Everything that was read or is known of the user; the outbox is empty when this is called. */
export async function wipe(names: readonly (typeof stores[number])[] = stores): Promise<void> {
  const tx = (await db()).transaction(names, "readwrite");
  await Promise.all(names.map((name) => tx.objectStore(name).clear()));
  await tx.done;
}
