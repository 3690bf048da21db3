import sql, { raw } from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import { brokenConstraint, type Db, type Tx } from "../db/connect.ts";
import { conflict, type FieldErrors, invalid, notFound } from "../errors.ts";
import { refuseFaults } from "../imports/exchange_rate.ts";
import { anybody } from "../records/kinds.ts";
import { nextNumber } from "../records/numbering.ts";
import {
  type BillOfEntry,
  billOfEntry,
  type BillOfEntryDetail,
  billTables,
  type NewBill,
} from "./bill_of_entry.ts";
import type { NewBillLine } from "./bill_line.ts";
import { findBill } from "./find_bills.ts";
import { ratesOn } from "./find_tariffs.ts";
import { computeDuty, eachLevy, levies } from "./levies.ts";

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
  await refuseItems(tx, head.shipment_id, lines);
  const reference_no = await nextNumber(tx, "BOE", actor.today);
  const [{ id }] = await once(head, () =>
    tx.query<[{ id: number }]>(sql`
      insert into bills_of_entry (reference_no, ${billOfEntry.stored}, created_at, updated_at, created_by)
      select ${reference_no}, ${billOfEntry.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
      from ${billOfEntry.rows([head])}
      returning id`));
  await writeLines(tx, id, head.entry_date, lines);
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
  if (set) {
    await once(
      { ...before, ...set.after },
      () => tx.query(sql`update bills_of_entry set ${set.sql} where id = ${id}`),
    );
  }
  await tx.query(sql`
    update bills_of_entry set updated_at = ${actor.now}, version = version + 1 where id = ${id}`);
  const day = (set?.after.entry_date as string | undefined) ?? before.entry_date;
  if (lines) {
    await refuseItems(tx, before.shipment_id, lines);
    await tx.query(sql`delete from bill_of_entry_items where bill_id = ${id}`);
    await tx.query(sql`delete from bill_of_entry_lines where bill_id = ${id}`);
    await writeLines(tx, id, day, lines);
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

/** Each item is of the shipment, and on one line. @throws Refusal `invalid_fields` */
async function refuseItems(db: Db, shipmentId: number, lines: NewBillLine[]): Promise<void> {
  const items = await db.query<{ id: number }[]>(
    sql`select id from shipment_items where shipment_id = ${shipmentId}`,
  );
  const known = new Set(items.map(({ id }) => id));
  const taken = new Map<number, number>();
  const faults: FieldErrors = {};
  lines.forEach(({ shipment_item_ids }, at) =>
    shipment_item_ids.forEach((item, i) => {
      const field = `lines.${at}.shipment_item_ids.${i}`;
      if (!known.has(item)) faults[field] = ["names no item of this shipment"];
      else if (taken.has(item)) faults[field] = [`stands on line ${taken.get(item)! + 1} already`];
      else taken.set(item, at);
    })
  );
  refuseFaults(faults);
}

async function writeLines(tx: Tx, id: number, day: string, lines: NewBillLine[]): Promise<void> {
  const known = await ratesOn(tx, lines.map(({ hs_code }) => hs_code), day);
  const faults: FieldErrors = {};
  const rows = lines.map((line, at) => {
    const tariff = known.get(line.hs_code);
    const computed = tariff && computeDuty(line.assessable_value, tariff.rates, line.quantity);
    const of = eachLevy((levy) => {
      const levied = line[levy] ?? computed?.levies[levy];
      if (levied === undefined) {
        faults[`lines.${at}.${levy}`] = [`is required: the tariff has no row for ${line.hs_code}`];
      }
      return levied;
    });
    return {
      ...line,
      ...of,
      line_no: at + 1,
      tariff_id: tariff?.tariff_id,
      ...computed &&
        Object.fromEntries(
          Object.entries(computed.levies).map(([levy, amount]) => [`computed_${levy}`, amount]),
        ),
    };
  });
  refuseFaults(faults);
  await tx.query(sql`
    with given as (
      select ${columns}, shipment_item_ids from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as line (line_no integer, hs_code text, cpc text, description text, origin text,
          gross_kg numeric, net_kg numeric, quantity numeric, assessable_value numeric,
          tariff_id bigint, cd numeric, rd numeric, sd numeric, vat numeric, at numeric, ait numeric,
          computed_cd numeric, computed_rd numeric, computed_sd numeric, computed_vat numeric,
          computed_at numeric, computed_ait numeric, shipment_item_ids jsonb)
    ), made as (
      insert into bill_of_entry_lines (bill_id, ${columns})
      select ${id}, ${columns} from given order by line_no
      returning id, line_no
    )
    insert into bill_of_entry_items (bill_id, line_id, shipment_item_id)
    select ${id}, made.id, item::bigint
    from made join given using (line_no), jsonb_array_elements_text(given.shipment_item_ids) item`);
}

const columns = raw(
  `line_no, hs_code, cpc, description, origin, gross_kg, net_kg, quantity, assessable_value, tariff_id, ${
    levies.join(", ")
  }, ${levies.map((levy) => `computed_${levy}`).join(", ")}`,
);

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
