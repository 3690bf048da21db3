import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { type Decimal, decimal, sum } from "../money/decimal.ts";
import type { product } from "../products/product.ts";
import { settled } from "../sales/create_invoice.ts";
import type { NewReturn } from "../sales/credit_note.ts";
import { findInvoice } from "../sales/find_invoices.ts";
import type { NewInvoice } from "../sales/invoice.ts";
import { lockLineProducts } from "../sales/line_products.ts";
import { priceOf } from "../sales/price_limit.ts";
import { returnedLines } from "../sales/returned_lines.ts";
import { invoiceTotals } from "../sales/totals.ts";
import { findTicket } from "../service/find_tickets.ts";
import type { ticketBill } from "../service/invoice_ticket.ts";
import { findStockTransfer } from "../stock/find_stock_transfers.ts";
import type { newMovement } from "../stock/move_stock.ts";
import type { supplierReturn } from "../warranty/supplier_return.ts";
import type { Told } from "./operations.ts";

/** What each write that is asked for is about, and the money at risk. Source: docs/roles.md, "Asked of a second person". */

/** At risk is what it comes to below the prices, without VAT. @throws Refusal `invalid_fields` */
export async function newInvoice(tx: Tx, input: NewInvoice): Promise<Told> {
  const name = await nameOf(tx, "customers", input.customer_id);
  const shelf = await lockLineProducts(tx, input.items);
  const invoice = settled({ ...input, invoice_date: input.invoice_date ?? "" }, shelf);
  const { lines } = invoiceTotals(invoice);
  const asked = sum(lines.map(({ net }) => net));
  const whole = sum(
    invoice.items.map((line, at) => line.quantity.times(priceOf(line, lines[at], invoice, shelf))),
  );
  const risk = whole.minus(asked);
  return { title: `Invoice for ${name}`, risk: risk.gt("0") ? risk : decimal("0") };
}

/** @throws Refusal `not_found` */
export async function voided(tx: Tx, actor: Actor, id: number): Promise<Told> {
  const { reference_no, total } = await findInvoice(tx, actor, id);
  return { title: `Void of ${reference_no}`, risk: total };
}

/** @throws Refusal `not_found`, and as `returnedLines` */
export async function returned(
  tx: Tx,
  actor: Actor,
  { items }: NewReturn,
  id: number,
): Promise<Told> {
  const { reference_no } = await findInvoice(tx, actor, id);
  const lines = await returnedLines(tx, id, items);
  return {
    title: `Return of ${reference_no}`,
    risk: sum(lines.flatMap(({ net, vat }) => [net, vat])),
  };
}

/** At risk is the discount. @throws Refusal `not_found` */
export async function billed(
  tx: Tx,
  actor: Actor,
  { discount }: z.output<typeof ticketBill>,
  id: number,
): Promise<Told> {
  const { reference_no } = await findTicket(tx, actor, id);
  return { title: `Invoice of ${reference_no}`, risk: discount };
}

/** At risk is what the pieces are worth at the selling price; null where one has none. */
export async function moved(
  tx: Tx,
  { type, quantity, product_id }: z.output<typeof newMovement>,
): Promise<Told> {
  const { names, risk } = await goods(tx, [{ product_id, quantity: quantity.abs() }]);
  return { title: `Stock ${type}: ${quantity} × ${names}`, risk };
}

export function newProduct({ name, opening_stock }: z.output<typeof product.entry>): Told {
  return { title: `New product: ${opening_stock ?? 0} × ${name}`, risk: null };
}

/** @throws Refusal `not_found` */
export async function lost(tx: Tx, id: number): Promise<Told> {
  const { reference_no, lines } = await findStockTransfer(tx, id);
  const { risk } = await goods(
    tx,
    lines.map(({ product_id, on_the_way }) => ({ product_id, quantity: on_the_way })),
  );
  return { title: `End of ${reference_no}`, risk };
}

export async function sent(
  tx: Tx,
  { supplier_id, stock }: z.output<typeof supplierReturn.entry>,
): Promise<Told> {
  const name = await nameOf(tx, "suppliers", supplier_id);
  const { risk } = await goods(
    tx,
    stock.map(({ product_id, quantity, serial_numbers }) => ({
      product_id,
      quantity: quantity ?? decimal(String(serial_numbers?.length || 1)),
    })),
  );
  return { title: `Return to ${name}`, risk };
}

interface Piled {
  product_id: number;
  quantity: Decimal;
}

/** @throws Refusal `invalid_fields` */
async function goods(tx: Tx, piles: Piled[]): Promise<{ names: string; risk: Decimal | null }> {
  const [{ known, names, risk }] = await tx.query<
    [{ known: number; names: string; risk: Decimal | null }]
  >(sql`
    select count(*) as known, coalesce(left(string_agg(p.name, ', ' order by p.name), 200), '') as names,
      case when bool_and(p.selling_price is not null)
        then sum(round(pile.quantity * p.selling_price, 2)) end as risk
    from jsonb_to_recordset(${
    JSON.stringify(piles)
  }::jsonb) as pile (product_id bigint, quantity numeric)
      join products p on p.id = pile.product_id`);
  if (known < piles.length) throw invalid({ product_id: "names no product" });
  return { names, risk };
}

/** @throws Refusal `invalid_fields` */
async function nameOf(tx: Tx, table: "customers" | "suppliers", id: number): Promise<string> {
  const [found] = await tx.query<[{ name: string }?]>(
    table === "customers"
      ? sql`select name from customers where id = ${id}`
      : sql`select name from suppliers where id = ${id}`,
  );
  if (found) return found.name;
  const what = table.slice(0, -1);
  throw invalid({ [`${what}_id`]: `names no ${what}` });
}
