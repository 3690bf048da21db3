import { testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("who takes a list away as a file stands in the audit log", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, sales] = [await as("owner"), await as("sales")];
  await owner.post("/customers", { name: "Rahim" });
  const file = await sales.get("/customers?format=csv&search=Rahim&limit=1");
  assertEquals(file.status, 200);
  assertEquals((await owner.get("/reports/stock-valuation?format=xlsx")).status, 200);
  await sales.call("HEAD", "/customers?format=csv");
  await sales.get("/customers");
  assertEquals((await sales.get("/reports/stock-valuation?format=csv")).status, 403);
  const { body: { data } } = await owner.get("/audit?action=list.export&sort=created_at");
  assertEquals(
    data.map(({ actor_id, reference_no, after }: never) => [actor_id, reference_no, after]),
    [
      [sales.userId, "/customers", { format: "csv", search: "Rahim", limit: "1" }],
      [owner.userId, "/reports/stock-valuation", { format: "xlsx" }],
    ],
  );
});

Deno.test("what was asked for with characters that no text may have is told without them", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const asked = "to=2026-11-21&issued_on_to=%00&format=csv&why=%00x";
  assertEquals((await owner.get(`/vat-challans?${asked}`)).status, 200);
  const { body: { data } } = await owner.get("/audit?action=list.export");
  assertEquals(data[0].after.why, "\ufffdx");
});
