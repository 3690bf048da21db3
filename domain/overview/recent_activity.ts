import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import { rowsAsJson } from "../records/embedded.ts";
import { id, instant, text } from "../records/kinds.ts";
import { record } from "../records/record.ts";

const common = {
  reference_no: text("Of the document, where the deed is about one.", {
    example: "RCP-2026-000012",
    nullable: true,
  }),
  entity: text("What kind of record it was done to.", { example: "receipt" }),
  entity_id: id("That record's id.", { example: 12, nullable: true }),
  status: text("As the deed left it, where it says.", {
    example: "posted",
    nullable: true,
    sql: sql`d.after ->> 'status'`,
  }),
  created_at: instant("When it was done.", {
    example: "2026-03-02T04:15:00.000Z",
    sql: sql`d.recorded_at`,
  }),
  created_by: id("Who did it; null for the system.", {
    example: 3,
    nullable: true,
    sql: sql`d.actor_id`,
  }),
  created_by_name: text("His name.", { example: "Rahim", sql: sql`d.actor_name` }),
} as const;
const auditId = id("The audit entry's id.", { example: 1205 });

export const activity = record("Activity", "d", {
  id: auditId,
  title: text("The deed in plain words.", { example: "Rahim posted receipt RCP-2026-000012" }),
  ...common,
});
export type Activity = z.output<typeof activity.schema>;

/** A deed before it is put into words. */
const deed = record("Deed", "d", {
  id: auditId,
  actor_name: text("Who did it.", { example: "Rahim" }),
  action: text("What was done.", { example: "receipt.post" }),
  ...common,
});
export type Deed = z.output<typeof deed.schema>;

/** The deeds shown, by what they are done to. Logins and staff accounts are not the business's work. */
const nouns: Record<string, string> = {
  customer: "customer",
  discrepancy: "claim",
  invoice: "invoice",
  issued_cheque: "cheque",
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
  issue: "issued",
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

/** The newest 10 deeds as JSON, newest first; tasks only for who may read every task. */
export function newestDeeds(actor: Actor): Sql {
  const shown = Object.keys(nouns).filter((noun) => noun !== "task" || may(actor, "tasks.all"));
  return rowsAsJson(
    deed,
    actor,
    sql`from audit_log d where d.entity = any(${shown}::text[]) order by d.id desc limit 10`,
    sql`r.id desc`,
  );
}

/** "Rahim moved shipment SHP-2026-000003 to in transit". */
export function inWords({ actor_name, action, ...deed }: Deed): Activity {
  const verb = action.slice(action.lastIndexOf(".") + 1);
  const done = deeds[verb] ?? verb.replaceAll("_", " ");
  const goal = done === "moved" && deed.status ? `to ${deed.status.replaceAll("_", " ")}` : "";
  const words = [actor_name, done, nouns[deed.entity], deed.reference_no, goal];
  return { ...deed, title: words.filter(Boolean).join(" ") };
}
