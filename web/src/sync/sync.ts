import type { Synced } from "../core/answers.ts";
import {
  bringPermissions,
  call,
  db,
  forget,
  getKept,
  keep,
  lastReadAt,
  may,
  netStatus,
  NoAnswer,
  queue,
  session,
} from "../kit/first.ts";
import { prune } from "./prune.ts";
import { prepareScan } from "../scan/scanner.ts";

/** Brings what the role needs without internet: GET /sync, whole at first, then what has changed. */

const lists: Record<string, string> = {
  service_ticket: "service-tickets",
  discrepancy: "discrepancies",
};
/** What GET /sync brings, to each as far as he may read it. */
const kinds: Synced["kind"][] = [
  "product",
  "customer",
  "supplier",
  "shipment",
  "receipt",
  "rma",
  "service_ticket",
  "task",
  "discrepancy",
  "invoice",
];
const EVERY_MS = 5 * 60_000;
const OFFLINE_MS = 20_000;

/** A list is kept under this name among the reads; single records and the search are taken from it. */
const pathOf = (kind: string) => `/sync/${lists[kind] ?? `${kind}s`}`;

export async function bring(): Promise<void> {
  let since = await getKept<string>("sync");
  let full = false;
  const rows: Synced[] = [];
  for (let more = true; more;) {
    const asked = since ? `&since=${encodeURIComponent(since)}` : "";
    const { data, meta } = await call<Synced[]>(`/sync?limit=500${asked}`);
    rows.push(...data);
    full ||= !!meta!.full;
    since = meta!.next_since as string;
    more = !!meta!.has_more;
  }
  await store(rows, full);
  await keep("sync", since);
}

async function store(rows: Synced[], full: boolean): Promise<void> {
  if (rows.length === 0 && !full) return;
  const tx = (await db()).transaction("reads", "readwrite");
  const byKind = Map.groupBy(rows, (row) => row.kind);
  // after a full round, a kind of which nothing came is known to be empty
  if (full) { for (const kind of kinds) byKind.set(kind, byKind.get(kind) ?? []); }
  for (const [kind, changed] of byKind) {
    const path = pathOf(kind);
    const before = full ? [] : (await tx.store.get(path))?.data as Synced[] ?? [];
    const all = new Map(before.map((row) => [row.id, row]));
    for (const row of changed) {
      if (row.gone) all.delete(row.id);
      else all.set(row.id, row);
    }
    await tx.store.put({ path, data: [...all.values()], etag: null, at: Date.now() });
  }
  await tx.done;
  lastReadAt.value = Date.now();
}

async function attempt(): Promise<void> {
  if (document.visibilityState === "hidden") return;
  try {
    await navigator.locks.request(
      "sync",
      { ifAvailable: true },
      (lock) => lock ? bringRights().then(bring).then(() => prune()) : undefined,
    );
  } catch (error) {
    // comes again with the next round; a role without it does without
    if (!(error instanceof NoAnswer)) console.warn(error);
  }
}

/** What was read with other rights is forgotten before anything else is brought. */
async function bringRights(): Promise<void> {
  await bringPermissions();
  const { user, permissions } = session.value!;
  const rights = [user.role, ...permissions].join();
  const before = await getKept<string>("rights");
  if (before !== undefined && before !== rights) await forget();
  await keep("rights", rights);
}

const IDLE_MS = 3000;

/**
 * Makes ready for the first scan once nobody has touched the page for a while and nothing waits to be
 * sent: the reader may be half a megabyte.
 */
function prepareWhenIdle(): void {
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  if (saving || !(may("receipts.create") || may("tickets.write"))) return;
  const signs = ["pointerdown", "keydown", "hashchange"];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (queue.value.length > 0) return wait();
      for (const sign of signs) removeEventListener(sign, wait);
      void prepareScan().catch(() => undefined);
    }, IDLE_MS);
  };
  for (const sign of signs) addEventListener(sign, wait);
  wait();
}

/** Where nothing gets through: whether the server answers again, by the least that can be asked of it. */
const probe = () =>
  netStatus.value === "offline" && void call("/health", { anonymous: true }).catch(() => {});

/** Now, whenever the page comes to front, and every few minutes. */
export function startSync(): void {
  void attempt().then(prepareWhenIdle);
  setInterval(() => void attempt(), EVERY_MS);
  document.addEventListener("visibilitychange", () => void attempt());
  setInterval(probe, OFFLINE_MS);
  addEventListener("online", probe);
}
