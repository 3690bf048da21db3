import type { Database } from "../../domain/db/connect.ts";
import { type Answer, type Caller, type Json, testApp } from "./app.ts";
import { done, made, RECEIPTS, SHIPMENTS } from "./receiving.ts";

export const RMAS = "/import-logistics/rmas";

/** An importer with a customer and a supplier, and short ways through the life of a machine. */
export async function importer(database: Database) {
  const { as, app } = testApp(database);
  const owner = await as("owner");
  const customer = made(await owner.post("/customers", { name: "Rahim", phone: "01712345678" }));
  const supplier = made(await owner.post("/suppliers", { name: "Guangzhou Printing" }));

  return {
    app,
    as,
    owner,
    customer,
    supplier,

    /** A serialized product, without stock and with a year of warranty unless it says otherwise. */
    async product(more: Json = {}): Promise<Json> {
      const opened = more.opening_stock && { opening_stock_date: "2020-01-01" };
      const body = {
        name: "Printer",
        is_serialized: true,
        warranty_months: 12,
        ...opened,
        ...more,
      };
      return made(await owner.post("/products", body));
    },

    /** Pieces with their serials, received from a shipment at 100 each. */
    async receive(product: Json, serials: string[], lines: Json = {}): Promise<Json> {
      const quantity = serials.length;
      const shipment = made(
        await owner.post(SHIPMENTS, {
          supplier_id: supplier.id,
          currency: "BDT",
          items: [{
            product_name: product.name,
            product_id: product.id,
            ordered_qty: quantity,
            purchase_value: quantity * 100,
            serial_numbers: serials,
          }],
        }),
      );
      const receipt = made(
        await owner.post(RECEIPTS, {
          shipment_id: shipment.id,
          items: [{ shipment_item_id: shipment.items[0].id, received_qty: quantity, ...lines }],
        }),
      );
      done(await owner.patch(`${RECEIPTS}/${receipt.id}/approve`));
      return done(await owner.post(`${RECEIPTS}/${receipt.id}/post-stock`));
    },

    /** The serials sold one line each, to Rahim. */
    sell(product: Json, serials: string[], more: Json = {}, by: Caller = owner): Promise<Answer> {
      return by.post("/invoices", {
        customer_id: customer.id,
        items: serials.map((serial) => ({
          product_id: product.id,
          quantity: 1,
          unit_price: 150,
          serial_numbers: [serial],
        })),
        ...more,
      });
    },

    async rma(more: Json): Promise<Json> {
      return made(await owner.post(RMAS, { fault_description: "dead", ...more }));
    },

    async move(rma: Json, status: string, more: Json = {}): Promise<Json> {
      return done(
        await owner.patch(`${RMAS}/${rma.id}/status`, { status, note: "as told", ...more }),
      );
    },

    async life(serial: string, by: Caller = owner): Promise<Json> {
      return done(await by.get(`/serials/${encodeURIComponent(serial)}`));
    },

    async kinds(serial: string): Promise<string[]> {
      return (await this.life(serial)).events.map((event: Json) => event.kind);
    },

    async status(serial: string): Promise<string> {
      return (await this.life(serial)).status;
    },
  };
}
