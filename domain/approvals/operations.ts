import type { z } from "zod";
import { type Actor, allow, may, type Permission, type Rights } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { createProduct } from "../products/create_product.ts";
import { product } from "../products/product.ts";
import { createInvoice } from "../sales/create_invoice.ts";
import { newReturn } from "../sales/credit_note.ts";
import { invoice, voiding } from "../sales/invoice.ts";
import { returnGoods } from "../sales/return_goods.ts";
import { voidInvoice } from "../sales/void_invoice.ts";
import { invoiceTicket, ticketBill } from "../service/invoice_ticket.ts";
import { closeTransfer } from "../stock/close_transfer.ts";
import { movement } from "../stock/movement.ts";
import { moveStock, newMovement } from "../stock/move_stock.ts";
import { closing } from "../stock/stock_transfer.ts";
import { sendReturn } from "../warranty/send_return.ts";
import { supplierReturn } from "../warranty/supplier_return.ts";
import * as about from "./operations_told.ts";

/** What a request says of itself: one line for people, and what is at risk, local currency. */
export interface Told {
  title: string;
  risk: Decimal | null;
}

interface Made {
  id: number;
  reference_no: string;
}

interface Spec<Body> {
  /** of the path; false: it has no id */
  hasId: boolean;
  body: z.ZodType<Body>;
  /** what the write itself takes, of who asks and of who approves */
  may: Permission;
  /** what else who asks must be allowed himself: only the limit is asked for */
  own?: (actor: Actor, body: Body) => void;
  /** @throws Refusal `not_found`, `invalid_fields` where it is about nothing */
  told: (tx: Tx, actor: Actor, body: Body, id: number) => Promise<Told>;
  run: (tx: Tx, actor: Actor, body: Body, id: number) => Promise<Made>;
  /** what it makes or changes, as the audit log calls it */
  makes: string;
}

/** A write with a limit of the settings. */
export type Operation = Spec<unknown>;
const operation = <Body>(spec: Spec<Body>) => spec as unknown as Operation;

/** Every write that is refused with `beyond_limit`, by its name in the audit log. */
export const operations = {
  "invoice.create": operation({
    hasId: false,
    body: invoice.entry,
    may: "invoices.write",
    own: (actor, { payment }) => payment && allow(actor, "payments.write"),
    told: (tx, _actor, body) => about.newInvoice(tx, body),
    run: (tx, actor, body) => createInvoice(tx, actor, body),
    makes: "invoice",
  }),
  "invoice.void": operation({
    hasId: true,
    body: voiding,
    may: "invoices.write",
    told: (tx, actor, _body, id) => about.voided(tx, actor, id),
    run: (tx, actor, body, id) => voidInvoice(tx, actor, id, body),
    makes: "invoice",
  }),
  "invoice.return": operation({
    hasId: true,
    body: newReturn,
    may: "invoices.write",
    own: (actor, { refund }) => refund && allow(actor, "payments.write"),
    told: (tx, actor, body, id) => about.returned(tx, actor, body, id),
    run: (tx, actor, body, id) => returnGoods(tx, actor, id, body),
    makes: "credit_note",
  }),
  "ticket.invoice": operation({
    hasId: true,
    body: ticketBill,
    may: "invoices.write",
    own: (actor, { payment }) => payment && allow(actor, "payments.write"),
    told: (tx, actor, body, id) => about.billed(tx, actor, body, id),
    run: (tx, actor, body, id) => invoiceTicket(tx, actor, id, body),
    makes: "invoice",
  }),
  "stock.move": operation({
    hasId: false,
    body: newMovement,
    may: "stock.move",
    own: (actor, body) => movement.allowEntry(actor, body),
    told: (tx, _actor, body) => about.moved(tx, body),
    run: (tx, actor, body) => moveStock(tx, actor, body),
    makes: "stock_movement",
  }),
  "product.create": operation({
    hasId: false,
    body: product.entry,
    may: "products.write",
    own: (actor, body) => product.allowEntry(actor, body),
    told: (_tx, _actor, body) => Promise.resolve(about.newProduct(body)),
    run: (tx, actor, body) => createProduct(tx, actor, body),
    makes: "product",
  }),
  "stock_transfer.close": operation({
    hasId: true,
    body: closing,
    may: "stock.move",
    told: (tx, _actor, _body, id) => about.lost(tx, id),
    run: (tx, actor, body, id) => closeTransfer(tx, actor, id, body),
    makes: "stock_transfer",
  }),
  "supplier_return.send": operation({
    hasId: false,
    body: supplierReturn.entry,
    may: "rmas.status",
    own: (actor, { stock }) => stock.length > 0 && allow(actor, "stock.move"),
    told: (tx, _actor, body) => about.sent(tx, body),
    run: (tx, actor, body) => sendReturn(tx, actor, body),
    makes: "supplier_return",
  }),
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as [OperationName, ...OperationName[]];

/** Those that somebody may approve: he may exceed limits, and do the write. */
export function decidable(rights: Rights): OperationName[] {
  if (!may(rights, "limits.exceed")) return [];
  return operationNames.filter((name) => may(rights, operations[name].may));
}
