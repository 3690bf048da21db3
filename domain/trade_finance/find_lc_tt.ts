import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import type { Role } from "../journal/chart.ts";
import { shipment as consignment } from "../imports/shipment.ts";
import { many } from "../records/embedded.ts";
import { historyOf } from "../records/history.ts";
import {
  currency,
  date,
  flag,
  id,
  instant,
  localMoney,
  money,
  rate,
  text,
} from "../records/kinds.ts";
import { allowedMoves } from "../records/lifecycle.ts";
import { nextStatuses } from "../records/next_statuses.ts";
import { everybody, record } from "../records/record.ts";
import { lcTt, lcTtTables, lifecycleOf } from "./lc_tt.ts";
import { lcTtStatuses, lcTtTypes } from "./lc_tt_words.ts";
import { loan, loanTables } from "./loan.ts";
import { marginHeld } from "./margin.ts";
import { isPayment, isReversed, isStandingPayment, settledOn } from "./utilisation.ts";
import { readOne } from "../records/read_one.ts";

const recorded = instant("When it was recorded.", { example: "2026-03-02T04:15:00.000Z" });

const shipment = record(
  "LcTtShipment",
  "s",
  everybody({
    ...consignment.part(["id", "reference_no", "title", "status", "eta_chittagong"]).fields,
    drawn: money("Its purchase value; 0 once cancelled.", {
      example: 24800,
      seenBy: "everybody",
      sql: sql`case when s.status = 'cancelled' then 0 else coalesce((
        select sum(i.purchase_value) from shipment_items i where i.shipment_id = s.id), 0) end`,
    }),
    created_at: recorded,
  }),
);

const isCostReversed = sql`exists (
  select from shipment_costs mirror where mirror.reverses_id = c.id)`;

const charge = record(
  "LcTtCharge",
  "c",
  everybody({
    id: id("The cost's id.", { example: 31 }),
    shipment_id: id("The shipment that bears it.", { example: 7 }),
    reference_no: text("That shipment's number.", {
      example: "SHP-2026-000007",
      sql: sql`s.reference_no`,
    }),
    cost_head: text("What the bank took it for.", { example: "lc_charge" }),
    amount: money("How much.", { example: 18500, seenBy: "everybody" }),
    currency: currency("In which currency.", { example: "BDT" }),
    exchange_rate: rate("Local units for one of it.", { example: 1 }),
    local_amount: localMoney("The same in local currency.", {
      example: 18500,
      seenBy: "everybody",
    }),
    entry_date: date("The day it counts for.", { example: "2026-01-15" }),
    note: text("What else was said.", { example: "SWIFT and stamps", nullable: true }),
    reversed: flag("Whether it was taken back.", { example: false, sql: isCostReversed }),
    created_at: recorded,
  }),
);

/** The lines of the journal that hold what the bank took and no shipment bears. */
const spent = sql`from journal_lines j join accounts a on a.id = j.account_id
    join journal_entries e on e.id = j.entry_id
  where j.lc_tt_id = l.id and a.role = 'bank_charges' and e.kind in ('supplier_payment',
    'supplier_payment.reversal', 'bank_charge', 'expense', 'expense.reversal')`;

const spentCharge = record(
  "LcTtSpentCharge",
  "j",
  everybody({
    id: id("The line's id in the journal.", { example: 301 }),
    entry_date: date("The day it counts for.", { example: "2026-01-15", sql: sql`e.entry_date` }),
    amount: localMoney("How much, without VAT that comes back; below zero it was taken back.", {
      example: 1205,
      seenBy: "everybody",
      sql: sql`j.debit - j.credit`,
    }),
    source_type: text("What kind of document booked it.", {
      example: "expense",
      sql: sql`e.source_type`,
    }),
    source_id: id("That document's id.", { example: 21, nullable: true, sql: sql`e.source_id` }),
    source_reference_no: text("That document's number.", {
      example: "EXP-2026-000021",
      nullable: true,
      sql: sql`e.source_reference_no`,
    }),
    narration: text("What it was, in words.", {
      example: "Bank charges, City Bank, LCT-2026-000004",
      sql: sql`e.narration`,
    }),
  }),
);

/** Null without a rate to compare with, and for a payment in another currency. */
const exchangeDifference = sql`case when e.currency = l.currency
  then round(e.debit * (e.exchange_rate - l.exchange_rate), 2) end`;

/** What a payment's entry of the journal says about one account. */
const bookedOn = (role: Role) =>
  sql`(
    select coalesce(sum(j.debit - j.credit), 0)
    from journal_lines j join accounts a on a.id = j.account_id
    where j.entry_id = e.entry_id and a.role = ${role})`;

