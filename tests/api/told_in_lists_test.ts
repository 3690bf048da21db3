import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { type Json, testApp, testOptions } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("lists say balances, values and what is overdue to who may see them, and names beside ids", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const store = await as("store");
  await oneOfEverything(owner, "0");
  const named = async (path: string, title: string, caller = owner) =>
    (await caller.get(path)).body.data.find((row: Json) => row.title.startsWith(title));

  await t.step("suppliers", async () => {
    const made = await owner.post("/suppliers", {
      name: "Shenzhen Boards",
      opening_balance: 1500,
      opening_exchange_rate: 120,
      opening_balance_date: "2026-01-01",
    });
    const owed = ({ balance, balance_local }: Json) => [balance, balance_local];
    assertEquals(owed(made.body.data), [1500, 180000]);
    assertEquals(owed(await named("/suppliers", "Shenzhen")), [1500, 180000]);
    const { body } = await owner.get(`/suppliers/${made.body.data.id}`);
    assertEquals(owed(body.data), [1500, 180000]);
    assertEquals(owed(await named("/suppliers", "Shenzhen", store)), [undefined, undefined]);
  });
  await t.step("shipments", async () => {
    const [row] = (await owner.get("/import-logistics/shipments")).body.data;
    const { totals } = (await owner.get(`/import-logistics/shipments/${row.id}`)).body.data;
    for (const figure of ["purchase_value", "purchase_value_local", "landed_value"]) {
      assert(row[figure] > 0, figure);
      assertEquals(row[figure], totals[figure], figure);
    }
    const [seen] = (await store.get("/import-logistics/shipments")).body.data;
    assertEquals("landed_value" in seen, false);
  });
  await t.step("customers", async () => {
    const { id } = (await owner.post("/customers", { name: "Late Signs" })).body.data;
    await owner.post("/invoices", {
      customer_id: id,
      invoice_date: "2026-01-02",
      due_date: "2026-01-09",
      items: [{ description: "Head cleaning", quantity: 1, unit_price: 900 }],
    });
    const row = await named("/customers", "Late");
    const { summary } = (await owner.get(`/customers/${id}`)).body.data;
    assertEquals([row.overdue, summary.overdue], [900, 900]);
    assertEquals("overdue" in await named("/customers", "Late", await as("engineer")), false);
  });
  await t.step("who recorded it", async () => {
    const [row] = (await owner.get("/customers")).body.data;
    const { body } = await owner.get("/auth/me");
    assertEquals([row.created_by, row.created_by_name], [owner.userId, body.data.name]);
    const { components }: Json = await openApiDocument(areas(testOptions));
    const bare = Object.entries<Json>(components.schemas)
      .filter(([, { properties = {} }]) => properties.created_by && !properties.created_by_name)
      .map(([name]) => name);
    assertEquals(bare, []);
  });
});
