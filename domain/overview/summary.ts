import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { isUnresolved } from "../claims/discrepancy.ts";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { pending } from "../imports/receipts/receipt_words.ts";
import { atCustoms, shipmentStretches } from "../imports/shipment_words.ts";
import { isDelayed, shipmentTitle } from "../imports/shipment.ts";
import { anyOf } from "../records/any_of.ts";
import { many } from "../records/embedded.ts";
import { count, date, id, instant, localMoney, text } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { rma, rmasWithSupplier } from "../warranty/rma.ts";
import { atSupplier, unsettled } from "../warranty/rma_words.ts";

const head = (example: { reference_no: string; title: string; status: string }, title: Sql) => ({
  id: id("The record's id.", { example: 12 }),
  reference_no: text("The number people know it by.", { example: example.reference_no }),
  title: text("One line for people.", { example: example.title, sql: title }),
  status: text("How far it is.", { example: example.status }),
  created_at: instant("When it was recorded.", { example: "2026-03-02T04:15:00.000Z" }),
});
const supplier_name = text("From whom it comes, or to whom it goes.", {
  example: "Shenzhen Colour Co.",
  nullable: true,
  sql: sql`p.name`,
});

const recentRma = rma.part([
  "id",
  "reference_no",
  "title",
  "status",
  "created_at",
  "customer_name",
  "supplier_name",
]);

const recentShipment = record("RecentShipment", "s", {
  ...head({
    reference_no: "SHP-2026-000012",
    title: "Shenzhen Colour Co., sea",
    status: "in_transit",
  }, shipmentTitle()),
  supplier_name,
  eta_chittagong: date("When it should be at the port.", { example: "2026-03-20", nullable: true }),
});

const counted = (from: Sql) => sql`(select count(*) from ${from})`;

/** A figure whose records the role may not read is left out. */
export const summary = record("ImportLogisticsSummary", "", {
  open_warranty_rma: count("Warranty cases that are not settled.", {
    example: 5,
    seenBy: "rmas.read",
    sql: counted(sql`rmas where status = ${anyOf(unsettled)}`),
  }),
  rma_at_supplier: count("Those of them that are at the supplier.", {
    example: 2,
    seenBy: "rmas.read",
    sql: counted(sql`rmas where status = ${anyOf(atSupplier)}`),
  }),
  recent_rmas: many(recentRma, "The newest 5.", {
    seenBy: "rmas.read",
    from: sql`from ${rmasWithSupplier} order by r.id desc limit 5`,
    order: sql`r.id desc`,
  }),
  shipments_in_transit: count("Shipments on their way.", {
    example: 2,
    seenBy: "shipments.read",
    sql: counted(sql`shipments where status = ${anyOf(shipmentStretches.sailing)}`),
  }),
  customs_pending: count("Shipments at the port.", {
    example: 1,
    seenBy: "shipments.read",
    sql: counted(
      sql`shipments where status = ${anyOf(atCustoms)}`,
    ),
  }),
  delayed_shipments: count("Shipments that should be here by now.", {
    example: 1,
    seenBy: "shipments.read",
    sql: ({ today }) => counted(sql`shipments s where ${isDelayed(today)}`),
  }),
  recent_shipments: many(recentShipment, "The newest 5.", {
    seenBy: "shipments.read",
    from: sql`from shipments s join suppliers p on p.id = s.supplier_id
      order by s.id desc limit 5`,
    order: sql`r.id desc`,
  }),
  pending_receipts: count("Receipts that are not posted yet.", {
    example: 3,
    seenBy: "receipts.read",
    sql: counted(sql`receipts where status = ${anyOf(pending)}`),
  }),
  // kept on the receipt lines from approval on; of all that are posted together: migrations/0074_receipt_months.sql
  approved_landed_cost: localMoney("The landed value of what was accepted, local currency.", {
    example: 1_840_500,
    seenBy: "costs.read",
    sql: sql`(select coalesce(sum(accepted_value), 0) from (
      select accepted_value from receipt_months union all
      select (select sum(accepted_value) from receipt_items where receipt_id = r.id) from receipts r
      where r.status = 'approved') valued)`,
  }),
  open_claim_amount: localMoney("What unsettled claims come to, local currency.", {
    example: 64_000,
    seenBy: "costs.read",
    sql: sql`(select coalesce(sum(estimated_value_local), 0) from discrepancies d
      where ${isUnresolved})`,
  }),
  claims_carrying_value: localMoney(
    "What they stand at on the account of claims, local currency.",
    {
      example: 66_210.5,
      seenBy: "costs.read",
      sql: sql`(select coalesce(sum(carrying_value), 0) from discrepancies d
      where ${isUnresolved})`,
    },
  ),
  local_currency: text("What the money is in.", {
    example: "BDT",
    seenBy: "everybody",
    sql: () => sql`${business.localCurrency}::text`,
  }),
  as_of: date("Today, so that an unchanged summary is the same answer all day.", {
    example: "2026-03-02",
    seenBy: "everybody",
    sql: ({ today }) => sql`${today}::date`,
  }),
});
export type Summary = z.output<typeof summary.schema>;

/**
 * The key figures of imports, logistics and warranty as they stand now, in one statement; money in
 * local currency. Each role gets the figures whose records it may read. `as_of` is a date, so that
 * an unchanged summary is the same answer all day. Source: docs/overview.md, "Summary".
 *
 * @throws Refusal `forbidden`
 */
export async function findSummary(db: Db, actor: Actor): Promise<Summary> {
  allow(actor, "overview.read");
  const [found] = await db.query<[Summary]>(sql`select ${summary.columns(actor)}`);
  return found;
}
