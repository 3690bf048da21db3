import sql from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { lockProducts } from "../../domain/stock/post_movements.ts";
import { type Caller, type Json, testApp } from "./app.ts";
import { moveStock } from "./journal.ts";
import { made } from "./receiving.ts";

export const TICKETS = "/service-tickets";

export async function insertCustomer(
  db: Database,
  name = "Rahim Traders",
  phone = "01712-345678",
): Promise<number> {
  const [{ id }] = await db.query<[{ id: number }]>(sql`
    insert into customers (reference_no, name, phone, phone_digits)
    values (${`CUS-T-${crypto.randomUUID()}`}, ${name}, ${phone},
      right(regexp_replace(${phone}, '\\D', '', 'g'), 10)) returning id`);
  return id;
}

/** Sells serials of a product on a day, the way an invoice moves them out of stock. */
export async function sell(
  db: Database,
  sale: { product_id: number; serials: string[]; on: string; invoice_id: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const products = await lockProducts(tx, [sale.product_id]);
    await moveStock(tx, products, [{
      product_id: sale.product_id,
      movement_date: sale.on,
      serial_numbers: sale.serials,
      kind: "invoice",
      quantity: new Decimal(String(-sale.serials.length)),
      source: { type: "invoice", id: sale.invoice_id, reference_no: `INV-${sale.invoice_id}` },
    }]);
  });
}

/** A workshop with its people and a customer, and short ways to what tests of service need. */
export async function workshop(database: Database) {
  const { as } = testApp(database);
  const [owner, engineer, store] = [await as("owner"), await as("engineer"), await as("store")];
  const customerId = await insertCustomer(database);
  return {
    as,
    owner,
    engineer,
    store,
    customerId,

    async ticket(more: Json = {}, by: Caller = owner): Promise<Json> {
      const body = { customer_id: customerId, problem_description: "No ink", ...more };
      return made(await by.post(TICKETS, body));
    },

    /** A product with stock at a purchase price of 10. */
    async product(stock: number, more: Json = {}): Promise<Json> {
      const body = {
        name: "Part",
        opening_stock: stock,
        opening_stock_date: "2020-01-01",
        purchase_price: 10,
        ...more,
      };
      return made(await owner.post("/products", body));
    },
  };
}
