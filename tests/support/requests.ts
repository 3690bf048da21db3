import { type Caller, type Json, testApp } from "./app.ts";
import { assertEquals } from "./assert.ts";
import { freshDatabase } from "./db.ts";
import { assertRefused, made } from "./receiving.ts";
import sql from "sql-template-tag";

export const REQUESTS = "/approvals/requests";

/** A shop with a product at 100, of which 100 lie there, and staff who ask for what limits refuse. */
export async function shop() {
  const db = await freshDatabase();
  const { as, signedIn } = testApp(db.database);
  const [owner, manager, accounts, sales, store, engineer] = await Promise.all(
    (["owner", "manager", "accounts", "sales", "store", "engineer"] as const).map((role) =>
      as(role)
    ),
  );
  made(await owner.post("/customers", { name: "Rahim" }));
  const product = made(
    await owner.post("/products", {
      name: "Pump",
      opening_stock: 100,
      purchase_price: 70,
      selling_price: 100,
    }),
  ).id as number;
  const sell = (by: Caller, line: Json, more: Json = {}) =>
    by.post("/invoices", { customer_id: 1, items: [{ product_id: product, ...line }], ...more });
  /** Sends a write that is refused, and asks for it as its refusal says. */
  const ask = async (by: Caller, path: string, body: Json, more: Json = {}) => {
    const refused = await by.post(path, body);
    assertRefused(refused, 403, "beyond_limit");
    const { operation, request_at } = refused.body;
    assertEquals(request_at, "/api/v1/approvals/requests");
    return made(
      await by.post(REQUESTS, { operation, body, reason: "He is a good customer", ...more }),
    );
  };
  const cheap = { customer_id: 1, items: [{ product_id: product, quantity: 2, unit_price: 10.5 }] };
  const logged = (action: string) =>
    db.database.query<Json[]>(sql`select actor_id, reference_no, after from audit_log
      where action = ${action} order by id`);
  const counted = async () =>
    (await db.database.query<[Json]>(sql`select
      (select count(*) from invoices) as invoices,
      (select count(*) from stock_movements) as movements`))[0];
  return {
    ...db,
    ...{ as, signedIn, owner, manager, accounts, sales, store, engineer },
    ...{ product, sell, ask, cheap, logged, counted },
  };
}
