import sql, { raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { business } from "../business/business.ts";
import { type Decimal, scaleOf } from "../money/decimal.ts";
import { anyOf } from "../records/any_of.ts";
import { named, stamps } from "../records/common.ts";
import {
  count,
  currency,
  date,
  flag,
  id,
  instant,
  localMoney,
  money,
  rate,
  text,
  word,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { newShipmentItem } from "./shipment_item.ts";
import {
  onTheWay,
  shipmentModeAliases,
  shipmentModes,
  shipmentStatuses,
  shipmentTypeAliases,
  shipmentTypes,
} from "./shipment_words.ts";

/** SQL: whether the shipment `s` is past its ETA and not yet at the warehouse. */
export function isDelayed(today: string) {
  return sql`(coalesce(s.eta_chittagong < ${today}, false)
    and s.status = ${anyOf(onTheWay)})`;
}

/** "Shenzhen Boards · MSKU123": the supplier, and the first number that people know the shipment by. */
export function shipmentTitle(shipment = "s", supplier = "p"): Sql {
  const [s, p] = [raw(shipment), raw(supplier)];
  return sql`concat_ws(' · ', ${p}.name,
    coalesce(${s}.tracking_number, ${s}.shipment_number, ${s}.bl_number))`;
}

function sumOfItems(column: string): Sql {
  return sql`(select coalesce(sum(item.${raw(column)}), 0) from shipment_items item
    where item.shipment_id = s.id)`;
}

/** One consignment from a supplier. Source: docs/imports.md, "Shipment". */
export const shipment = record(
  "Shipment",
  "s",
  everybody({
    ...named({
      example: { reference_no: "SHP-2026-000007", title: "Shenzhen Boards · MSKU1234565" },
      title: shipmentTitle(),
    }),
    status: word(shipmentStatuses, "How far it is.", { example: "in_transit" }),
    supplier_id: id("From whom it comes.", { example: 3, entry: "required" }),
    supplier_name: text("His name.", { example: "Shenzhen Boards", sql: sql`p.name` }),
    shipment_type: word(shipmentTypes, "What is in it.", {
      example: "machine",
      entry: { default: "mixed" },
      spelled: shipmentTypeAliases,
    }),
    shipment_mode: word(shipmentModes, "How it travels.", {
      example: "sea",
      entry: { default: "sea" },
      spelled: shipmentModeAliases,
    }),
    tracking_number: text("The number to follow it by.", {
      example: "MSKU1234565",
      max: 100,
      entry: "optional",
    }),
    shipment_number: text("The supplier's number of it.", {
      example: "SZ-2026-118",
      max: 100,
      entry: "optional",
    }),
    bl_number: text("The bill of lading or air waybill.", {
      example: "MAEU258471",
      max: 100,
      entry: "optional",
    }),
    container_number: text("The container, where it is one.", {
      example: "MSKU1234565",
      max: 100,
      entry: "optional",
    }),
    vessel_or_flight: text("What carries it.", {
      example: "MV Banglar Joy 042",
      max: 100,
      entry: "optional",
    }),
    carrier: text("The shipping line, airline or courier.", {
      example: "Maersk",
      entry: "optional",
    }),
    port_of_loading: text("Where it set off.", { example: "Shekou", entry: "optional" }),
    etd: date("The day it should set off.", { example: "2026-02-20", entry: "optional" }),
    eta_chittagong: date("The day it should be at our port.", {
      example: "2026-03-12",
      entry: "optional",
      aliases: ["eta", "eta_date"],
    }),
    delayed: flag("Past that day and not yet at the warehouse.", {
      example: false,
      sql: ({ today }) => isDelayed(today),
    }),
    warehouse_name: text("Where it is to go.", { example: "Tejgaon", entry: "optional" }),
    currency: currency("What its goods are priced in.", {
      example: "USD",
      entry: "optional",
      unsent: "the supplier's",
      nullable: false,
    }),
    exchange_rate: rate("Local units for one of that; null: not known yet.", {
      example: 121.5,
      entry: "optional",
    }),
    lc_tt_id: id("The LC or TT that pays it.", { example: 4, entry: "optional" }),
    discrepancy_id: id("The claim that it answers with other pieces.", {
      example: null,
      entry: "optional",
    }),
    notes: text("Anything else worth knowing.", {
      example: "Two pallets on top.",
      max: 5000,
      entry: "optional",
    }),
    frozen_at: instant("When its first receipt was posted: items and shares stand since.", {
      example: null,
      nullable: true,
    }),
    external_ref: text("What an import file knew it by.", { example: "PO-118", nullable: true }),
    item_count: count("How many items it has.", {
      example: 3,
      sql: sql`(select count(*) from shipment_items item where item.shipment_id = s.id)`,
    }),
    purchase_value: money("What the items were bought for, its currency.", {
      example: 180,
      seenBy: "costs.read",
      sql: sumOfItems("purchase_value"),
    }),
    purchase_value_local: localMoney("The same in local currency.", {
      example: 21870,
      seenBy: "costs.read",
      sql: sumOfItems("purchase_value_local"),
    }),
    landed_value: localMoney("What the items are worth, landed, local currency.", {
      example: 26110.4,
      seenBy: "costs.read",
      sql: sumOfItems("landed_value"),
    }),
    ...stamps(),
  }),
);
export type Shipment = z.output<typeof shipment.schema>;

/** What a shipment's columns stand on, behind `from`. */
export const shipmentTables = sql`shipments s join suppliers p on p.id = s.supplier_id`;

/** A shipment as it is entered. */
export const newShipment = shipment.entry.extend({
  items: z.array(newShipmentItem).default([]).describe("What is in it."),
});

/** An import file also says which order of the supplier a shipment is, and with what content. */
export type NewShipment = z.output<typeof newShipment> & {
  external_ref?: string;
  content_hash?: string;
};

/**
 * Why an amount does not fit its currency: the local one has 2 decimals (docs/wire.md, "Numbers").
 */
export function tooFineFor(currency: string, amount: Decimal | null | undefined): string[] {
  return currency === business.localCurrency && amount && scaleOf(amount) > 2
    ? [`must have at most 2 decimals in ${currency}`]
    : [];
}
