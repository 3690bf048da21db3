import sql from "sql-template-tag";
import { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { type Reader, seeingAll } from "../records/kinds.ts";
import { refuseUnexpected } from "../records/lifecycle.ts";
import { type Linked, linkedTo, matches, matchesLinked } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { withRows } from "../records/with_rows.ts";
import {
  type Discrepancy,
  discrepancy,
  type DiscrepancyDetail,
  discrepancyDetail,
  discrepancyTables,
  isUnresolved,
} from "./discrepancy.ts";
import {
  type DiscrepancyStatus,
  discrepancyStatuses,
  discrepancyTypeAliases,
  discrepancyTypes,
  opponents,
} from "./discrepancy_words.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  created_at: { by: sql`d.created_at`, type: "timestamptz" },
  reference_no: { by: sql`d.reference_no`, type: "text" },
};

export const listedDiscrepancy = withRows("ListedDiscrepancy", discrepancy, discrepancyDetail);
export const discrepancyQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  include: listedDiscrepancy.include,
  status: wordList(discrepancyStatuses, "Exactly these: open does not include submitted."),
  unresolved: field.flag().optional().describe("Open and submitted, or with false the others."),
  supplier_id: field.id().optional().describe("Only against goods of this supplier."),
  shipment_id: field.id().optional().describe("Only of this shipment."),
  receipt_id: field.id().optional().describe("Only of this receipt."),
  discrepancy_type: wordList(discrepancyTypes, "Only of these types.", discrepancyTypeAliases),
  against: wordList(opponents, "Only against these."),
});

/** Claims, newest first. `from` and `to` are the day on which the claim was made. */
export function listDiscrepancies(
  db: Db,
  actor: Actor,
  query: z.output<typeof discrepancyQuery>,
): Promise<Page<Discrepancy>> {
  return recordPage<Discrepancy>(db, query, {
    ...listedDiscrepancy.listed(actor, query.include),
    from: discrepancyTables,
    id: sql`d.id`,
    sorts,
    where: [
      query.status && sql`d.status = any(${query.status})`,
      query.unresolved !== undefined && sql`(${isUnresolved}) = ${query.unresolved}`,
      query.supplier_id !== undefined && sql`d.supplier_id = ${query.supplier_id}`,
      query.shipment_id !== undefined && sql`d.shipment_id = ${query.shipment_id}`,
      query.receipt_id !== undefined && sql`d.receipt_id = ${query.receipt_id}`,
      query.discrepancy_type && sql`d.discrepancy_type = any(${query.discrepancy_type})`,
      query.against && sql`d.against = any(${query.against})`,
      madeWithin(sql`d.created_at`, query),
      query.search !== undefined &&
      matchesLinked(query.search, [sql`d.reference_no`, sql`d.note`], ofClaim),
    ],
  });
}

/** What a claim is about, by whose texts it is found. */
const ofClaim: Linked[] = [
  linkedTo(sql`d.shipment_id`, "shipments", ["reference_no"]),
  linkedTo(sql`d.receipt_id`, "receipts", ["reference_no"]),
  linkedTo(sql`d.supplier_id`, "suppliers", ["name"]),
  linkedTo(sql`d.shipment_item_id`, "shipment_items", ["product_name", "sku"]),
  {
    by: sql`d.credit_note_item_id`,
    ids: (search) =>
      sql`select i.id from credit_note_items i join credit_notes n on n.id = i.credit_note_id
        where ${matches(search, [sql`n.reference_no`])}`,
  },
];

/** One claim with its photos and its history. @throws Refusal `not_found` */
export async function findDiscrepancy(
  db: Db,
  reader: Reader,
  id: number,
): Promise<DiscrepancyDetail> {
  return await readOne<DiscrepancyDetail>(
    db,
    sql`
    select ${discrepancyDetail.columns(reader)} from ${discrepancyTables} where d.id = ${id}`,
    "Discrepancy",
    id,
  );
}

/**
 * One claim as the system sees it, locked for a change of it.
 * @throws Refusal `not_found`, `status_changed` when it is not in the expected status
 */
export async function lockDiscrepancy(
  tx: Tx,
  actor: Actor,
  id: number,
  expected_status?: DiscrepancyStatus,
): Promise<Required<Discrepancy>> {
  const [found] = await tx.query<[Required<Discrepancy>?]>(sql`
    select ${discrepancy.columns(seeingAll(actor))} from ${discrepancyTables}
    where d.id = ${id} for no key update of d`);
  if (!found) throw notFound("Discrepancy", id);
  refuseUnexpected({ from: found.status, expected_status });
  return found;
}
