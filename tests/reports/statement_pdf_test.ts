import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { linesOf, readPdf } from "../support/pdf.ts";
import { made } from "../support/receiving.ts";

Deno.test("a customer's statement is printed with what he owed before, each entry and what he owes", async () => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const dates = { books_start: "2026-01-01", backdate_days: 3650 };
  assertEquals((await owner.put("/settings", dates)).status, 200);
  const { id, reference_no } = made(
    await owner.post("/customers", {
      name: "Rahman Textile Mills",
      address: "Plot 12, BSCIC",
      phone: "01812000111",
      opening_balance: 1000,
      opening_balance_date: "2026-01-01",
    }),
  );
  const paid = { customer_id: id, method: "cash" };
  for (const [payment_date, amount] of [["2026-01-20", 250.5], ["2026-02-10", 150]] as const) {
    made(await owner.post("/invoices/receive-payment", { ...paid, payment_date, amount }));
  }
  const print = async (query: string) => {
    const response = await app.request(
      `http://localhost/api/v1/reports/customer-statement?customer_id=${id}&format=pdf&${query}`,
      { headers: { authorization: `Bearer ${owner.token}` } },
    );
    assertEquals([response.status, response.headers.get("content-type")], [200, "application/pdf"]);
    assertEquals(
      response.headers.get("content-disposition")!.split(";")[1].trim(),
      `filename="statement-${reference_no}-2026-02-28.pdf"`,
    );
    return readPdf(new Uint8Array(await response.arrayBuffer())).map(linesOf);
  };
  const [page, ...others] = await print("from=2026-02-01&to=2026-02-28");
  assertEquals(others, []);
  for (
    const line of [
      `Number ${reference_no}`,
      "Rahman Textile Mills Date 28 Feb 2026",
      "1 Feb 2026 Opening balance 749.50",
      "28 Feb 2026 Closing balance 0.00 150.00 599.50",
    ]
  ) assert(page.some((each) => each.includes(line)), `${line}\n${page.join("\n")}`);
  assert(page.some((line) => /^10 Feb 2026 .*150\.00 599\.50$/.test(line)), page.join("\n"));
  const [bangla] = await print("from=2026-02-01&to=2026-02-28&lang=bn");
  assert(bangla.some((line) => /সমাপনী স্থিতি.*৫৯৯\.৫০$/.test(line)), bangla.join("\n"));
});

Deno.test("only a report that is a document is printed, for who may read it", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, store] = [await as("owner"), await as("store")];
  const answer = await owner.get("/reports/stock-valuation?format=pdf");
  assertEquals([answer.status, Object.keys(answer.body.errors)], [422, ["format"]]);
  const statement = "/reports/customer-statement?customer_id=1&format=pdf";
  assertEquals((await owner.get(statement)).status, 404);
  assertEquals((await store.get(statement)).status, 403);
});
