import { type Caller, type Json, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { billLine, oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

/** The notes of a time as note → [value, vat]. */
async function notesOf(owner: Caller, query = "") {
  const { body } = await owner.get(`/reports/vat-return?limit=200${query}`);
  const notes: Record<number, [number | null, number]> = {};
  for (const { note, value, vat } of body.data) notes[note] = [value, vat];
  return { notes, totals: body.meta.totals };
}

/** What an account of the books moved, debit less credit. */
async function moved(owner: Caller, number: string): Promise<number> {
  const { body } = await owner.get("/reports/trial-balance?limit=200");
  const found = body.data.find((row: Json) => row.reference_no === number);
  return found ? Number((found.debit - found.credit).toFixed(2)) : 0;
}

Deno.test("the return of VAT has each sale and purchase under its note, and is the journal", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const all = await oneOfEverything(owner, "V");
  const made = async (path: string, body: Json) => {
    const answer = await owner.post(path, body);
    assertEquals([200, 201].includes(answer.status), true, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const before = (await notesOf(owner)).notes; // of what is there already: free sales
  const sell = (...lines: [number, number][]) =>
    made("/invoices", {
      customer_id: all.customer.id,
      items: lines.map(([unit_price, vat_percent]) => ({
        description: "Service",
        quantity: 1,
        unit_price,
        vat_percent,
      })),
    });

  const mixed = await sell([1000, 15], [200, 7.5], [300, 5], [50, 0]);
  const undone = await sell([400, 15]);
  await made(`/invoices/${undone.id}/void`, { reason: "twice" });
  const back = { reason: "x", items: [{ line: mixed.items[1].id, quantity: 1 }] };
  await made(`/invoices/${mixed.id}/returns`, back);
  const line = billLine(all.shipment.items[0].id); // VAT 15.90 on 106
  const odd = { ...line, vat: 7, at: 3 };
  for (const each of [line, odd]) {
    const bill = await made("/import-logistics/bills-of-entry", {
      shipment_id: all.shipment.id,
      office: "301",
      number: crypto.randomUUID().slice(0, 12),
      entry_date: "2026-01-01",
      lines: [each],
    });
    await made(`/import-logistics/bills-of-entry/${bill.id}/post`, {});
  }
  await made("/expenses", { category: "rent", amount: 1150, vat_amount: 150 });
  await made("/expenses", { category: "rent", amount: 105, vat_amount: 5 });
  await made("/invoices/receive-payment", {
    customer_id: all.customer.id,
    amount: 12,
    method: "vds",
    reference: "VDS-1",
  });

  await t.step("note by note", async () => {
    const { notes, totals } = await notesOf(owner);
    assertEquals(notes[3][0], Number(before[3]?.[0] ?? 0) + 50);
    assertEquals(notes[4], [1400, 210]);
    assertEquals(notes[8], [200, 15]);
    assertEquals(notes[7], [300, 15]);
    assertEquals(notes[31], [600, 75]); // the void and the return
    assertEquals(notes[15], [106, 15.9]);
    assertEquals(notes[17], [106, 7]);
    assertEquals(notes[14], [1000, 150]);
    assertEquals(notes[16], [100, 5]);
    assertEquals(notes[30], [null, 10.95]);
    assertEquals(notes[29], [null, 12]);
    assertEquals([totals.output, totals.input, totals.decreasing], [240, 177.9, 97.95]);
    assertEquals([notes[24], totals.increasing], [[null, 7.5], 7.5]);
    assertEquals(totals.payable, -28.35);
  });
  await t.step("it adds up to the accounts of the journal", async () => {
    const { notes } = await notesOf(owner);
    assertEquals(await moved(owner, "2300"), -(240 - notes[31][1]));
    assertEquals(await moved(owner, "1500"), 177.9);
    assertEquals(await moved(owner, "1510"), 10.95);
  });
  await t.step("the rows behind a note add up to it", async () => {
    const { body } = await owner.get("/reports/vat-return?note=31");
    assertEquals(body.data.map((row: Json) => [row.source_type, row.value, row.vat]).sort(), [
      ["credit_note", 200, 15],
      ["invoice", 400, 60],
    ]);
    assertEquals(body.meta.totals.vat, 75);
  });
  await t.step("another period has none of it; other rates sort it otherwise", async () => {
    assertEquals((await notesOf(owner, "&to=2020-01-01")).notes, {});
    const rates = { valid_from: "2025-06-01", standard_percent: 5, trade_percent: 15 };
    await made("/vat-rates", rates);
    const { notes } = await notesOf(owner);
    assertEquals([notes[4], notes[8], notes[7]], [[300, 15], [1400, 210], [200, 15]]);
    assertEquals((await owner.get("/vat-rates")).body.data.length, 3);
  });
});
