import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, allowFields } from "../../access/access.ts";
import { carryClaims } from "../../claims/carried_claims.ts";
import { valueDraftedClaims } from "../../claims/drafted_claims.ts";
import type { Db, Tx } from "../../db/connect.ts";
import { withMore } from "../../db/wire.ts";
import type { Line } from "../../journal/line.ts";
import { judgeDay } from "../../journal/period.ts";
import { postEntry } from "../../journal/post_entry.ts";
import { rules } from "../../journal/rules.ts";
import { type Decimal, decimal, isZero, sum } from "../../money/decimal.ts";
import { conflict, invalid } from "../../errors.ts";
import * as field from "../../records/fields.ts";
import { drawIds, drawNumbers } from "../../records/numbering.ts";
import { unitCost } from "../../stock/issue_value.ts";
import { readShelves } from "../../stock/place_moves.ts";
import { lockProducts, type PostedMovement, postMovements } from "../../stock/post_movements.ts";
import { postSupplierEntry } from "../../suppliers/post_entry.ts";
import { rateMissing } from "../exchange_rate.ts";
import { type LockedShipment, lockShipmentOf } from "../lock_shipment.ts";
import { refuseClosed } from "../touch_shipment.ts";
import { valueApprovedReceipts } from "../value_approved_receipts.ts";
import { type AccountedLine, accountLines, besideReceipt, postingLines } from "./account_lines.ts";
import { movePosted } from "./complete_shipment.ts";
import { findReceipt } from "./find_receipts.ts";
import { takeReplaced } from "./replaced_values.ts";
import { linkProducts, refuseWithoutProduct } from "./link_products.ts";
import { expectedReceiptStatus, type LockedReceipt, lockReceipt } from "./lock_receipt.ts";
import { type PostedReceipt, productChange } from "./receipt.ts";

export const posting = z.object({
  posting_date: field.date().optional().describe("The day it counts for. Left out: today."),
  note: field.text(5000).optional().describe("Stands in the history."),
  credit_supplier: field.flag().default(false)
    .describe("Whether the supplier is owed the purchase value of these pieces, short ones too."),
  expected_status: expectedReceiptStatus(),
});
type Posting = z.output<typeof posting>;

/**
 * Puts the accepted goods of an approved receipt into stock at their landed value, one movement per
 * line, and freezes the shipment's shares with the first posting. With `credit_supplier` what all its
 * pieces, accepted, rejected and short, were bought for is owed to the supplier: he billed them. What
 * rejected and short pieces are worth is carried by their claims. When everything shipped is accounted
 * for, the shipment is received. Can be reversed, never edited.
 * Source: docs/imports.md, "Goods receipt"; docs/landed_cost.md, "Pieces" and "Freezing".
 *
 * @throws Refusal `forbidden`, `forbidden_fields`, `not_found`, `receipt_already_posted`,
 *   `receipt_not_approved`, `shipment_closed`, `line_without_product`, `exchange_rate_missing`,
 *   `status_changed`, `period_closed`; of the day those of `judgeDay`
 */
export async function postReceipt(
  tx: Tx,
  actor: Actor,
  id: number,
  { expected_status, ...input }: Posting,
  answer: Db = tx,
): Promise<PostedReceipt> {
  allow(actor, "receipts.post");
  const credit = input.credit_supplier || undefined;
  allowFields(actor, "costs.write", { credit_supplier: credit }, ["credit_supplier"]);
  const [receipt, shipment, lines, beside] = await Promise.all([ // sent together, answered in this order
    lockReceipt(tx, id, expected_status),
    lockShipmentOf(tx, id),
    postingLines(tx, id),
    besideReceipt(tx, id),
  ]);
  refuseUnlessApproved(receipt);
  const posting_date = await judgeDay(tx, actor, input.posting_date, "posting_date");
  refuseClosed(shipment);
  await refuseWithoutRate(tx, shipment);
  refuseWithoutProduct(receipt, lines);
  const entering = lines.filter((line) => line.accepted_qty.gt("0"));
  const ids = entering.map((line) => line.product_id!);
  const [products, shelves, { journal_entries: [entry], stock_movements }] = await Promise.all([
    lockProducts(tx, ids),
    readShelves(tx, ids),
    drawIds(tx, { journal_entries: 1, stock_movements: ids.length }),
  ]);
  const before = new Map([...products].map(([productId, product]) => [productId, { ...product }]));

  await linkProducts(tx, lines);
  const accounted = await accountLines(tx, lines);
  const replaced = await takeReplaced(tx, accounted.lines);
  const complete = accounted.complete && !beside.open_items;
  await movePosted(tx, actor, receipt, shipment, { input, posting_date, complete });
  await valueDraftedClaims(tx, [id], actor.now);
  const claims = await claimed(tx, actor, accounted.lines);
  if (beside.approved) await valueApprovedReceipts(tx, shipment);
  const entered = movements(receipt, shipment, accounted.lines, replaced, posting_date);
  // what enters with a value has an entry, so both kinds of numbers are drawn at once
  const valued = entered.some(({ value }) => !isZero(value));
  let reference_no: string | undefined;
  const draw = async () => {
    const numbers = await drawNumbers(tx, posting_date, [
      ["STK", entered.length],
      ["JRN", valued ? 1 : 0],
    ]);
    reference_no = numbers.JRN[0];
    return numbers.STK;
  };
  const ready = { ids: stock_movements, shelves, draw };
  const moved = await postMovements(tx, actor, products, entered, entry, ready);
  const bought = input.credit_supplier && accounted.purchase_value.gt("0")
    ? await creditSupplier(tx, actor, {
      receipt,
      shipment,
      date: posting_date,
      credit: accounted.purchase_value,
      entry,
    })
    : [];
  await postEntry(tx, actor, {
    id: entry,
    reference_no,
    entry_date: posting_date,
    kind: "receipt",
    source: { type: "receipt", id, reference_no: receipt.reference_no },
    narration: `Goods received with ${receipt.reference_no} of ${shipment.reference_no}`,
    lines: rules.receipt(
      {
        ...claims,
        accepted: moved,
        residue: residueOf(moved),
        shares: sharesIn(accounted.lines),
        replaced: sum([...replaced.values()]),
      },
      bought,
      { shipment_id: shipment.id },
    ),
  });
  const changes = [...products.values()].map((after) => {
    const { stock_qty, stock_value } = before.get(after.id)!;
    return productChange.shownTo(actor, {
      product_id: after.id,
      sku: after.sku,
      stock_qty_before: stock_qty,
      stock_qty_after: after.stock_qty,
      average_cost_before: unitCost(stock_value, stock_qty),
      average_cost_after: unitCost(after.stock_value, after.stock_qty),
    });
  });
  return withMore(await findReceipt(answer, actor, id), { products: changes });
}

