import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import * as answer from "../records/answers.ts";
import { instantText } from "../db/instant.ts";

export const activityRecord = z.object({
  id: answer.id,
  /** the deed in plain words: "Rahim posted receipt RCP-2026-000012" */
  title: answer.text,
  /** of the document, where the deed is about one */
  reference_no: answer.text.nullable(),
  entity: answer.text,
  entity_id: answer.id.nullable(),
  /** as the deed left it, where it says */
  status: answer.text.nullable(),
  created_at: answer.instant,
  created_by: answer.id.nullable(),
}).meta({ id: "Activity" });
export type Activity = z.output<typeof activityRecord>;

/** The deeds shown, by what they are done to. Logins and staff accounts are not the business's work. */
const nouns: Record<string, string> = {
  customer: "customer",
  discrepancy: "claim",
  invoice: "invoice",
  lc_tt: "LC/TT",
  payment: "payment",
  product: "product",
  receipt: "receipt",
  rma: "RMA",
  shipment: "shipment",
  stock_movement: "stock movement",
  supplier: "supplier",
  supplier_ledger: "supplier ledger entry",
  task: "task",
  ticket: "service ticket",
};

/** How the verb of an action reads before the noun. */
const deeds: Record<string, string> = {
  add_cost: "added a cost to",
  add_items: "added items to",
  add_parts: "used parts for",
  allocate: "used money on account for",
  approve: "approved",
  cancel: "cancelled",
  change_status: "moved",
  charge: "booked a charge on",
  comment: "commented on",
  create: "created",
  draft: "drafted",
  invoice: "billed",
  move: "posted",
  post: "posted",
  receive: "received",
  resolve: "resolved",
  reverse: "reversed",
  reverse_cost: "reversed a cost of",
  status: "moved",
  submit: "submitted",
  update: "changed",
  void: "voided",
};

export interface Deed extends Omit<Activity, "title"> {
  actor_name: string;
  action: string;
}

/** The newest 10 deeds as JSON, newest first; tasks only for who may read every task. */
export function newestDeeds(actor: Actor): Sql {
  const shown = Object.keys(nouns).filter((noun) => noun !== "task" || may(actor, "tasks.all"));
  return sql`(select coalesce(json_agg(json_build_object('id', d.id, 'actor_name', d.actor_name,
      'action', d.action, 'entity', d.entity, 'entity_id', d.entity_id,
      'reference_no', d.reference_no, 'status', d.after ->> 'status',
      'created_at', ${instantText(sql`d.recorded_at`)}, 'created_by', d.actor_id)
      order by d.id desc), '[]'::json)
    from (select id, actor_name, action, entity, entity_id, reference_no, after, recorded_at, actor_id
      from audit_log where entity = any(${shown}::text[]) order by id desc limit 10) d)`;
}

/** "Rahim moved shipment SHP-2026-000003 to in transit". */
export function inWords({ actor_name, action, ...deed }: Deed): Activity {
  const verb = action.slice(action.lastIndexOf(".") + 1);
  const done = deeds[verb] ?? verb.replaceAll("_", " ");
  const goal = done === "moved" && deed.status ? `to ${deed.status.replaceAll("_", " ")}` : "";
  const words = [actor_name, done, nouns[deed.entity], deed.reference_no, goal];
  return { ...deed, title: words.filter(Boolean).join(" ") };
}
