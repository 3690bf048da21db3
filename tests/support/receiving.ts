import sql from "sql-template-tag";
import type { Role } from "../../domain/access/access.ts";
import type { Database } from "../../domain/db/connect.ts";
import { assertEquals } from "./assert.ts";
import { type Answer, type Caller, type Json, testApp } from "./app.ts";
import { insertProduct } from "./imports.ts";

export const RECEIPTS = "/import-logistics/receipts";
export const CLAIMS = "/import-logistics/discrepancies";
export const SHIPMENTS = "/import-logistics/shipments";

/** A warehouse with people in it, and short ways to what tests of receiving need. */
export async function warehouse(database: Database) {
  const { as, app } = testApp(database);
  const people: Partial<Record<Role, Caller>> = {};
  for (const role of ["owner", "manager", "accounts", "store"] as const) {
    people[role] = await as(role);
  }
  const { owner, manager, accounts, store } = people as Record<Role, Caller>;
  const supplier = made(await owner.post("/suppliers", { name: "Supplier One" }));

  return {
    app,
    as,
    owner,
    manager,
    accounts,
    store,
    supplierId: supplier.id as number,
    product: (sku: string) => insertProduct(database, sku),

    /** A shipment in local currency unless it says otherwise; items linked where `product_id` says so. */
    async ship(items: Json[], more: Json = {}): Promise<Json> {
      const body = { supplier_id: supplier.id, currency: "BDT", items, ...more };
      return made(await owner.post(SHIPMENTS, body));
    },

    /** A receipt made by the store, in draft. */
    async receive(shipmentId: number, items: Json[], more: Json = {}): Promise<Json> {
      return made(await store.post(RECEIPTS, { shipment_id: shipmentId, items, ...more }));
    },

    async approve(receiptId: number): Promise<Json> {
      return done(await manager.patch(`${RECEIPTS}/${receiptId}/approve`));
    },

    async post(receiptId: number, body: Json = {}): Promise<Json> {
      return done(await manager.post(`${RECEIPTS}/${receiptId}/post-stock`, body));
    },

    async reverse(receiptId: number): Promise<Json> {
      return made(await manager.post(`${RECEIPTS}/${receiptId}/reverse`, { reason: "miscounted" }));
    },

    /** Received, approved and posted in one go. */
    async take(shipmentId: number, items: Json[], more: Json = {}): Promise<Json> {
      const receipt = await this.receive(shipmentId, items, more);
      await this.approve(receipt.id);
      return await this.post(receipt.id);
    },

    async shipment(id: number): Promise<Json> {
      return done(await owner.get(`${SHIPMENTS}/${id}`));
    },
  };
}
export type Warehouse = Awaited<ReturnType<typeof warehouse>>;

/** What a call created. */
export function made(answer: Answer): Json {
  assertEquals(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}

/** What a call that succeeded answered. */
export function done(answer: Answer): Json {
  assertEquals(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

/** That a call was refused in this way. */
export function assertRefused(answer: Answer, status: number, code: string): void {
  assertEquals([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body));
}

/** That a call was refused for exactly these fields. */
export function assertInvalid(answer: Answer, ...fields: string[]): void {
  assertEquals(
    [answer.status, Object.keys(answer.body.errors ?? {})],
    [422, fields],
    JSON.stringify(answer.body),
  );
}

/** Quantity and value of a product, and whether its movements add up to them. */
export async function stockOf(database: Database, productId: number) {
  const [stock] = await database.query<[{ qty: string; value: string; adds_up: boolean }]>(sql`
    select p.stock_qty::float8::text as qty, p.stock_value::text as value,
      (select coalesce(sum(m.quantity), 0) = p.stock_qty and coalesce(sum(m.value), 0) = p.stock_value
        from stock_movements m where m.product_id = p.id) as adds_up
    from products p where p.id = ${productId}`);
  assertEquals(stock.adds_up, true, `the movements of product ${productId} do not add up`);
  return [stock.qty, stock.value];
}
