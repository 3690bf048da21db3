import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../../access/access.ts";
import { audit } from "../../audit/audit.ts";
import type { Db, Tx } from "../../db/connect.ts";
import { Decimal, sum } from "../../money/decimal.ts";
import { conflict, invalid, Refusal } from "../../errors.ts";
import { recordChange } from "../../records/history.ts";
import { drawIds, nextNumber } from "../../records/numbering.ts";
import { refuseRepeated } from "../../serials/refuse_repeated.ts";
import { needPlace } from "../../stock/find_places.ts";
import type { LockedShipment } from "../lock_shipment.ts";
import { type ExpectedItem, expectedItems } from "./expected.ts";
import { findReceipt } from "./find_receipts.ts";
import { lockOpenShipment } from "./lock_receipt.ts";
import { type newReceipt, receipt, type ReceiptDetail } from "./receipt.ts";
import { type NewReceiptLine, receiptLine } from "./receipt_line.ts";

type NewReceipt = z.output<typeof newReceipt>;

/**
 * Notes what came of a shipment, as a draft. The pieces count as received from now on, so that two
 * receipts cannot take the same ones: the shipment is locked meanwhile.
 * Source: docs/imports.md, "Goods receipt".
 *
 * @throws Refusal `forbidden`, `invalid_fields`, `shipment_closed`, `over_receipt`
 */
export async function createReceipt(
  tx: Tx,
  actor: Actor,
  input: NewReceipt,
  answer: Db = tx,
): Promise<ReceiptDetail> {
  allow(actor, "receipts.create");
  if (input.items.length === 0 && !input.is_final) {
    throw invalid({ items: "must have at least one line, unless the receipt is final" });
  }
  await needPlace(tx, input.place_id);
  const [shipment, items, { receipts: [id] }] = await Promise.all([ // sent together
    shipmentOf(tx, input.shipment_id),
    expectedItems(tx, input.shipment_id),
    drawIds(tx, { receipts: 1 }),
  ]);
  await refuseUnknown(tx, input.items, items);
  refuseTooMany(input, items);
  await refuseRepeated(
    tx,
    input.items.flatMap((line, i) =>
      (["serial_numbers", "rejected_serial_numbers"] as const).map((name) => ({
        product_id: line.product_id ?? items.get(line.shipment_item_id)!.product_id,
        serial_numbers: line[name],
        field: `items.${i}.${name}`,
      }))
    ),
  );
  const received_date = input.received_date ?? actor.today;
  // from here on nobody is waited for
  const reference_no = await nextNumber(tx, "RCP", received_date);
  const warehouse_name = input.warehouse_name ?? shipment.warehouse_name;
  const row = { ...input, reference_no, received_date, warehouse_name };
  await tx.later(tx.query(sql`
    insert into receipts (id, reference_no, ${receipt.stored}, created_at, updated_at, created_by)
      overriding system value
    select ${id}, reference_no, ${receipt.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${receipt.rows([row], { reference_no: "text" })}`));
  await insertLines(tx, id, input.items);
  await recordChange(tx, actor, "receipt", id, { from: null, to: "draft" });
  await audit(tx, actor, {
    action: "receipt.create",
    entity: "receipt",
    entityId: id,
    reference_no,
    after: input,
  });
  return await findReceipt(answer, actor, id);
}

async function shipmentOf(tx: Tx, id: number): Promise<LockedShipment> {
  try {
    return await lockOpenShipment(tx, id);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "not_found")) throw error;
    throw invalid({ shipment_id: "names no shipment" });
  }
}

async function refuseUnknown(
  tx: Tx,
  lines: NewReceiptLine[],
  items: Map<number, ExpectedItem>,
): Promise<void> {
  const named = lines.flatMap((line) => line.product_id ?? []);
  const products = named.length === 0 ? [] : await tx.query<{ id: number }[]>(sql`
    select id from products where id = any(${named}::bigint[]) order by id for key share`);
  const known = new Set(products.map(({ id }) => id));
  const faults: Record<string, string> = {};
  lines.forEach((line, i) => {
    if (!items.has(line.shipment_item_id)) {
      faults[`items.${i}.shipment_item_id`] = "names no item of this shipment";
    }
    if (line.product_id !== undefined && !known.has(line.product_id)) {
      faults[`items.${i}.product_id`] = "names no product";
    }
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/** More may come than was shipped, when the receipt allows it; more cannot be missing. */
function refuseTooMany(input: NewReceipt, items: Map<number, ExpectedItem>): void {
  const byItem = Map.groupBy(input.items, (line) => line.shipment_item_id);
  for (const item of items.values()) {
    const lines = byItem.get(item.id) ?? [];
    const received = sum(lines.map((line) => line.received_qty));
    const short = sum(lines.map((line) => line.short_qty ?? new Decimal("0")));
    if (received.plus(short).lte(item.expected_qty)) continue;
    if (input.allow_excess && short.eq("0")) continue;
    const said = short.eq("0") ? `${received}` : `${received} received and ${short} short`;
    throw conflict(
      "over_receipt",
      `${item.expected_qty} of ${item.product_name} are still expected, not ${said}.`,
      {
        shipment_item_id: item.id,
        expected_qty: item.expected_qty,
        received_qty: received,
        short_qty: short,
      },
    );
  }
}

async function insertLines(tx: Tx, receiptId: number, lines: NewReceiptLine[]): Promise<void> {
  const rows = lines.map((line, position) => ({
    ...line,
    position,
    accepted_qty: line.accepted_qty ?? line.received_qty,
    short_qty: line.short_qty ?? new Decimal("0"),
  }));
  await tx.later(tx.query(sql`
    insert into receipt_items (receipt_id, ${receiptLine.stored})
    select ${receiptId}, ${receiptLine.stored}
    from ${receiptLine.rows(rows, { position: "integer" })}
    order by position`));
}