function refuseUnlessApproved({ status, reference_no }: LockedReceipt): void {
  if (status === "approved") return;
  if (status === "posted" || status === "reversed") {
    throw conflict("receipt_already_posted", `receipt ${reference_no} is already ${status}.`);
  }
  throw conflict(
    "receipt_not_approved",
    status === "cancelled"
      ? `receipt ${reference_no} is cancelled.`
      : `receipt ${reference_no} must be approved first.`,
  );
}

async function refuseWithoutRate(tx: Tx, shipment: LockedShipment): Promise<void> {
  if (shipment.exchange_rate !== null) return;
  const [{ priced }] = await tx.query<[{ priced: boolean }]>(sql`
    select exists (select from shipment_items
      where shipment_id = ${shipment.id} and purchase_value > 0) as priced`);
  if (priced) throw invalid(rateMissing(shipment.currency), "exchange_rate_missing");
}

/** What is no part of stock: claimed, awaited as a replacement, or lost. */
async function claimed(tx: Tx, actor: Actor, lines: AccountedLine[]) {
  const outOf = (some: AccountedLine[]) =>
    sum(some.flatMap((line) => [line.rejected_value, line.short_value]));
  const ordinary = lines.filter(({ discrepancy_id }) => discrepancy_id === null);
  const { carried, awaited } = isZero(outOf(ordinary))
    ? { carried: zero, awaited: zero }
    : await carryClaims(tx, actor, ordinary.map(({ id }) => id));
  return { claimed: carried, awaited, lost: outOf(lines).minus(carried).minus(awaited) };
}

/** The capitalised shares in the landed value of all pieces. */
function sharesIn(lines: AccountedLine[]): Decimal {
  return sum(lines.flatMap((line) => [
    line.accepted_value.minus(line.accepted_purchase),
    line.rejected_value.minus(line.rejected_purchase),
    line.short_value.minus(line.short_purchase),
  ]));
}

function residueOf(moved: PostedMovement[]): Decimal {
  return sum(moved.map(({ residue }) => residue));
}

const zero = decimal("0");

function movements(
  receipt: LockedReceipt,
  { supplier_id }: LockedShipment,
  lines: AccountedLine[],
  replaced: Map<number, Decimal>,
  date: string,
) {
  return lines.filter((line) => line.accepted_qty.gt("0")).map((line) => ({
    product_id: line.product_id!,
    kind: "receipt" as const,
    quantity: line.accepted_qty,
    value: line.accepted_value.plus(replaced.get(line.id) ?? zero),
    movement_date: date,
    place_id: receipt.place_id,
    warehouse_name: receipt.warehouse_name,
    bin_location: line.bin_location,
    serial_numbers: line.serial_numbers,
    serials_field: "items",
    party: { supplier_id },
    source: {
      type: "receipt",
      id: receipt.id,
      line_id: line.id,
      reference_no: receipt.reference_no,
    },
  }));
}

async function creditSupplier(
  tx: Tx,
  actor: Actor,
  { receipt, shipment, date, credit, entry }: {
    receipt: LockedReceipt;
    shipment: LockedShipment;
    date: string;
    credit: Decimal;
    entry: number;
  },
): Promise<Line[]> {
  const { id, lines } = await postSupplierEntry(tx, actor, {
    supplier_id: shipment.supplier_id,
    entry_date: date,
    entry_type: "purchase",
    particulars: `Goods received with ${receipt.reference_no} of ${shipment.reference_no}`,
    credit,
    currency: shipment.currency,
    exchange_rate: shipment.exchange_rate,
    shipment_id: shipment.id,
    receipt_id: receipt.id,
    reference: receipt.reference_no,
    entry,
  });
  await tx.later(tx.query(sql`
    update receipts set supplier_ledger_id = ${id} where id = ${receipt.id}`));
  return lines;
}
