import { businessDate } from "../../domain/business/business.ts";
import { type Answer, type Json, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

export const today = businessDate();

export function daysAgo(days: number): string {
  return Temporal.PlainDate.from(today).subtract({ days }).toString();
}

/** A shop with an owner, customer 1 (Rahim), customer 2 (Karim) and product 1: 10 bolts worth 33.33. */
export async function openShop() {
  const db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  made(await owner.post("/customers", { name: "Rahim" }));
  made(await owner.post("/customers", { name: "Karim" }));
  made(
    await owner.post("/products", {
      name: "Bolt",
      opening_stock: 10,
      opening_stock_date: "2020-01-01",
      purchase_price: 3.333,
    }),
  );
  return {
    ...db,
    app,
    owner,
    /** An invoice to Rahim of one service line, unless the fields say otherwise. */
    bill: (price: number, fields: Json = {}) =>
      owner.post("/invoices", {
        customer_id: 1,
        items: [{ description: "Service", quantity: 1, unit_price: price }],
        ...fields,
      }),
    sell: (quantity: number, fields: Json = {}) =>
      owner.post("/invoices", {
        customer_id: 1,
        items: [{ product_id: 1, quantity, unit_price: 10 }],
        ...fields,
      }),
    pay: (fields: Json) => owner.post("/invoices/receive-payment", { customer_id: 1, ...fields }),
    balance: async (customer = 1) =>
      (await owner.get(`/customers/${customer}/ledger`)).body.meta.balance,
    stock: async () => {
      const { stock_qty, stock_value } = (await owner.get("/products/1")).body.data;
      return [stock_qty, stock_value];
    },
  };
}

/** What was created. */
export function made({ status, body }: Answer): Json {
  assertEquals(status, 201, JSON.stringify(body));
  return body.data;
}

export function refused({ status, body }: Answer): [number, string] {
  return [status, body.code];
}
