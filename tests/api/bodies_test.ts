import { assertEquals } from "../support/assert.ts";
import { testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("bodies are read to the letter", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const { id } = (await owner.post("/customers", { name: "Rahim" })).body.data;

  await t.step("what is no object where one is due is a 422, also a bare number", async () => {
    for (const body of ["1", "0", "-1.5", '"x"', "true", "null", "[]"]) {
      for (const [method, path] of [["POST", "/customers"], ["PUT", `/customers/${id}`]]) {
        const answer = await owner.call(method, path, body);
        assertEquals(answer.status, 422, `${method} ${body}`);
        assertEquals(answer.body.errors, { body: ["must be an object"] }, `${method} ${body}`);
      }
    }
    const { body } = await owner.post("/invoices", { customer_id: id, items: [5, null] });
    assertEquals(body.errors, {
      "items.0": ["must be an object"],
      "items.1": ["must be an object"],
    });
  });

  await t.step("only what is not there is called required", async () => {
    const customer = await owner.post("/customers", { phone: 1712345678, email: true });
    assertEquals(customer.body.errors, {
      name: ["is required"],
      phone: ["must be a text"],
      email: ["must be a text"],
    });
    const invoice = await owner.post("/invoices", { customer_id: id, items: {} });
    assertEquals(invoice.body.errors, { items: ["must be a list"] });
  });

  await t.step(
    "of several names for one field the first alias wins; the others are named",
    async () => {
      const supplier = (await owner.post("/suppliers", { name: "Haas" })).body.data;
      const ship = (fields: Record<string, string>) =>
        owner.post("/import-logistics/shipments", { supplier_id: supplier.id, ...fields });
      const two = await ship({ eta: "2026-12-01", eta_date: "2026-12-02" });
      assertEquals(two.body.data.eta_chittagong, "2026-12-01");
      assertEquals(two.body.meta, { ignored_fields: ["eta_date"] });
      const own = await ship({ eta: "2026-12-01", eta_chittagong: "2026-12-03" });
      assertEquals(own.body.data.eta_chittagong, "2026-12-03");
      assertEquals(own.body.meta, { ignored_fields: ["eta"] });
      const blank = await ship({ eta: "", eta_date: "2026-12-02" });
      assertEquals(blank.body.data.eta_chittagong, "2026-12-02");
      assertEquals(blank.body.meta, undefined);
    },
  );
});
