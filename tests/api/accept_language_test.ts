import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const BANGLA = /[\u0980-\u09ff]/;

Deno.test("what is refused is said in Bangla to who asks for it, and its code stays", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const refused = (language: string) =>
    owner.post("/products", { name: "", selling_price: -1 }, { "accept-language": language });
  const plain = await owner.post("/products", { name: "", selling_price: -1 });
  assertEquals(plain.status, 422);

  for (const language of ["bn", "bn-BD,bn;q=0.9,en;q=0.5", "de, BN;q=0.4"]) {
    await t.step(language, async () => {
      const { status, headers, body } = await refused(language);
      assertEquals([status, body.code, headers.get("content-language")], [
        422,
        plain.body.code,
        "bn",
      ]);
      for (const said of [body.title, body.detail, body.message]) assert(BANGLA.test(said), said);
      assertEquals(Object.keys(body.errors), Object.keys(plain.body.errors));
      for (const [fault] of Object.values(body.errors as Record<string, string[]>)) {
        assert(BANGLA.test(fault), fault);
      }
    });
  }
  for (const language of ["en", "en-GB,bn;q=0.8", "de", "*", "bn;q=0"]) {
    await t.step(`${language} is English`, async () => {
      const { headers, body } = await refused(language);
      assertEquals(headers.get("content-language"), null);
      assertEquals({ ...body, request_id: "" }, { ...plain.body, request_id: "" });
    });
  }
  await t.step("of a record that is not there, with its members", async () => {
    const { status, body } = await owner.get("/products/999", { "accept-language": "bn" });
    assertEquals([status, body.code], [404, "not_found"]);
    assert(BANGLA.test(body.message), body.message);
  });
});
