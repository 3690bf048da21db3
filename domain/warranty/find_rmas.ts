import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { businessDate } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import type { Reader } from "../records/kinds.ts";
import { lookUp, ofUser, phoneMatches } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { withRows } from "../records/with_rows.ts";
import { type Rma, rma, type RmaDetail, rmaDetail, rmasWithSupplier } from "./rma.ts";
import { rmaDays } from "./rma_days.ts";
import { rmaStatuses } from "./rma_words.ts";
import { type Sale, warrantyVerdict } from "./verdict.ts";

const sorts: Sorts = {
  created_at: { by: sql`r.created_at`, type: "timestamptz" },
  updated_at: { by: sql`r.updated_at`, type: "timestamptz" },
  customer_name: { by: sql`lower(r.customer_name)`, type: "text" },
};

export const listedRma = withRows("ListedRma", rma, rmaDetail);
export const rmaQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  include: listedRma.include,
  status: wordList(rmaStatuses, "Only those in these statuses."),
  supplier_id: field.id().optional().describe("Only those that go to this supplier."),
  customer_id: field.id().optional().describe("Only this customer's."),
  created_by: field.userOrMe().optional()
    .describe("Only those that this user opened; me: one's own."),
});

/**
 * RMA cases, newest first. `search` looks at number, customer, phone (however it is typed), model, the
 * serials and the fault; `from` and `to` are business days of creation. Source: docs/imports.md,
 * "RMA".
 */
export function listRmas(
  db: Db,
  actor: Actor,
  query: z.output<typeof rmaQuery>,
): Promise<Page<Rma>> {
  return recordPage<Rma>(db, query, {
    ...listedRma.listed(actor, query.include),
    from: rmasWithSupplier,
    id: sql`r.id`,
    sorts,
    where: [
      query.status !== undefined && sql`r.status = any(${query.status}::text[])`,
      query.supplier_id !== undefined && sql`r.supplier_id = ${query.supplier_id}`,
      query.customer_id !== undefined && sql`r.customer_id = ${query.customer_id}`,
      ofUser(sql`r.created_by`, query.created_by, actor),
      madeWithin(sql`r.created_at`, query),
      lookUp(
        query.search,
        [
          sql`r.reference_no`,
          sql`r.customer_name`,
          sql`r.customer_phone`,
          sql`r.machine_model`,
          sql`r.machine_serial_number`,
          sql`r.board_serial_number`,
          sql`r.replacement_serial_number`,
          sql`r.fault_description`,
        ],
        [],
        phoneMatches(sql`r.customer_phone_digits`, query.search),
      ),
    ],
  });
}

/**
 * One case with its warranty verdict on the day it was opened (a repair that takes long does not end
 * the cover), its days, its history, and the earlier cases of the same serials.
 * @throws Refusal `not_found`
 */
export async function findRma(db: Db, reader: Reader, id: number): Promise<RmaDetail> {
  const [found] = await db.query<[RmaDetail & { warranty: Sale | null } | undefined]>(sql`
    select ${rmaDetail.columns(reader)} from ${rmasWithSupplier} ${rmaDays(reader.today)}
    where r.id = ${id}`);
  if (!found) throw notFound("RMA", id);
  const openedOn = businessDate(new Date(found.created_at));
  return { ...found, warranty: warrantyVerdict(found.warranty, openedOn) };
}
