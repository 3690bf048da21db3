import { testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("sales makes and changes customers, and never says how much one may owe", async () => {
  await using db = await freshDatabase();
  const app = testApp(db.database);
  const [accounts, sales] = [await app.as("accounts"), await app.as("sales")];
  const { id } =
    (await accounts.post("/customers", { name: "Rahim", credit_limit: 50_000 })).body.data;
  const path = `/customers/${id}`;
  const refused = [
    { credit_limit: 0 },
    { credit_limit: null },
    { credit_limit: 60_000 },
    { name: "Rahim Traders", cash_only: true },
  ];
  for (const body of refused) {
    const answer = await sales.put(path, body);
    const field = Object.keys(body).at(-1)!;
    assertEquals([answer.status, answer.body.code], [403, "forbidden_fields"], field);
    assertEquals([answer.body.fields, answer.body.permission], [[field], "customers.set_terms"]);
  }
  // a form sends every field back as it was
  const kept = await sales.put(path, {
    name: "Rahim Traders",
    credit_limit: 50_000,
    cash_only: false,
  });
  assertEquals([kept.status, kept.body.data.name, kept.body.data.credit_limit], [
    200,
    "Rahim Traders",
    50_000,
  ]);
  const made = await sales.post("/customers", {
    name: "Karim",
    credit_limit: 0,
    opening_balance: 0,
  });
  assertEquals(made.status, 201);
  const credited = await sales.post("/customers", { name: "Salma", opening_balance: -500_000 });
  assertEquals([credited.status, credited.body.code], [403, "forbidden_fields"]);
  const opening = `/customers/${made.body.data.id}/opening-balance`;
  assertEquals((await sales.post(opening, { amount: -500_000 })).status, 403);
  assertEquals((await accounts.post(opening, { amount: 12_500 })).status, 200);
  assertEquals((await sales.post(`${opening}/reverse`, { reason: "no" })).status, 403);
  const raised = await accounts.put(path, { credit_limit: 60_000, cash_only: true });
  assertEquals([raised.status, raised.body.data.credit_limit, raised.body.data.cash_only], [
    200,
    60_000,
    true,
  ]);
});
