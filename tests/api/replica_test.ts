import { allReports } from "../../domain/reports/reports.ts";
import { areas } from "../../api/routes/mod.ts";
import { mayLag } from "../../api/http/route.ts";
import { connect } from "../../domain/db/connect.ts";
import { readingFrom } from "../../domain/db/replica.ts";
import { testApp, testOptions } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { freePort } from "../support/server.ts";

/** Two databases that differ, so that an answer tells where it was read. */
async function twoDatabases() {
  const primary = await freshDatabase();
  const other = await freshDatabase();
  const replica = readingFrom(other.database, primary.database);
  const there = await testApp(other.database).as("owner");
  const { as } = testApp(primary.database, { replica });
  return {
    primary,
    there,
    as,
    async [Symbol.asyncDispose]() {
      await primary[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
    },
  };
}

Deno.test("DATABASE_READ_URL serves lists and reports, and nothing else", async () => {
  await using both = await twoDatabases();
  const owner = await both.as("owner"); // known to the primary only: rights are never asked elsewhere
  for (const name of ["Replica one", "Replica two"]) {
    assertEquals((await both.there.post("/suppliers", { name })).status, 201);
  }
  const board = { sku: "BRD", opening_stock: 1, purchase_price: 10 };
  assertEquals(
    (await both.there.post("/products", { ...board, name: "Replica board" })).status,
    201,
  );
  assertEquals((await owner.post("/products", { ...board, name: "Primary board" })).status, 201);
  const key = { "idempotency-key": "once" };
  const made = await owner.post("/suppliers", { name: "Primary" }, key);
  assertEquals(made.status, 201);
  const again = await owner.post("/suppliers", { name: "Primary" }, key);
  assertEquals(again.headers.get("idempotency-replayed"), "true");

  const list = await owner.get("/suppliers?include_total=true&sort=name");
  assertEquals(list.body.data.map(({ name }: { name: string }) => name), [
    "Replica one",
    "Replica two",
  ]);
  assertEquals(list.body.meta.total, 2);
  assertEquals((await owner.get("/suppliers/1")).body.data.name, "Primary");
  const report = await owner.get("/reports/supplier-ageing");
  assertEquals(report.status, 200);
  const file = await owner.get("/reports/stock-valuation?format=csv");
  assert(file.body.includes("Replica board") && !file.body.includes("Primary"), file.body);
  const users = await owner.get("/users");
  assertEquals(users.body.data.map(({ id }: { id: number }) => id), [owner.userId]);
});

Deno.test("which answers may lag behind", () => {
  const lagging = areas(testOptions).flatMap(({ routes }) => routes).filter(mayLag)
    .map(({ path }) => path);
  for (const report of allReports) assert(lagging.includes(`/reports/${report.name}`), report.name);
  for (const path of ["/customers", "/products", "/dashboard", "/import-logistics/summary"]) {
    assert(lagging.includes(path), path);
  }
  assertEquals(lagging.filter((path) => /:id$|^\/(users|auth)\b/.test(path)), []);
});

Deno.test("lists come from the primary while the replica is away", async () => {
  await using primary = await freshDatabase();
  const nowhere = new URL(primary.url);
  nowhere.port = String(freePort());
  const away = connect(nowhere.href, { waitMs: 2_000 });
  const app = testApp(primary.database, { replica: readingFrom(away, primary.database) });
  const owner = await app.as("owner");
  await owner.post("/suppliers", { name: "Primary" });
  await owner.post("/products", { name: "Primary board", sku: "BRD", opening_stock: 1 });
  for (const path of ["/suppliers", "/products"]) {
    const { body } = await owner.get(path);
    assert(body.data[0].name.startsWith("Primary"), path);
  }
  assertEquals(away.statements.count, 1, "a replica that is away is not asked each time");
  const file = await owner.get("/reports/stock-valuation?format=csv");
  assert(file.body.includes("Primary board"), file.body);
  await away.end();
});
