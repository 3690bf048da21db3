import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import { brokenConstraint, type Db, type Tx } from "../db/connect.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { anybody } from "../records/kinds.ts";
import { nextNumber } from "../records/numbering.ts";
import {
  type BillOfEntry,
  billOfEntry,
  type BillOfEntryDetail,
  billTables,
  type NewBill,
} from "./bill_of_entry.ts";
import { writeBillLines } from "./write_bill_lines.ts";
import { findBill } from "./find_bills.ts";

/** What may still be said of a bill that is posted. */
const afterPosting = [
  ...["assessment_number", "assessment_date", "challan_number", "challan_date"],
  ...["challan_bank", "challan_amount", "declarant", "lc_number", "packages", "note"],
];

/**
 * Enters a bill of entry. What customs assessed stands; what the tariff of its day makes of it is kept beside,
 * and taken where nothing was assessed. Nothing is booked yet. Source: docs/customs.md, "Bill of entry".
 *
 * @throws Refusal `forbidden`, `duplicate_reference`, `invalid_fields` on an unknown shipment or item, an item on
 *   two lines, a levy that neither customs nor the tariff tell
 */
export async function enterBill(
  tx: Tx,
  actor: Actor,
  { lines, ...head }: NewBill,
): Promise<BillOfEntryDetail> {
  allow(actor, "costs.write");
  await needShipment(tx, head.shipment_id);
  refuseCurrency(head);
  const reference_no = await nextNumber(tx, "BOE", actor.today);
  const [{ id }] = await once(head, () =>
    tx.query<[{ id: number }]>(sql`
      insert into bills_of_entry (reference_no, ${billOfEntry.stored}, created_at, updated_at, created_by)
      select ${reference_no}, ${billOfEntry.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
      from ${billOfEntry.rows([head])}
      returning id`));
  await writeBillLines(tx, id, head, lines);
  const made = await findBill(tx, id);
  await audit(tx, actor, {
    action: "bill_of_entry.create",
    entity: "bill_of_entry",
    entityId: id,
    reference_no,
    after: made,
  });
  return made;
}

/**
 * Corrects a bill that is not posted, its lines as a whole; of a posted one what says how it was assessed and paid.
 * @throws Refusal `forbidden`, `not_found`, `record_in_use`, as `enterBill`
 */
export async function updateBill(
  tx: Tx,
  actor: Actor,
  id: number,
  { lines, ...changes }: z.output<typeof billOfEntry.changes>,
): Promise<BillOfEntryDetail> {
  allow(actor, "costs.write");
  const before = await lockBill(tx, id);
  const set = assignments(before, changes, billOfEntry.whenCleared);
  if (!set && !lines) return await findBill(tx, id);
  const barred = [...Object.keys(set?.after ?? {}), ...lines ? ["lines"] : []]
    .filter((name) => !afterPosting.includes(name));
  if (before.status !== "draft" && barred.length > 0) {
    throw conflict(
      "record_in_use",
      `bill of entry ${before.number} is ${before.status}: ${barred.join(", ")} stay as they are.`,
    );
  }
  refuseCurrency({ ...before, ...set?.after });
  if (set?.after.entry_date && !lines) {
    throw invalid({ lines: "are required with another entry_date: rates are of that day" });
  }
  if (set) {
    await once(
      { ...before, ...set.after },
      () => tx.query(sql`update bills_of_entry set ${set.sql} where id = ${id}`),
    );
  }
  await tx.query(sql`
    update bills_of_entry set updated_at = ${actor.now}, version = version + 1 where id = ${id}`);
  if (lines) {
    await tx.query(sql`delete from bill_of_entry_items where bill_id = ${id}`);
    await tx.query(sql`delete from bill_of_entry_lines where bill_id = ${id}`);
    await writeBillLines(tx, id, { ...before, ...set?.after }, lines);
  }
  await audit(tx, actor, {
    action: "bill_of_entry.update",
    entity: "bill_of_entry",
    entityId: id,
    reference_no: before.reference_no,
    before: set?.before ?? {},
    after: { ...set?.after, ...lines && { lines } },
  });
  return await findBill(tx, id);
}

/** The head of a bill, locked. @throws Refusal `not_found` */
export async function lockBill(tx: Tx, id: number): Promise<BillOfEntry> {
  const [found] = await tx.query<[{ id: number }?]>(
    sql`select id from bills_of_entry where id = ${id} for no key update`,
  );
  if (!found) throw notFound("Bill of entry", id);
  const [bill] = await tx.query<[BillOfEntry]>(
    sql`select ${billOfEntry.columns(anybody)} from ${billTables} where b.id = ${id}`,
  );
  return bill;
}

async function needShipment(db: Db, id: number): Promise<void> {
  const [shipment] = await db.query<[{ id: number }?]>(
    sql`select id from shipments where id = ${id} for key share`,
  );
  if (!shipment) throw invalid({ shipment_id: "names no shipment" });
}

function refuseCurrency({ invoice_value, currency }: Partial<BillOfEntry> | NewBill): void {
  if (invoice_value && !currency) throw invalid({ currency: "is required with invoice_value" });
}

/** @throws Refusal `duplicate_reference` where the office gave that number in that year to another */
async function once<T>(
  { office, number, entry_date }: Pick<BillOfEntry, "office" | "number" | "entry_date">,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) !== "one_bill_of_entry") throw error;
    throw conflict(
      "duplicate_reference",
      `another bill of entry of office ${office} has the number ${number} in ${
        entry_date.slice(0, 4)
      }.`,
    );
  }
}
