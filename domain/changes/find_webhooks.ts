import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { matches } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { type Delivery, delivery, type Webhook, webhook } from "./webhook.ts";

const sorts: Sorts = { created_at: { by: sql`h.created_at`, type: "timestamptz" } };
const deliverySorts: Sorts = { created_at: { by: sql`d.created_at`, type: "timestamptz" } };

export const webhookQuery = queryOf(recordQuery, { sorts, day: "created_at" });
export const deliveryQuery = queryOf(recordQuery, { sorts: deliverySorts, day: "created_at" })
  .omit({ search: true }).extend({
    delivered: field.flag().optional().describe("Those that were taken, or those that wait."),
  });

export function listWebhooks(
  db: Db,
  actor: Actor,
  query: z.output<typeof webhookQuery>,
): Promise<Page<Webhook>> {
  allow(actor, "users.read");
  return recordPage<Webhook>(db, query, {
    ...webhook.listed(actor),
    from: sql`webhooks h`,
    id: sql`h.id`,
    sorts,
    where: [
      madeWithin(sql`h.created_at`, query),
      query.search !== undefined && matches(query.search, [sql`h.url`]),
    ],
  });
}

/** @throws Refusal `forbidden`, `not_found` */
export async function findWebhook(db: Db, actor: Actor, id: number): Promise<Webhook> {
  allow(actor, "users.read");
  const [found] = await db.query<[Webhook?]>(sql`
    select ${webhook.columns(actor)} from webhooks h where h.id = ${id}`);
  if (!found) throw notFound("Webhook", id);
  return found;
}

/** What a hook has sent or has to send, newest first; what was taken is kept for 30 days. */
export async function listDeliveries(
  db: Db,
  actor: Actor,
  id: number,
  query: z.output<typeof deliveryQuery>,
): Promise<Page<Delivery>> {
  await findWebhook(db, actor, id);
  return await recordPage<Delivery>(db, { ...query, search: undefined }, {
    ...delivery.listed(actor),
    from: sql`webhook_deliveries d`,
    id: sql`d.id`,
    sorts: deliverySorts,
    where: [
      sql`d.webhook_id = ${id}`,
      query.delivered !== undefined && sql`(d.delivered_at is not null) = ${query.delivered}`,
      madeWithin(sql`d.created_at`, query),
    ],
  });
}
