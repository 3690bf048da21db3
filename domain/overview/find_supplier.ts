import sql from "sql-template-tag";
import { discrepancy, isUnresolved } from "../claims/discrepancy.ts";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { together } from "../db/one_moment.ts";
import { notFound } from "../errors.ts";
import type { Decimal } from "../money/decimal.ts";
import { shipment as consignment, shipmentTitle } from "../imports/shipment.ts";
import { many, one } from "../records/embedded.ts";
import { count, flag, localMoney, quantity, shaped, text } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { supplierAge, supplierAgeing } from "../suppliers/ageing.ts";
import { type Balances, ledgerBalances } from "../suppliers/balances.ts";
import { latestEntries } from "../suppliers/find_entries.ts";
import { chequesHeld } from "../suppliers/find_issued_cheques.ts";
import { balance, supplierEntry } from "../suppliers/ledger_entry.ts";
import { supplier } from "../suppliers/supplier.ts";
import { atSupplier, finished, settled } from "../warranty/rma_words.ts";
import { rmaDays } from "../warranty/rma_days.ts";

const LEDGER_ROWS = 100;

const claim = discrepancy.part([
  "id",
  "reference_no",
  "discrepancy_type",
  "status",
  "shipment_id",
  "estimated_value",
  "currency",
  "created_at",
]);

const shipment = record("SupplierShipment", "h", {
  ...consignment.part(["id", "reference_no", "title", "status", "eta_chittagong", "created_at"])
    .fields,
  title: text("One line for people.", {
    example: "Shenzhen Boards · MSKU1234565",
    sql: shipmentTitle("h", "s"),
  }),
});

const among = (statuses: readonly string[]) => sql`r.status = any(${statuses}::text[])`;
const warranty = record("SupplierWarranty", "r", {
  open: count("Cases that the customer still waits for.", {
    example: 2,
    sql: sql`count(*) filter (where not ${among(settled)})`,
  }),
  at_supplier: count("Cases whose piece is with him now.", {
    example: 1,
    sql: sql`count(*) filter (where ${among(atSupplier)})`,
  }),
  closed: count("Cases that were seen through.", {
    example: 14,
    sql: sql`count(*) filter (where ${among(finished)})`,
  }),
  average_days_at_supplier: quantity("Calendar days with him, over the cases that were sent.", {
    example: 17.5,
    nullable: true,
    sql: sql`round(avg(days.at_supplier), 2)`,
  }),
});

/** Read beside the supplier, for who may read costs. */
const owed = {
  ledger: shaped(z.array(supplierEntry.schema), "The newest 100 entries of his ledger.", {
    example: [],
    seenBy: "costs.read",
    sql: "around",
  }),
  ledger_has_more: flag("Whether there are more than these.", {
    example: false,
    seenBy: "costs.read",
    sql: "around",
  }),
  balances: shaped(z.array(balance.schema), "What we owe him per currency.", {
    example: [],
    seenBy: "costs.read",
    sql: "around",
  }),
  cheques_issued: localMoney(
    "Our cheques that he holds and the bank has not paid, local currency; still owed.",
    { example: 40000, seenBy: "costs.read", sql: "around" },
  ),
  realised_exchange_difference: localMoney(
    "What settling at other rates than booked has cost, local currency; below zero it was a gain.",
    { example: 1250.5, seenBy: "costs.read", sql: "around" },
  ),
  ageing: shaped(z.array(supplierAge.schema), "How old what we owe him is, per currency.", {
    example: [],
    seenBy: "costs.read",
    sql: "around",
  }),
};

export const supplierDetail = record("SupplierDetail", "s", {
  ...supplier.fields,
  open_claims: many(claim, "Claims neither resolved nor cancelled, the newest 100.", {
    seenBy: "everybody",
    from: sql`from discrepancies d
      where d.supplier_id = s.id and ${isUnresolved} order by d.id desc limit 100`,
    order: sql`r.id desc`,
  }),
  shipments: many(shipment, "His newest 20 shipments.", {
    seenBy: "everybody",
    from: sql`from shipments h where h.supplier_id = s.id order by h.id desc limit 20`,
    order: sql`r.id desc`,
  }),
  warranty: one(warranty, "How his warranty cases went.", {
    seenBy: "everybody",
    nullable: false,
    from: ({ today }) => sql`from rmas r ${rmaDays(today)} where r.supplier_id = s.id`,
  }),
  ...owed,
});
export type SupplierDetail = z.output<typeof supplierDetail.schema>;

/**
 * One supplier with what we have open with him. Ledger, balances, ageing, bank data and the value of
 * claims are left out for a role without `costs.read`. Five statements, one moment.
 * Source: docs/imports.md, "Supplier".
 *
 * @throws Refusal `not_found`
 */
export async function findSupplier(db: Db, actor: Actor, id: number): Promise<SupplierDetail> {
  const seesOwed = may(actor, "costs.read");
  const [[found], owed] = await together(db, (db) => [
    db.query<[SupplierDetail?]>(sql`
      select ${supplierDetail.columns(actor)} from suppliers s where s.id = ${id}`),
    seesOwed ? owedTo(db, actor, id) : Promise.resolve({}),
  ]);
  if (!found) throw notFound("Supplier", id);
  return { ...found, ...owed };
}

async function owedTo(db: Db, actor: Actor, id: number) {
  const [entries, [{ known: _known, ...owed }], ageing, [{ cheques_issued }]] = await Promise.all([
    latestEntries(db, actor, id, LEDGER_ROWS + 1),
    db.query<[Balances]>(ledgerBalances({ supplier_id: id })),
    supplierAgeing(db, id, actor.today),
    db.query<[{ cheques_issued: Decimal }]>(sql`
      select coalesce(sum(amount_local), 0) as cheques_issued
      from (${chequesHeld({ supplier_id: id })}) held`),
  ]);
  return {
    ledger: entries.slice(0, LEDGER_ROWS),
    ledger_has_more: entries.length > LEDGER_ROWS,
    ...owed,
    cheques_issued,
    ageing,
  };
}
