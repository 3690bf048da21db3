import { parse } from "../../../domain/records/input.ts";
import { closeTransfer } from "../../../domain/stock/close_transfer.ts";
import { moveStock, newMovement } from "../../../domain/stock/move_stock.ts";
import { receiveTransfer } from "../../../domain/stock/receive_transfer.ts";
import { sendTransfer } from "../../../domain/stock/send_transfer.ts";
import { arrival, closing, stockTransfer } from "../../../domain/stock/stock_transfer.ts";
import { sendReturn } from "../../../domain/warranty/send_return.ts";
import { settleReturn } from "../../../domain/warranty/settle_return.ts";
import { returnOutcome, supplierReturn } from "../../../domain/warranty/supplier_return.ts";
import { type Act, day, one } from "./deed.ts";

const place = "kind <> 'transit'";
const open = "status in ('sent', 'partly_received')";

/** Goods from one place to another, and by hand at one of them. */
export const moving = {
  send: async (tx, actor, { which, much, ago }) =>
    await sendTransfer(
      tx,
      actor,
      parse(stockTransfer.entry, {
        from_place_id: String(await one(tx, "stock_places", which, place)),
        to_place_id: String(await one(tx, "stock_places", which + 1 + much % 2, place)),
        sent_on: day(ago),
        items: [{
          product_id: String(await one(tx, "products", which)),
          quantity: String(1 + much % 3),
        }],
      }),
    ),
  arrive: async (tx, actor, { which, much }) => {
    const id = await one(tx, "stock_transfers", which, open);
    const line = await one(tx, "stock_transfer_lines", 0, `transfer_id = ${id}`);
    const lines = much % 2 ? [{ id: String(line), quantity: "1" }] : undefined;
    return await receiveTransfer(tx, actor, id, parse(arrival, { lines }));
  },
  giveUp: async (tx, actor, { which, much }) =>
    await closeTransfer(
      tx,
      actor,
      await one(tx, "stock_transfers", which, open),
      parse(closing, { outcome: much % 2 ? "lost" : "sent_back", reason: "Never came" }),
    ),
  count: async (tx, actor, { which, much }) =>
    await moveStock(
      tx,
      actor,
      parse(newMovement, {
        product_id: String(await one(tx, "products", which)),
        place_id: String(await one(tx, "stock_places", much, place)),
        type: "adjustment",
        quantity: String(much % 5 - 2 || 1),
        reason: "Counted",
      }),
    ),
  sendBack: async (tx, actor, { which, much, ago }) =>
    await sendReturn(
      tx,
      actor,
      parse(supplierReturn.entry, {
        supplier_id: String(await one(tx, "suppliers", which)),
        sent_on: day(ago),
        stock: [{
          product_id: String(await one(tx, "products", much)),
          quantity: String(1 + much % 3),
          fault_description: "Dead",
        }],
      }),
    ),
  settleBack: async (tx, actor, { which, much, ago }) => {
    const id = await one(tx, "supplier_returns", which, "status <> 'closed'");
    const outcome = ["repaired", "replaced", "credited", "refused", "lost"][much % 5];
    const credit = { amount: String(1 + much), exchange_rate: "118.5" };
    return await settleReturn(
      tx,
      actor,
      id,
      parse(returnOutcome, {
        date: day(ago),
        lines: [{
          id: String(await one(tx, "supplier_return_lines", 0, `return_id = ${id}`)),
          outcome,
          credit: outcome === "credited" ? credit : undefined,
        }],
      }),
    );
  },
} satisfies Record<string, Act>;
