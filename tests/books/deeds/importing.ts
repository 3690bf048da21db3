import sql from "sql-template-tag";
import { resolutionInput } from "../../../domain/claims/discrepancy.ts";
import { cancelDiscrepancy, cancellation } from "../../../domain/claims/move_discrepancy.ts";
import { resolveDiscrepancy } from "../../../domain/claims/resolve_discrepancy.ts";
import { Refusal } from "../../../domain/errors.ts";
import { addCost } from "../../../domain/imports/add_cost.ts";
import { createShipments } from "../../../domain/imports/create_shipments.ts";
import { newShipment } from "../../../domain/imports/shipment.ts";
import { invoiceTicket, ticketBill } from "../../../domain/service/invoice_ticket.ts";
import {
  changeShipmentStatus,
  shipmentMove,
} from "../../../domain/imports/change_shipment_status.ts";
import { approveReceipt } from "../../../domain/imports/receipts/approve_receipt.ts";
import { createReceipt } from "../../../domain/imports/receipts/create_receipt.ts";
import { posting, postReceipt } from "../../../domain/imports/receipts/post_receipt.ts";
import { newReceipt } from "../../../domain/imports/receipts/receipt.ts";
import { reversal, reverseReceipt } from "../../../domain/imports/receipts/reverse_receipt.ts";
import { reverseCost } from "../../../domain/imports/reverse_cost.ts";
import { costReversal, newShipmentCost } from "../../../domain/imports/shipment_cost.ts";
import { parse } from "../../../domain/records/input.ts";
import { addParts } from "../../../domain/service/add_parts.ts";
import { addedParts } from "../../../domain/service/part.ts";
import { moveStock, newMovement } from "../../../domain/stock/move_stock.ts";
import { type Act, amount, day, one, undoing } from "./deed.ts";

