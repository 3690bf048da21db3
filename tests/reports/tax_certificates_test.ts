import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { daysAgo, made, openShop } from "../sales/shop.ts";

async function withheld() {
  const shop = await openShop();
  const { owner } = shop;
  const certificate = async (customer_id: number, kind: string, number: string, more: Json) =>
    made(
      await owner.post("/tax-certificates", {
        customer_id,
        kind,
        certificate_number: number,
        certificate_date: daysAgo(40),
        ...more,
      }),
    );
  for (const customer_id of [1, 2]) {
    made(await shop.bill(1000, { customer_id, invoice_date: daysAgo(60) }));
  }
  await certificate(1, "vds", "V-1", { base: 1000, rate: 7.5, amount: 75 });
  await certificate(1, "tds", "T-1", { amount: 50, certificate_date: daysAgo(5) });
  const wrong = await certificate(2, "tds", "T-2", { amount: 20.5 });
  const reason = { reason: "Not theirs", date: daysAgo(3) };
  assertEquals((await owner.post(`/tax-certificates/${wrong.id}/reverse`, reason)).status, 200);
  return {
    ...shop,
    async read(query = ""): Promise<Json> {
      const { status, body } = await owner.get(`/reports/tax-certificates?${query}`);
      assertEquals(status, 200, JSON.stringify(body));
      return body;
    },
  };
}

Deno.test("tax-certificates tells what customers withheld, by certificate, kind and customer", async () => {
  await using shop = await withheld();
  const { data, meta } = await shop.read();
  assertEquals(
    data.map((row: Json) => [row.entry_date, row.kind, row.certificate_number, row.amount]),
    [
      [daysAgo(40), "vds", "V-1", 75],
      [daysAgo(40), "tds", "T-2", 20.5],
      [daysAgo(5), "tds", "T-1", 50],
      [daysAgo(3), "tds", "T-2", -20.5],
    ],
  );
  assertEquals([data[0].tax_base, data[0].tax_rate, data[0].state], [1000, 7.5, "received"]);
  assertEquals(meta.totals, { tds: 50, vds: 75, amount: 125 });
  const parties = (given: Json) =>
    given.map((row: Json) => [row.party_name, row.tds, row.vds, row.amount]);
  assertEquals(parties(meta.parties), [["Rahim", 50, 75, 125], ["Karim", 0, 0, 0]]);
  const accounts: Json[] = (await shop.owner.get("/accounts")).body.data;
  assertEquals(accounts.find(({ number }) => number === "1530").balance, 125);

  const month = await shop.read(`to=${daysAgo(30)}`);
  assertEquals(month.meta.totals, { tds: 20.5, vds: 75, amount: 95.5 });
  assertEquals(parties(month.meta.parties), [["Rahim", 0, 75, 75], ["Karim", 20.5, 0, 20.5]]);
  assertEquals((await shop.read("customer_id=1&kind=tds")).meta.totals.amount, 50);
  const csv = (await shop.owner.get("/reports/tax-certificates?format=csv")).body;
  assertEquals(csv.trim().split("\n").length, 5);
});

Deno.test("tax-certificates tells what we withheld from suppliers", async () => {
  await using shop = await withheld();
  const { owner } = shop;
  made(await owner.post("/suppliers", { name: "Forwarder", currency: "BDT" }));
  const accounts: Json[] = (await owner.get("/accounts")).body.data;
  const account_id = accounts.find(({ role }) => role === "tax_withheld").id;
  const entry = { supplier_id: 1, particulars: "TDS of bill 7", entry_type: "adjustment" };
  made(await owner.post("/import-logistics/supplier-ledger", { ...entry, debit: 30, account_id }));
  const { data, meta } = await shop.read("side=suppliers");
  assertEquals(data.map((row: Json) => [row.party_name, row.amount]), [["Forwarder", 30]]);
  assertEquals([meta.totals.amount, meta.parties[0].amount], [30, 30]);
});
