import { assertEquals } from "../support/assert.ts";
import type { Json } from "../support/app.ts";
import { till } from "./till.ts";

Deno.test("a rate is dated; what is proposed on a day is the latest until then, and nothing takes it by itself", async () => {
  await using shop = await till();
  const { owner, app } = shop;
  const set = (body: Json) => owner.put("/rates", body);
  const made = await set({ currency: "usd", date: "2026-03-02", customs: 121.5 });
  assertEquals(made.status, 200, JSON.stringify(made.body));
  const more = await set({ currency: "USD", date: "2026-03-02", bank_selling: "122.85" });
  const { id, version, customs, bank_selling } = more.body.data;
  assertEquals([id, version, customs, bank_selling], [made.body.data.id, 2, 121.5, 122.85]);
  await set({ currency: "USD", date: "2026-04-01", bank_selling: 123.1 });
  await set({ currency: "CNY", date: "2026-01-01", customs: 16.9 });
  const on = async (query: string) =>
    (await owner.get(`/rates?${query}`)).body.data
      .map((each: Json) => [each.currency, each.date, each.bank_selling]);
  assertEquals(await on("currency=USD&date=2026-03-31"), [["USD", "2026-03-02", 122.85]]);
  assertEquals(await on("currency=USD&date=2026-03-01"), []);
  assertEquals(await on("date=2026-04-15"), [
    ["USD", "2026-04-01", 123.1],
    ["CNY", "2026-01-01", null],
  ]);
  assertEquals((await on("")).length, 3);
  for (
    const [body, field] of [
      [{ currency: "BDT", customs: 1 }, "currency"],
      [{ currency: "USD" }, "customs"],
      [{ currency: "USD", customs: 0 }, "customs"],
      [{ currency: "USD", customs: 120, date: "2199-01-01" }, "date"],
    ] as [Json, string][]
  ) {
    const { status, body: said } = await set(body);
    assertEquals([status, Object.keys(said.errors)], [422, [field]]);
  }
  assertEquals((await (await app.as("store")).get("/rates")).status, 403);
  const supplier = (await owner.post("/suppliers", { name: "S", currency: "USD" })).body.data;
  const entry = { supplier_id: supplier.id, particulars: "Boards", credit: 100 };
  const refused = await owner.post("/import-logistics/supplier-ledger", entry);
  assertEquals(refused.status, 422, "a rate that is not sent is still refused");
});
