import { assertEquals, assertMatch } from "../support/assert.ts";
import { testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("suppliers are created, read, listed and changed", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");

  await t.step("create answers 201 with Location and defaults", async () => {
    const made = await owner.post("/suppliers", { name: " Supplier One ", phone: "", surprise: 1 });
    assertEquals(made.status, 201);
    assertEquals(made.headers.get("location"), "/api/v1/suppliers/1");
    assertEquals(made.body.data.name, "Supplier One");
    assertEquals(made.body.data.currency, "USD");
    assertEquals(made.body.data.phone, null);
    assertEquals(made.body.meta, { ignored_fields: ["surprise"] });
    assertMatch(made.body.data.reference_no, /^SUP-\d{4}-000001$/);
  });

  await t.step("strict handling refuses unknown fields", async () => {
    const answer = await owner.post("/suppliers", { name: "X", surprise: 1 }, {
      prefer: "handling=strict",
    });
    assertEquals(answer.status, 422);
    assertEquals(Object.keys(answer.body.errors), ["surprise"]);
  });

  await t.step("PUT changes what is sent, null clears, blank leaves alone", async () => {
    await owner.put("/suppliers/1", { country: "China", notes: "old" });
    const { body } = await owner.put("/suppliers/1", {
      country: "",
      notes: null,
      credit_days: "30",
    });
    assertEquals([body.data.country, body.data.notes, body.data.credit_days], ["China", null, 30]);
    assertEquals(body.data.version, 3);
  });

  await t.step("If-Match guards a change, If-None-Match saves a read", async () => {
    const read = await owner.get("/suppliers/1");
    const etag = read.headers.get("etag")!;
    assertEquals((await owner.get("/suppliers/1", { "if-none-match": etag })).status, 304);
    assertEquals(
      (await owner.put("/suppliers/1", { city: 1, country: "Italy" }, { "if-match": etag })).status,
      200,
    );
    assertEquals(
      (await owner.put("/suppliers/1", { country: "Spain" }, { "if-match": etag })).status,
      412,
    );
  });

  await t.step("lists page by cursor without repeats", async () => {
    for (let i = 0; i < 5; i++) await owner.post("/suppliers", { name: `Paged ${i}` });
    const seen: number[] = [];
    for (let cursor = "";;) {
      const { body } = await owner.get(
        `/suppliers?limit=2&sort=name${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.data.map((row: { id: number }) => row.id));
      if (!body.meta.next_cursor) break;
      cursor = body.meta.next_cursor;
    }
    assertEquals(seen.length, 6);
    assertEquals(new Set(seen).size, 6);
    assertEquals((await owner.get("/suppliers?sort=-name&cursor=abc")).status, 422);
    assertEquals((await owner.get("/suppliers?page=2")).body.meta.ignored_query, ["page"]);
  });
});