export const settlement = record(
  "LcTtSettlement",
  "e",
  everybody({
    id: id("The ledger entry's id.", { example: 88 }),
    reference_no: text("Its number.", { example: "SLE-2026-000088" }),
    entry_date: date("The day it counts for.", { example: "2026-04-02" }),
    amount: money("What the bank paid.", {
      example: 24800,
      seenBy: "everybody",
      sql: sql`e.debit`,
    }),
    currency: currency("In which currency.", { example: "USD" }),
    exchange_rate: rate("Local units for one of it, at that day's rate.", { example: 122.1 }),
    amount_local: localMoney("The same in local currency.", {
      example: 3028080,
      seenBy: "everybody",
      sql: sql`-e.amount_local`,
    }),
    exchange_difference: localMoney(
      "Amount × (this rate less the LC's), local; above zero we paid more. Null without a rate.",
      { example: 14880, seenBy: "everybody", nullable: true, sql: exchangeDifference },
    ),
    account_id: id("The money account that paid it.", { example: 7, nullable: true }),
    margin_used: localMoney("What of it the margin paid, local currency.", {
      example: 303750,
      seenBy: "everybody",
      sql: sql`-${bookedOn("lc_margin")}`,
    }),
    charges: localMoney("What the bank took besides, local currency.", {
      example: 1500,
      seenBy: "everybody",
      sql: sql`${bookedOn("bank_charges")} + (select coalesce(sum(c.local_amount), 0)
        from lc_tt_charges booked join shipment_costs c on c.id = booked.cost_id
        where booked.settlement_id = e.id)`,
    }),
    note: text("What else was said.", { example: "First documents", nullable: true }),
    reversed: flag("Whether it was taken back.", { example: false, sql: isReversed }),
    created_at: recorded,
  }),
);

export const lcTtDetail = record(
  "LcTtDetail",
  "l",
  everybody({
    ...lcTt.fields,
    next_statuses: nextStatuses(lcTtStatuses, {
      may: "costs.write",
      after: (reader) =>
        lcTtTypes.map((type) => ({
          when: sql`l.type = ${type}`,
          next: (from) => allowedMoves(lifecycleOf(type), reader, from),
        })),
    }),
    shipments: many(shipment, "The shipments that it pays.", {
      from: sql`from shipments s where s.lc_tt_id = l.id`,
    }),
    charge_costs: many(charge, "The shipment costs that its charges became.", {
      from: sql`from lc_tt_charges booked join shipment_costs c on c.id = booked.cost_id
        join shipments s on s.id = c.shipment_id where booked.lc_tt_id = l.id`,
    }),
    charges_spent: many(spentCharge, "What of its charges no shipment bears, as it was booked.", {
      from: spent,
    }),
    charges_booked: localMoney(
      "Those not taken back, with what no shipment bears, local currency.",
      {
        example: 18500,
        seenBy: "everybody",
        sql: sql`(select coalesce(sum(c.local_amount), 0)
        from lc_tt_charges booked join shipment_costs c on c.id = booked.cost_id
        where booked.lc_tt_id = l.id and not ${isCostReversed})
        + (select coalesce(sum(j.debit - j.credit), 0) ${spent})`,
      },
    ),
    margin_held: localMoney("What the bank keeps of ours for it now, local currency.", {
      example: 303750,
      seenBy: "everybody",
      sql: marginHeld(sql`l.id`),
    }),
    loans: many(
      loan.part(["id", "reference_no", "status", "amount", "taken_on", "due_on", "outstanding"]),
      "The bank's loans for its documents (LTR).",
      { from: sql`from ${loanTables} where t.lc_tt_id = l.id` },
    ),
    settlements: many(settlement, "The payments in the supplier ledger that name it.", {
      from: sql`from supplier_ledger e where e.lc_tt_id = l.id and ${isPayment}`,
    }),
    settled: money("Those not taken back, in its currency.", {
      example: 24800,
      seenBy: "everybody",
      sql: settledOn(sql`l.id`),
    }),
    exchange_difference: localMoney("Their exchange differences, local currency.", {
      example: 14880,
      seenBy: "everybody",
      sql: sql`(select coalesce(sum(${exchangeDifference}), 0)
        from supplier_ledger e where e.lc_tt_id = l.id and ${isStandingPayment})`,
    }),
    realised_exchange_difference: localMoney(
      "What they realised in the supplier ledger when they brought the balance to zero, local.",
      {
        example: 14880,
        seenBy: "everybody",
        sql: sql`(select coalesce(sum(e.amount_local), 0) from supplier_ledger e
          where e.lc_tt_id = l.id and e.credit = 0 and e.debit = 0)`,
      },
    ),
    history: historyOf("lc_tt", sql`l.id`),
  }),
);
export type LcTtDetail = z.output<typeof lcTtDetail.schema>;

/**
 * An LC or TT with what draws on it, what was paid by it and what the bank took, in one statement, so
 * that its figures belong together. @throws Refusal `forbidden`, `not_found`
 */
export async function findLcTt(db: Db, actor: Actor, id: number): Promise<LcTtDetail> {
  allow(actor, "costs.read");
  return await readOne<LcTtDetail>(
    db,
    sql`select ${lcTtDetail.columns(actor)} from ${lcTtTables} where l.id = ${id}`,
    "LC/TT",
    id,
  );
}
