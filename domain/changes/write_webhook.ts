import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid, notFound, Refusal } from "../errors.ts";
import { thisDatabase } from "../phones/sync_token.ts";
import { allowRole } from "../staff/create_user.ts";
import { lockUser } from "../staff/lock_user.ts";
import { type ChangeToken, kindsText } from "./change_token.ts";
import { type madeWebhook, type resend, type Webhook, webhook } from "./webhook.ts";

/**
 * Makes a hook that is told of what changes from now on, as its user reads it.
 * @throws Refusal `forbidden`, `invalid_fields` on `user_id`, `record_in_use`
 */
export async function createWebhook(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof webhook.entry>,
): Promise<z.output<typeof madeWebhook>> {
  allow(actor, "users.write");
  const user = await lockUser(tx, input.user_id).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    throw invalid({ user_id: "names no user" });
  });
  allowRole(actor, user.role);
  if (!user.active) throw conflict("record_in_use", `${user.name} is not active.`);
  const [now] = await tx.query<[{ db: string; since: string }]>(sql`
    select ${thisDatabase} as db, pg_current_snapshot()::text as since`);
  const position: ChangeToken = {
    ...now,
    user: input.user_id,
    role: user.role,
    kinds: kindsText(input.kinds),
    day: actor.today,
  };
  const random = crypto.getRandomValues(new Uint8Array(32));
  const secret = `whsec_${random.toBase64({ alphabet: "base64url", omitPadding: true })}`;
  const [made] = await tx.query<[Webhook]>(sql`
    insert into webhooks as h (url, kinds, user_id, active, secret, position, created_at, updated_at,
      created_by)
    values (${input.url}, ${input.kinds}, ${input.user_id}, ${input.active}, ${secret},
      ${JSON.stringify(position)}, ${actor.now}, ${actor.now}, ${actor.userId})
    returning ${webhook.columns(actor)}`);
  await audit(tx, actor, {
    action: "webhook.create",
    entity: "webhook",
    entityId: made.id,
    reference_no: made.reference_no,
    after: made,
  });
  return { ...made, secret };
}

/**
 * Changes a hook; one that failed or stopped begins anew with what waits.
 * @throws Refusal `forbidden`, `not_found`
 */
export async function updateWebhook(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof webhook.changes>,
): Promise<Webhook> {
  allow(actor, "users.write");
  const before = await lockWebhook(tx, actor, id);
  const { url = before.url, kinds = before.kinds, active = before.active } = changes;
  const [after] = await tx.query<[Webhook]>(sql`
    update webhooks h set url = ${url}, kinds = ${kinds}, active = ${active},
      position = jsonb_set(h.position::jsonb, '{kinds}', to_jsonb(${kindsText(kinds)}::text))::json,
      failures = 0, failing_since = null, next_try_at = null, stopped_at = null, last_error = null,
      updated_at = ${actor.now}, version = h.version + 1
    where h.id = ${id} returning ${webhook.columns(actor)}`);
  await audit(tx, actor, {
    action: "webhook.update",
    entity: "webhook",
    entityId: id,
    reference_no: after.reference_no,
    before,
    after,
  });
  return after;
}

/** Sends a delivery once more, before all others that wait. @throws Refusal `forbidden`, `not_found` */
export async function resendDelivery(
  tx: Tx,
  actor: Actor,
  webhookId: number,
  id: number,
  { reason }: z.output<typeof resend>,
): Promise<Webhook> {
  allow(actor, "users.write");
  await lockWebhook(tx, actor, webhookId);
  const found = await tx.query(sql`
    update webhook_deliveries set delivered_at = null, updated_at = ${actor.now}
    where id = ${id} and webhook_id = ${webhookId} returning id`);
  if (found.length === 0) throw notFound("Delivery", id);
  const [after] = await tx.query<[Webhook]>(sql`
    update webhooks h set next_try_at = null, stopped_at = null, updated_at = ${actor.now},
      version = h.version + 1
    where h.id = ${webhookId} returning ${webhook.columns(actor)}`);
  await audit(tx, actor, {
    action: "webhook.resend",
    entity: "webhook",
    entityId: webhookId,
    reference_no: after.reference_no,
    after: { delivery_id: id, reason },
  });
  return after;
}

/** Whoever sends it elsewhere gets what its user may read: he must be allowed to make that user. */
async function lockWebhook(tx: Tx, actor: Actor, id: number): Promise<Webhook> {
  const [found] = await tx.query<[Webhook?]>(sql`
    select ${webhook.columns(actor)} from webhooks h where h.id = ${id} for no key update`);
  if (!found) throw notFound("Webhook", id);
  allowRole(actor, (await lockUser(tx, found.user_id)).role);
  return found;
}
