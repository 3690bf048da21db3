import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import { bankTitle, drawnOn, limitAmount } from "../imports/lc_drawings.ts";
import { Decimal } from "../money/decimal.ts";
import { anyOf } from "../records/any_of.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import {
  count,
  currency,
  date,
  flag,
  id,
  localMoney,
  money,
  percent,
  rate,
  type Reader,
  text,
  word,
} from "../records/kinds.ts";
import { isFinal, type Lifecycle } from "../records/lifecycle.ts";
import { everybody, record } from "../records/record.ts";
import { lcSteps } from "./lc_steps.ts";
import {
  type LcTtStatus,
  lcTtStatuses,
  type LcTtType,
  lcTtTypes,
  statusesOf,
} from "./lc_tt_words.ts";

export const lcTtTypeAliases = {
  "l/c": "LC",
  "t/t": "TT",
  "d/p": "DP",
  letter_of_credit: "LC",
  telegraphic_transfer: "TT",
  documents_against_payment: "DP",
} as const;

/** The statuses in which no money has been promised to the supplier; the next step promises it. */
export const uncommitted: readonly LcTtStatus[] = ["draft", "pi_received"];
/** The statuses in which the goods have not left the supplier yet. */
export const beforeShipment: readonly LcTtStatus[] = lcTtStatuses.slice(
  0,
  lcTtStatuses.indexOf("shipped"),
);

/** Whether an LC or TT `l` is in one of the statuses. */
export const isOneOf = (statuses: readonly LcTtStatus[]) => sql`(l.status = ${anyOf(statuses)})`;
export const isOpen = isOneOf(lcTtStatuses.filter((status) => !isFinal(status)));

/** What an LC/TT of one kind may become; called off only before the bank releases the documents. */
export function lifecycleOf(type: LcTtType): Lifecycle<LcTtStatus> {
  const ladder = statusesOf(type);
  return {
    ladder,
    cancellable: (from) => ladder.indexOf(from) < ladder.indexOf("released"),
  };
}

const daysUntil = (day: Sql) => ({ today }: Reader) =>
  sql`case when ${isOpen} then ${day} - ${today}::date end`;
const linked = sql`from shipments linked where linked.lc_tt_id = l.id`;

/** Of an LC or TT `l`: one line for people. */
export const lcTtTitle = sql`concat_ws(' · ', p.name, ${bankTitle})`;

/**
 * An LC or TT. Amounts are in its currency unless they end in `_local`.
 * Source: docs/imports.md, "LC, TT and DP".
 */
