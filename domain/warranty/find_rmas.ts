import sql, { raw, type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { businessDate } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { instantText } from "../db/instant.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { historyJson } from "../records/history.ts";
import {
  listPage,
  listQuery,
  madeWithin,
  matches,
  type Page,
  wordList,
} from "../records/paging.ts";
import { phoneSearch } from "../records/phone_number.ts";
import { uploadsJson } from "../uploads/find_uploads.ts";
import { daysAtSupplier, turnaroundDays } from "./case_days.ts";
import { lastSale } from "./find_sale.ts";
import type { Rma, RmaDetail } from "./rma.ts";
import { rmaStatuses } from "./rma_words.ts";
import { type Sale, warrantyVerdict } from "./verdict.ts";

/** "RMA-2026-000001 – board B-77, Rahim Traders", of the case that the query calls by this alias. */
export function rmaTitle(alias = "r"): Sql {
  const r = raw(alias);
  return sql`concat(${r}.reference_no, ' – ',
    case when ${r}.board_serial_number is not null then concat('board ', ${r}.board_serial_number)
      when ${r}.machine_serial_number is not null
        then concat(coalesce(${r}.machine_model, 'machine'), ' ', ${r}.machine_serial_number)
      else ${r}.machine_model end, ', ', ${r}.customer_name)`;
}

export const columns = sql`r.id, r.reference_no, ${rmaTitle()} as title, r.status, r.customer_id,
  r.customer_name, r.customer_phone, r.supplier_id, s.name as supplier_name, r.machine_model,
  r.machine_serial_number, r.board_type, r.board_serial_number, r.replacement_serial_number,
  r.fault_description, r.quantity, r.unit, r.currency, r.estimated_value, r.service_ticket_id,
  r.created_at, r.updated_at, r.created_by, r.version`;

export const rmasWithSupplier = sql`rmas r left join suppliers s on s.id = r.supplier_id`;

export const rmaQuery = listQuery.extend({
  status: wordList(rmaStatuses).optional(),
  supplier_id: field.id().optional(),
  customer_id: field.id().optional(),
  /** who opened it */
  created_by: field.userOrMe().optional(),
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
  const phone = phoneSearch(query.search);
  const opener = query.created_by === "me" ? actor.userId : query.created_by;
  return listPage<Rma>(db, query, {
    columns,
    from: rmasWithSupplier,
    id: sql`r.id`,
    sorts: {
      created_at: { by: sql`r.created_at`, type: "timestamptz" },
      updated_at: { by: sql`r.updated_at`, type: "timestamptz" },
      customer_name: { by: sql`lower(r.customer_name)`, type: "text" },
    },
    where: [
      query.status !== undefined && sql`r.status = any(${query.status}::text[])`,
      query.supplier_id !== undefined && sql`r.supplier_id = ${query.supplier_id}`,
      query.customer_id !== undefined && sql`r.customer_id = ${query.customer_id}`,
      opener !== undefined && sql`r.created_by = ${opener}`,
      madeWithin(sql`r.created_at`, query),
      query.search !== undefined && sql`(${
        matches(query.search, [
          sql`r.reference_no`,
          sql`r.customer_name`,
          sql`r.customer_phone`,
          sql`r.machine_model`,
          sql`r.machine_serial_number`,
          sql`r.board_serial_number`,
          sql`r.replacement_serial_number`,
          sql`r.fault_description`,
        ])
      } or r.customer_phone_digits like ${phone === undefined ? null : `%${phone}%`}::text)`,
    ],
  });
}

/**
 * One case with its warranty verdict on the day it was opened (a repair that takes long does not end
 * the cover), its days, its history, and the earlier cases of the same serials.
 * @throws Refusal `not_found`
 */
export async function findRma(db: Db, actor: Actor, id: number): Promise<RmaDetail> {
  const [row] = await db.query<[(Rma & Beside)?]>(sql`
    select ${columns}, ${uploadsJson(actor, "rma", sql`r.id`)}, ${historyJson("rma", sql`r.id`)},
      ${earlierCases}, ${sale}
    from ${rmasWithSupplier} where r.id = ${id}`);
  if (!row) throw notFound("RMA", id);
  const { sale: sold, history, uploads, earlier_cases, ...rma } = row;
  const openedOn = businessDate(new Date(rma.created_at));
  return {
    ...rma,
    warranty: warrantyVerdict(sold, openedOn),
    days_at_supplier: daysAtSupplier(history, actor.today),
    turnaround_days: turnaroundDays(history, openedOn, actor.today),
    earlier_cases,
    uploads,
    history,
  };
}

type Beside = Pick<RmaDetail, "history" | "earlier_cases" | "uploads"> & { sale: Sale | null };

/** Cases opened before this one that name any of its serials, whichever part had it then. */
const earlierCases = sql`(select coalesce(json_agg(json_build_object('id', e.id,
    'reference_no', e.reference_no, 'title', ${rmaTitle("e")}, 'status', e.status,
    'created_at', ${instantText(sql`e.created_at`)},
    'fault_description', e.fault_description, 'machine_serial_number', e.machine_serial_number,
    'board_serial_number', e.board_serial_number,
    'replacement_serial_number', e.replacement_serial_number) order by e.id desc), '[]'::json)
  from rmas e, array_remove(array[serial_key(r.machine_serial_number),
    serial_key(r.board_serial_number), serial_key(r.replacement_serial_number)], null) these
  where e.id < r.id and (serial_key(e.machine_serial_number) = any(these)
    or serial_key(e.board_serial_number) = any(these)
    or serial_key(e.replacement_serial_number) = any(these))) as earlier_cases`;

const sale = sql`${
  lastSale([sql`r.board_serial_number`, sql`r.machine_serial_number`], sql`r.created_at`)
} as sale`;
