import sql, { type Sql } from "sql-template-tag";
import type { Database, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { writeOpaque } from "../records/opaque.ts";
import { findActorById, systemActor } from "../staff/find_actor.ts";
import { createTask } from "../tasks/create_task.ts";
import { task } from "../tasks/task.ts";
import { type ChangeToken, readToken } from "./change_token.ts";
import { findChanges } from "./find_changes.ts";
import { sendSigned } from "./send_signed.ts";

/** After so long without any success a hook stops, and its owner hears of it. */
const PATIENCE_DAYS = 3;
const LONGEST_PAUSE_MS = 6 * 60 * 60 * 1000;
const KEPT_DAYS = 30;

export interface Delivering {
  /** whether http and private addresses are allowed */
  inHouse: boolean;
  signal?: AbortSignal;
  /** before the first new try; each further one waits twice as long, six hours at most */
  firstPauseMs?: number;
}

interface Hook {
  id: number;
  url: string;
  secret: string;
  kinds: string[];
  user_id: number;
  created_by: number | null;
  failures: number;
  position: string;
}

const due = sql`h.active and h.stopped_at is null
  and exists (select from users u where u.id = h.user_id and u.active)
  and (h.next_try_at is null or h.next_try_at <= clock_timestamp())`;

/** Hooks that may have something to send now. */
export async function dueWebhooks(database: Database): Promise<number[]> {
  const rows = await database.query<{ id: number }[]>(sql`
    select h.id from webhooks h where ${due} order by h.id`);
  return rows.map(({ id }) => id);
}

/**
 * Sends a hook what waits and what has changed since, one after the other: at least once, in order per
 * record. Another process that delivers the same hook is let go on. What dies on the way is sent again.
 *
 * @returns how many were taken
 */
export async function deliver(database: Database, id: number, how: Delivering): Promise<number> {
  for (let taken = 0;;) {
    how.signal?.throwIfAborted();
    const step = await sendNext(database, id, how) ?? await fill(database, id);
    if (step === "taken") taken++;
    else if (step === "over") return taken;
  }
}

type Step = "taken" | "filled" | "over";

/** The oldest that waits; undefined where nothing does. The hook is held until it is known what became of it. */
async function sendNext(
  database: Database,
  id: number,
  how: Delivering,
): Promise<Step | undefined> {
  return await inTransaction(database, async (tx) => {
    const hook = await holdHook(tx, id);
    if (!hook) return "over";
    const [next] = await tx.query<[{ id: number; body: string }?]>(sql`
      select d.id, concat('{"id":', d.id, ',"webhook_id":', d.webhook_id, ',"change":', d.change, '}') as body
      from webhook_deliveries d where d.webhook_id = ${id} and d.delivered_at is null
      order by d.id limit 1`);
    if (!next) return undefined;
    const { status, error } = await sendSigned({ ...hook, ...next }, how);
    await tx.query(sql`
      update webhook_deliveries set tries = tries + 1, last_status = ${status}, last_error = ${error},
        updated_at = clock_timestamp(),
        delivered_at = ${error === null ? sql`clock_timestamp()` : sql`null`}
      where id = ${next.id}`);
    if (error !== null) {
      await noteFailure(tx, hook, error, how.firstPauseMs ?? 5000);
      return "over";
    }
    await tx.query(sql`
      update webhooks set failures = 0, failing_since = null, next_try_at = null, last_error = null,
        last_delivered_at = clock_timestamp() where id = ${id}`);
    return "taken";
  });
}

async function noteFailure(tx: Tx, hook: Hook, error: string, firstPauseMs: number) {
  const pause = Math.min(firstPauseMs * 2 ** Math.min(hook.failures, 30), LONGEST_PAUSE_MS);
  const [{ stopped }] = await tx.query<[{ stopped: boolean }]>(sql`
    update webhooks set failures = failures + 1, last_error = ${error},
      failing_since = coalesce(failing_since, clock_timestamp()),
      next_try_at = clock_timestamp() + make_interval(secs => ${pause / 1000}),
      stopped_at = case when failing_since < clock_timestamp() - make_interval(days => ${PATIENCE_DAYS})
        then clock_timestamp() end
    where id = ${hook.id} returning stopped_at is not null as stopped`);
  if (!stopped) return;
  await createTask(
    tx,
    systemActor(),
    task.entry.parse({
      title: `Webhook HOOK-${hook.id} has stopped`,
      description: `${hook.url} took nothing for ${PATIENCE_DAYS} days: ${error}`.slice(0, 1000),
      priority: "high",
      ...hook.created_by !== null && { assigned_to: String(hook.created_by) },
    }),
  );
}

/** Makes what has changed ready to be sent, with the position after it: both or neither. */
async function fill(database: Database, id: number): Promise<Step> {
  const [hook] = await database.query<[Hook?]>(hooks(sql`where h.id = ${id} and ${due}`));
  const actor = hook && await findActorById(database, hook.user_id);
  if (!actor) return "over"; // of a user that is not active nothing is read
  const token = JSON.parse(hook.position) as ChangeToken;
  const { data, meta } = await findChanges(database, actor, {
    since: writeOpaque(token),
    kinds: hook.kinds.length > 0 ? hook.kinds as never : undefined,
    limit: 100,
  });
  const changes = data.text();
  const found = changes !== "[]";
  const next = JSON.stringify(readToken(meta.next_since, token.kinds));
  // without news it is kept once a day: a token that is too old would bring everything
  if (!found && !meta.has_more && token.day === actor.today) return "over";
  await inTransaction(database, async (tx) => {
    const held = await holdHook(tx, id);
    if (held?.position !== hook.position) return; // another process was faster
    await tx.query(sql`
      insert into webhook_deliveries (webhook_id, kind, record_id, change, created_at, updated_at)
      select ${id}, each ->> 'kind', (each ->> 'id')::bigint, each, clock_timestamp(), clock_timestamp()
      from json_array_elements(${changes}::json) with ordinality as changed (each, turn)
      order by turn`);
    await tx.query(sql`update webhooks set position = ${next}::json where id = ${id}`);
  });
  return found || meta.has_more ? "filled" : "over";
}

/** Undefined while another process has it, or it need not go on now. */
async function holdHook(tx: Tx, id: number): Promise<Hook | undefined> {
  const [hook] = await tx.query<[Hook?]>(
    hooks(sql`where h.id = ${id} and ${due} for no key update skip locked`),
  );
  return hook;
}

const hooks = (which: Sql) =>
  sql`select h.id, h.url, h.secret, h.kinds, h.user_id, h.created_by, h.failures,
    h.position::text as position from webhooks h ${which}`;

/** Forgets what was taken long ago. */
export async function forgetDeliveries(tx: Tx): Promise<void> {
  await tx.query(sql`delete from webhook_deliveries
    where delivered_at < now() - make_interval(days => ${KEPT_DAYS})`);
}