export const lcTt = record(
  "LcTt",
  "l",
  everybody({
    ...named({
      example: { reference_no: "LCT-2026-000004", title: "Shenzhen Boards · LC 0126-LC-0045" },
      title: lcTtTitle,
    }),
    status: word(lcTtStatuses, "How far it is.", { example: "lc_opened" }),
    supplier_id: id("Who is paid.", { example: 3, entry: "required" }),
    supplier_name: text("His name.", { example: "Shenzhen Boards", sql: sql`p.name` }),
    type: word(lcTtTypes, "Letter of credit, telegraphic transfer or documents against payment.", {
      example: "LC",
      entry: "required",
      spelled: lcTtTypeAliases,
      aliases: ["payment_type"],
    }),
    reference_number: text("The LC's number or the transfer's SWIFT reference.", {
      example: "0126-LC-0045",
      max: 100,
      entry: "optional",
      aliases: ["lc_number"],
    }),
    amount: money("What is paid by it.", {
      example: 25000,
      seenBy: "everybody",
      entry: "required",
      reads: field.money("positive"),
      aliases: ["lc_value"],
    }),
    currency: currency("What it is paid in.", {
      example: "USD",
      entry: "optional",
      unsent: "the supplier's",
      nullable: false,
    }),
    exchange_rate: rate("Local units for one of its currency.", {
      example: 121.5,
      entry: "optional",
    }),
    amount_local: localMoney("The amount at that rate, local currency.", {
      example: 3037500,
      seenBy: "everybody",
      nullable: true,
      sql: sql`round(l.amount * l.exchange_rate, 2)`,
    }),
    bank_name: text("Our bank.", { example: "City Bank", entry: "optional" }),
    issue_date: date("When it was issued.", { example: "2026-01-15", entry: "optional" }),
    expiry_date: date("The last day on which documents are taken.", {
      example: "2026-05-15",
      entry: "optional",
    }),
    latest_shipment_date: date("The last day on which the goods may leave.", {
      example: "2026-04-24",
      entry: "optional",
    }),
    expires_in_days: count("Days until it expires, below zero when past; null once it has ended.", {
      example: 43,
      nullable: true,
      sql: daysUntil(sql`l.expiry_date`),
    }),
    latest_shipment_in_days: count("Days until the goods must leave, in the same way.", {
      example: 22,
      nullable: true,
      sql: daysUntil(sql`l.latest_shipment_date`),
    }),
    expired: flag("Whether its day of expiry is past and it has not ended.", {
      example: false,
      sql: ({ today }) => sql`${isOpen} and coalesce(l.expiry_date < ${today}, false)`,
    }),
    shipment_overdue: flag("Whether the goods should have left and have not.", {
      example: false,
      sql: ({ today }) =>
        sql`${isOneOf(beforeShipment)} and coalesce(l.latest_shipment_date < ${today}, false)`,
    }),
    tolerance_percent: percent("How far shipments may draw beyond the amount.", {
      example: 5,
      entry: { default: new Decimal("0") },
    }),
    margin_percent: percent("What the bank keeps of ours as a deposit.", {
      example: 10,
      entry: "optional",
    }),
    margin_amount: money("That deposit.", {
      example: 2500,
      seenBy: "everybody",
      nullable: true,
      sql: sql`round(l.amount * l.margin_percent * 0.01, 2)`,
    }),
    margin_amount_local: localMoney("That deposit, local currency.", {
      example: 303750,
      seenBy: "everybody",
      nullable: true,
      sql: sql`round(l.amount * l.margin_percent * 0.01 * l.exchange_rate, 2)`,
    }),
    charges: localMoney("What the bank takes for it, local currency.", {
      example: 18500,
      seenBy: "everybody",
      entry: "optional",
    }),
    notes: text("Anything else worth knowing.", {
      example: "At sight.",
      max: 5000,
      entry: "optional",
    }),
    shipment_id: id("The first shipment that it pays; an entry links a further one.", {
      example: 7,
      entry: "optional",
      change: "kept",
      sql: sql`(select min(linked.id) ${linked})`,
      stored: false,
    }),
    shipment_count: count("How many shipments it pays.", {
      example: 1,
      sql: sql`(select count(*) ${linked})`,
    }),
    limit_amount: money("Amount and tolerance: what shipments may draw.", {
      example: 26250,
      seenBy: "everybody",
      sql: limitAmount,
    }),
    drawn: money("Purchase value of the linked shipments that are not cancelled.", {
      example: 24800,
      seenBy: "everybody",
      sql: sql`used.drawn`,
    }),
    available: money("What shipments may still draw.", {
      example: 1450,
      seenBy: "everybody",
      sql: sql`${limitAmount} - used.drawn`,
    }),
    utilisation_percent: percent("What is drawn, of the amount without tolerance.", {
      example: 99.2,
      sql: sql`round(used.drawn * 100 / l.amount, 2)`,
    }),
    ...lcSteps(isOpen, isOneOf(beforeShipment)),
    ...stamps(),
  }),
);
export type LcTt = z.output<typeof lcTt.schema>;

/** What an LC's or TT's columns stand on, behind `from`. */
export const lcTtTables = sql`lc_tt l join suppliers p on p.id = l.supplier_id
  cross join lateral (select ${drawnOn(sql`l.id`)} as drawn) used`;
