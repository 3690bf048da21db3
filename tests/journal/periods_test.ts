import sql from "sql-template-tag";
import { assertEquals } from "../support/assert.ts";
import { testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("owner, admin and accounts close; only the owner moves back, with a note", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const close = async (
    role: "owner" | "admin" | "accounts" | "manager" | "sales",
    body: object,
  ) => {
    const { status, body: said } = await (await as(role)).put("/settings", body);
    return [status, said.code ?? said.data.closed_through];
  };
  assertEquals(await close("accounts", { closed_through: "2026-03-31" }), [200, "2026-03-31"]);
  assertEquals(await close("admin", { closed_through: "2026-04-30" }), [200, "2026-04-30"]);
  assertEquals(await close("manager", { closed_through: "2026-05-31" }), [403, "forbidden_fields"]);
  assertEquals(await close("sales", { closed_through: "2026-05-31" }), [403, "forbidden"]);
  const note = "A bill of March came late";
  for (const role of ["admin", "accounts"] as const) {
    assertEquals(await close(role, { closed_through: "2026-03-31", note }), [403, "forbidden"]);
  }
  assertEquals(await close("owner", { closed_through: "2026-03-31" }), [422, "invalid_fields"]);
  assertEquals(await close("owner", { closed_through: null }), [422, "invalid_fields"]);
  assertEquals(await close("owner", { closed_through: "2026-03-31", note }), [200, "2026-03-31"]);
  assertEquals(await close("owner", { closed_through: null, note }), [200, null]);
  assertEquals(await close("owner", { closed_through: "2199-01-01" }), [422, "date_in_future"]);
  const log = await db.database.query(sql`
    select action, before ->> 'closed_through' as was, after ->> 'closed_through' as is,
      after ->> 'note' as note from audit_log where action like 'period.%' order by id`);
  assertEquals(log as unknown, [
    { action: "period.close", was: null, is: "2026-03-31", note: null },
    { action: "period.close", was: "2026-03-31", is: "2026-04-30", note: null },
    { action: "period.reopen", was: "2026-04-30", is: "2026-03-31", note },
    { action: "period.reopen", was: "2026-03-31", is: null, note },
  ]);
});

Deno.test("of the settings each role sets its own, and a method's account is one of money", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, accounts, manager] = [await as("owner"), await as("accounts"), await as("manager")];
  const refused = await accounts.put("/settings", { demurrage_free_days: 4 });
  assertEquals([refused.status, refused.body.code], [403, "forbidden_fields"]);
  assertEquals((await accounts.put("/settings", { books_start: "2026-01-01" })).status, 200);
  assertEquals((await manager.put("/settings", { method_accounts: { bkash: 7 } })).status, 403);
  assertEquals((await manager.put("/settings", { backdate_days: 3 })).body.data.backdate_days, 3);
  const listed = (await owner.get("/accounts")).body.data;
  const idOf = (role: string) => listed.find((each: { role: string }) => each.role === role).id;
  const set = await accounts.patch("/settings", { method_accounts: { bkash: idOf("bank") } });
  assertEquals(set.status, 200, JSON.stringify(set.body));
  assertEquals(set.body.data.method_accounts.bkash, idOf("bank"));
  assertEquals(set.body.data.method_accounts.cash, idOf("cash"));
  const wrong = await owner.put("/settings", { method_accounts: { bkash: idOf("sales") } });
  assertEquals([wrong.status, Object.keys(wrong.body.errors)], [422, ["method_accounts.bkash"]]);
  assertEquals((await owner.put("/settings", { method_accounts: { shells: 7 } })).status, 422);
  const sales = (await (await as("sales")).get("/settings")).body.data;
  assertEquals(["closed_through" in sales, "method_accounts" in sales], [true, false]);
});
