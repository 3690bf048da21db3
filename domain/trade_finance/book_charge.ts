import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import * as field from "../records/fields.ts";
import { addCost } from "../imports/add_cost.ts";
import { findCost } from "../imports/find_shipment.ts";
import { type LockedShipment, lockShipment } from "../imports/lock_shipment.ts";
import type { ShipmentCost } from "../imports/shipment_cost.ts";
import type { CostHead } from "../imports/shipment_words.ts";
import type { Decimal } from "../money/decimal.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import type { ExpenseDetail } from "../treasury/expense.ts";
import { enterExpense } from "../treasury/spend_money.ts";
import type { LcTtType } from "./lc_tt_words.ts";
import { type LockedLcTt, lockLcTt, touchLcTt } from "./lock_lc_tt.ts";

const chargeHeads = ["lc_charge", "bank_charge", "amendment_charge"] as const;

export const newCharge = z.object({
  cost_head: field.oneOf(chargeHeads).optional()
    .describe("What it was taken for. Left out: lc_charge for an LC, bank_charge for the others."),
  amount: field.money("positive").describe("How much, with the VAT in it."),
  vat_amount: field.money("positive").optional()
    .describe("The VAT in it, which comes back; in its currency, below the amount."),
  currency: field.currency().optional().describe("Left out: the local currency."),
  exchange_rate: field.rate().optional().describe("Left out: the shipment's, in its currency."),
  shipment_id: field.id().optional()
    .describe(
      "The shipment that bears it; needed where several are linked. Of none it is an expense.",
    ),
  entry_date: field.date().optional().describe("The day it counts for. Left out: today."),
  account_id: field.id().optional()
    .describe(
      "The money account that it was taken from. Left out: the bank's, where no shipment bears it.",
    ),
  reference: field.text().optional().describe("The bank's number for it."),
  note: field.text(2000).optional().describe("What else is to be said."),
  allow_duplicate: field.flag().optional()
    .describe("True: another expense of the account has this reference; needs a note."),
});
type NewCharge = z.output<typeof newCharge>;

/**
 * Books what the bank took for an LC or TT as a cost of a shipment that it pays, shared over the items
 * by value; where it pays none, as an expense on the bank charges. Final: the cost is reversed on its
 * shipment, the expense by itself. Source: docs/imports.md, "LC, TT and DP" and "Cost".
 *
 * @throws Refusal `forbidden`, `not_found`, `invalid_fields`, `shipment_closed`,
 * `exchange_rate_missing`, `allocation_basis_missing`, as `enterExpense`
 */
export async function addCharge(
  tx: Tx,
  actor: Actor,
  id: number,
  { shipment_id, account_id, ...charge }: NewCharge,
): Promise<ShipmentCost | ExpenseDetail> {
  allow(actor, "costs.write");
  if (charge.allow_duplicate && !charge.note) {
    throw invalid({ note: "is required with allow_duplicate" });
  }
  if (charge.vat_amount?.gte(charge.amount)) {
    throw invalid({ vat_amount: `must be below the amount, ${charge.amount}` });
  }
  const shipment = await lockPaidShipment(tx, id, shipment_id);
  const lcTt = await lockLcTt(tx, id);
  if (shipment ? shipment.lc_tt_id !== id : shipment_id !== undefined) throw paysNot(lcTt);
  await touchLcTt(tx, actor, id);
  const booked = shipment
    ? await findCost(
      tx,
      actor,
      await bookCharge(tx, actor, lcTt, shipment, { ...charge, paid_from: account_id }),
    )
    : await spendCharge(tx, actor, lcTt, { ...charge, account_id });
  await audit(tx, actor, {
    action: "lc_tt.charge",
    entity: "lc_tt",
    entityId: id,
    reference_no: lcTt.reference_no,
    after: {
      [shipment ? "cost_id" : "expense_id"]: booked.id,
      shipment_id: shipment?.id,
      account_id,
      ...charge,
    },
  });
  return booked;
}

/** No shipment bears it: it leaves the bank's account, or the one named. */
function spendCharge(
  tx: Tx,
  actor: Actor,
  lcTt: LockedLcTt,
  {
    currency = business.localCurrency,
    exchange_rate,
    amount,
    vat_amount,
    allow_duplicate = false,
    ...charge
  }: NewCharge,
): Promise<ExpenseDetail> {
  const rate = rateToLocal(currency, exchange_rate);
  return enterExpense(tx, actor, {
    category: "bank_charges",
    account_id: charge.account_id,
    method: "bank",
    amount: toLocal(amount, currency, rate, "amount"),
    vat_amount: vat_amount && toLocal(vat_amount, currency, rate, "vat_amount"),
    vat_creditable: true,
    date: charge.entry_date,
    payee: lcTt.bank_name ?? undefined,
    reference: charge.reference,
    allow_duplicate,
    note: [lcTt.reference_no, charge.note].filter(Boolean).join(": "),
  }, { lc_tt_id: lcTt.id });
}

/** That an LC or TT does not pay the shipment named. */
export function paysNot({ reference_no }: { reference_no: string }) {
  return invalid({ shipment_id: `names no shipment that ${reference_no} pays` });
}

/**
 * The same for a shipment and an LC or TT that are locked and belong together; its VAT is a cost of its own, which
 * comes back.
 */
export async function bookCharge(
  tx: Tx,
  actor: Actor,
  lcTt: { id: number; type: LcTtType },
  shipment: LockedShipment,
  charge: Omit<NewCharge, "shipment_id" | "account_id"> & { paid_from?: number },
  /** the payment it came with, which takes it back */
  settlementId?: number,
): Promise<number> {
  const { vat_amount, ...net } = charge;
  const book = async (of: { cost_head: CostHead; amount: Decimal }) => {
    const costId = await addCost(tx, actor, shipment.id, {
      ...net,
      ...of,
      allocation_method: "value",
    });
    await tx.query(sql`
      insert into lc_tt_charges (cost_id, lc_tt_id, settlement_id)
      values (${costId}, ${lcTt.id}, ${settlementId ?? null})`);
    return costId;
  };
  const costId = await book({
    cost_head: charge.cost_head ?? (lcTt.type === "LC" ? "lc_charge" : "bank_charge"),
    amount: vat_amount ? charge.amount.minus(vat_amount) : charge.amount,
  });
  if (vat_amount) await book({ cost_head: "vat", amount: vat_amount });
  return costId;
}

/** The shipment asked for, else the only one linked. @throws Refusal `invalid_fields` */
export async function lockPaidShipment(
  tx: Tx,
  lcTtId: number,
  asked: number | undefined,
): Promise<LockedShipment | undefined> {
  const linked = await tx.query<{ id: number }[]>(sql`
    select id from shipments where lc_tt_id = ${lcTtId} and status <> 'cancelled' order by id`);
  if (asked === undefined && linked.length > 1) {
    throw invalid({
      shipment_id: `is required: it pays shipments ${linked.map(({ id }) => id).join(", ")}`,
    });
  }
  const shipment = asked === undefined ? linked[0] : linked.find(({ id }) => id === asked);
  return shipment && await lockShipment(tx, shipment.id);
}
