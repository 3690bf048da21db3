import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { type Linked, linkedTo, lookUp, matches } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { shipmentDetail } from "./shipment_detail.ts";
import { withRows } from "../records/with_rows.ts";
import { isDelayed, type Shipment, shipment, shipmentTables } from "./shipment.ts";
import {
  shipmentModeAliases,
  shipmentModes,
  shipmentStatuses,
  shipmentTypeAliases,
  shipmentTypes,
} from "./shipment_words.ts";

/** `noEta` stands for one that is not known. */
const sortsWith = (noEta: string): Sorts => ({
  eta_chittagong: { by: sql`coalesce(s.eta_chittagong, ${noEta}::date)`, type: "date" },
  created_at: { by: sql`s.created_at`, type: "timestamptz" },
  status: {
    by: sql`array_position(${[...shipmentStatuses]}::text[], s.status)::bigint`,
    type: "bigint",
  },
});

export const listedShipment = withRows("ListedShipment", shipment, shipmentDetail);
export const shipmentQuery = queryOf(recordQuery, {
  sorts: sortsWith("9999-12-31"),
  day: "eta_chittagong",
  by: "the ETA, or the day it was recorded where there is none",
}).extend({
  include: listedShipment.include,
  status: wordList(shipmentStatuses, "Only these statuses."),
  supplier_id: field.id().optional().describe("Only of this supplier."),
  shipment_mode: wordList(shipmentModes, "Only those that travel so.", shipmentModeAliases),
  shipment_type: wordList(shipmentTypes, "Only those with such content.", shipmentTypeAliases),
  lc_tt_id: field.id().optional().describe("Only those that this LC or TT pays."),
  delayed: field.flag().optional()
    .describe("Past their ETA and not yet at the warehouse, or with false the others."),
});

/**
 * Shipments, newest first; by ETA those without one come last. `search` looks at numbers, supplier,
 * product names and SKUs; `from` and `to` at the ETA, at the day of creation where there is none.
 */
export function listShipments(
  db: Db,
  actor: Actor,
  query: z.output<typeof shipmentQuery>,
): Promise<Page<Shipment>> {
  const noEta = query.sort === "-eta_chittagong" ? "0001-01-01" : "9999-12-31";
  const dated = sql`coalesce(s.eta_chittagong,
    (s.created_at at time zone ${business.timeZone})::date)`;
  return recordPage<Shipment>(db, query, {
    ...listedShipment.listed(actor, query.include),
    from: shipmentTables,
    id: sql`s.id`,
    sorts: sortsWith(noEta),
    where: [
      query.status && sql`s.status = any(${query.status}::text[])`,
      query.supplier_id !== undefined && sql`s.supplier_id = ${query.supplier_id}`,
      query.shipment_mode && sql`s.shipment_mode = any(${query.shipment_mode}::text[])`,
      query.shipment_type && sql`s.shipment_type = any(${query.shipment_type}::text[])`,
      query.lc_tt_id !== undefined && sql`s.lc_tt_id = ${query.lc_tt_id}`,
      query.delayed !== undefined && sql`${isDelayed(actor.today)} = ${query.delayed}`,
      query.from !== undefined && sql`${dated} >= ${query.from}::date`,
      query.to !== undefined && sql`${dated} <= ${query.to}::date`,
      lookUp(query.search, [
        sql`s.reference_no`,
        sql`s.tracking_number`,
        sql`s.shipment_number`,
        sql`s.bl_number`,
        sql`s.container_number`,
      ], ofShipment),
    ],
  });
}

/** Who sends it and what is in it, by whose texts it is found. */
const ofShipment: Linked[] = [
  linkedTo(sql`s.supplier_id`, "suppliers", ["name"]),
  {
    by: sql`s.id`,
    ids: (search) =>
      sql`select item.shipment_id from shipment_items item where ${
        matches(search, [sql`item.product_name`, sql`item.sku`])
      }`,
  },
];