/** Goods that come, what they cost and lack, and how they leave otherwise than sold. */
export const importing = {
  receive: async (tx, actor, { which, much, ago }) => {
    const shipment = await one(tx, "shipments", which, "status not in ('closed', 'cancelled')");
    const items = await tx.query<{ id: number; open: number }[]>(sql`
      select id, (shipped_qty - accounted_qty)::int as open from shipment_items
      where shipment_id = ${shipment} and shipped_qty > accounted_qty order by id`);
    if (items.length === 0) throw new Refusal("not_found", "all of it is here");
    const lines = items.map(({ id, open }, i) => {
      const pieces = Math.min(Number(open), 1 + (much + i) % 6);
      return {
        shipment_item_id: String(id),
        received_qty: String(pieces),
        accepted_qty: String(Math.max(0, pieces - (much % 3 === 1 ? 1 : 0))),
        short_qty: String(much % 4 === 3 && pieces < Number(open) ? 1 : 0),
      };
    });
    const receipt = await createReceipt(
      tx,
      actor,
      parse(newReceipt, { shipment_id: String(shipment), items: lines }),
    );
    await approveReceipt(tx, actor, receipt.id, {});
    const how = { posting_date: day(ago), credit_supplier: String(which % 2 === 0) };
    await postReceipt(tx, actor, receipt.id, parse(posting, how));
  },
  unreceive: async (tx, actor, how) =>
    await reverseReceipt(
      tx,
      actor,
      await one(tx, "receipts", how.which, "status = 'posted'"),
      undoing(reversal, how),
    ),
  cost: async (tx, actor, { which, much, ago }) => {
    const shipment = await one(tx, "shipments", which, "status not in ('closed', 'cancelled')");
    const cost_head =
      ["freight", "vat", "at", "ait", "demurrage", "labour", "customs_duty"][much % 7];
    await addCost(
      tx,
      actor,
      shipment,
      parse(newShipmentCost, {
        cost_head,
        amount: amount(much),
        ...which % 2 ? { currency: "BDT" } : { currency: "USD", exchange_rate: "121.37" },
        // owed to a payee, paid at once, or nobody has said
        ...which % 3 === 1 && {
          payee_id: String(await one(tx, "suppliers", much)),
          ...much % 2 && { due_date: day(ago - much) },
        },
        ...which % 3 === 2 && {
          paid_from: String(await one(tx, "accounts", much, "kind = 'money'")),
        },
        entry_date: day(ago),
      }),
    );
  },
  uncost: async (tx, actor, how) => {
    const cost = await one(
      tx,
      "shipment_costs",
      how.which,
      "reverses_id is null and not exists (select from shipment_costs m where m.reverses_id = t.id)",
    );
    const [{ shipment_id }] = await tx.query<[{ shipment_id: number }]>(
      sql`select shipment_id from shipment_costs where id = ${cost}`,
    );
    await reverseCost(tx, actor, shipment_id, cost, undoing(costReversal, how));
  },
  move: async (tx, actor, { which, much, ago }) =>
    await moveStock(
      tx,
      actor,
      parse(newMovement, {
        product_id: String(await one(tx, "products", which)),
        type: ["in", "out", "adjustment"][much % 3],
        quantity: String(1 + much % 3),
        ...much % 3 !== 1 && { unit_cost: amount(much) },
        reason: "Counted",
        movement_date: day(ago),
      }),
    ),
  repair: async (tx, actor, { which, much, ago }) =>
    await addParts(
      tx,
      actor,
      await one(tx, "service_tickets", which),
      parse(addedParts, {
        ...which % 2 && { date: day(ago) },
        parts: [{
          product_id: String(await one(tx, "products", which)),
          quantity: "1",
          unit_price: "12.5",
          is_warranty: String(much % 2 === 0),
        }],
      }),
    ),
  bill: async (tx, actor, { which, much, ago }) =>
    await invoiceTicket(
      tx,
      actor,
      await one(tx, "service_tickets", which),
      parse(ticketBill, { invoice_date: day(ago), service_cost: String(much) }),
    ),
  /** Pieces for those of a claim are sent, and come. */
  replace: async (tx, actor, how) => {
    const claim = await one(tx, "discrepancies", how.which, "resolution = 'replacement'");
    const [{ supplier_id, sku }] = await tx.query<[{ supplier_id: number; sku: string }]>(sql`
      select d.supplier_id, i.sku from discrepancies d join shipment_items i on i.id = d.shipment_item_id
      where d.id = ${claim}`);
    const items = [{ sku, product_name: sku, ordered_qty: String(1 + how.much % 2) }];
    const sent = { supplier_id: String(supplier_id), discrepancy_id: String(claim), items };
    await createShipments(tx, actor, [parse(newShipment, sent)]);
    await importing.receive(tx, actor, { ...how, which: 0 });
  },
  end: async (tx, actor, { which, much, ago }) =>
    await changeShipmentStatus(
      tx,
      actor,
      await one(tx, "shipments", which),
      parse(shipmentMove, {
        status: ["closed", "cancelled", "received"][much % 3],
        note: "That is all of it",
        ...much % 3 !== 2 && which % 2 && { date: day(ago) },
      }),
    ),
  resolve: async (tx, actor, { which, much, ago }) => {
    const resolution =
      ["credit_note", "replacement", "refund", "insurance", "written_off", "rejected"][much % 6];
    const known = { currency: "USD", exchange_rate: "122.5" };
    await resolveDiscrepancy(
      tx,
      actor,
      await one(tx, "discrepancies", which, "status in ('open', 'submitted')"),
      parse(resolutionInput, {
        resolution,
        ...which % 2 && { date: day(ago) },
        ...much % 6 < 4 && much % 6 !== 1 && { amount: String(1 + much), ...known },
      }),
    );
  },
  unclaim: async (tx, actor, { which, much, ago }) =>
    await cancelDiscrepancy(
      tx,
      actor,
      await one(tx, "discrepancies", which, "status in ('open', 'submitted')"),
      parse(cancellation, { reason: "found", ...much % 2 && { date: day(ago) } }),
    ),
} satisfies Record<string, Act>;
