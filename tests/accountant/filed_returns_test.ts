import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { type Answer, type Caller, type Json, testApp } from "../support/app.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { linesOf, readPdf } from "../support/pdf.ts";
import { assertInvalid, assertRefused, done, made } from "../support/receiving.ts";
import { customerWith, monthsAgo } from "./months.ts";

/** Note → tax of a month by the report. */
async function notesOf(owner: Caller, month: string) {
  const { from, to } = spanOf(month);
  const answer = await owner.get(`/reports/vat-return?limit=200&from=${from}&to=${to}`);
  const notes = Object.fromEntries(done(answer).map(({ note, vat }: Json) => [note, vat]));
  return { notes, totals: answer.body.meta.totals };
}

function spanOf(month: string) {
  const first = Temporal.PlainDate.from(`${month}-01`);
  return { from: first.toString(), to: first.with({ day: first.daysInMonth }).toString() };
}

Deno.test("a return is kept as it was filed; what is over is carried on, and a correction is filed again", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const customer = await customerWith(owner);
  const [first, second, third] = [monthsAgo(4), monthsAgo(3), monthsAgo(2)];
  const sell = async (month: string, unit_price: number) =>
    made(
      await owner.post("/invoices", {
        customer_id: customer.id,
        invoice_date: `${month}-10`,
        items: [{ description: "Service", quantity: 1, unit_price, vat_percent: 15 }],
      }),
    );
  const spend = async (month: string, amount: number, more: Json) =>
    made(
      await owner.post("/expenses", {
        category: "rent",
        amount,
        date: `${month}-11`,
        ...more,
      }),
    );
  await sell(first, 1000); // 150
  await spend(first, 2300, { vat_amount: 300 });
  await spend(first, 1150, { vat_amount: 150, vat_creditable: false });
  await sell(second, 2000); // 300
  const file = (period: string, more: Json = {}) => owner.post("/vat-returns", { period, ...more });

  const filed = made(await file(first, { submission_number: "SUB-1" }));
  assertMatch(filed.reference_no, /^VRT-\d{4}-000001$/);
  assertEquals(
    [filed.period, filed.amendment, filed.payable, filed.carried_in, filed.to_pay],
    [first, 0, -150, 0, 0],
  );
  assertEquals([filed.carried_out, filed.differences], [150, []]);
  assertEquals(filed.notes.map(({ note, value, vat }: Json) => [note, value, vat]), [
    [4, 1000, 150],
    [14, 2000, 300],
    [21, 1000, 150],
    [34, null, -150],
  ]);
  const next = await notesOf(owner, second);
  assertEquals([next.notes[52], next.notes[34], next.notes[65]], [150, 300, undefined]);
  assertEquals(
    [next.totals.payable, next.totals.carried_in, next.totals.to_pay, next.totals.vat],
    [300, 150, 150, 300],
  );
  const behind = done(
    await owner.get(`/reports/vat-return?note=52&from=${spanOf(second).from}`),
  );
  assertEquals(behind.map(({ source_type, source_id }: Json) => [source_type, source_id]), [
    ["vat_return", filed.id],
  ]);
  const two = made(await file(second));
  assertEquals([two.carried_in, two.to_pay, two.carried_out], [150, 150, 0]);

  // the books go on; the paper does not
  await sell(first, 100);
  const kept = done(await owner.get(`/vat-returns/${filed.id}`));
  assertEquals([kept.payable, kept.differences], [-150, [
    { note: 4, filed: 150, now: 165 },
    { note: 34, filed: -150, now: -135 },
  ]]);
  assertInvalid(await file(first), "reason");
  const again = made(await file(first, { reason: "A bill came late" }));
  assertEquals([again.amendment, again.payable, again.carried_out], [1, -135, 135]);
  assertRefused(await file(first, { reason: "Twice" }), 409, "duplicate_reference");
  assertEquals((await notesOf(owner, second)).notes[52], 135, "the latest of them is carried");
  assertEquals(done(await owner.get("/vat-returns")).length, 3);
  const until = done(await owner.get(`/vat-returns?to=${first}-01`));
  assertEquals(until.map(({ period }: Json) => period), [first, first]);
  assertEquals(done(await owner.get(`/vat-returns?from=${second}-01`)).length, 1);

  assertInvalid(await file(monthsAgo(0)), "period");
  assertInvalid(await file("2026-13"), "period");
  assertInvalid(await file(monthsAgo(1)), "carried_in");
  assertInvalid(await file(third, { filed_on: `${third}-20` }), "filed_on");
  assertEquals(made(await file(third)).to_pay, 0, "nothing happened in it");
  await thrownBy(() =>
    inTransaction(db.database, (tx) => tx.query(sql`update vat_returns set payable = 0`))
  );
  await thrownBy(() => inTransaction(db.database, (tx) => tx.query(sql`delete from vat_returns`)));
});

Deno.test("of two who file one month the second waits and is refused", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  let both!: Promise<Answer[]>;
  await inTransaction(db.database, async (tx) => {
    await tx.query(sql`select from settings for update`);
    const file = () => owner.post("/vat-returns", { period: monthsAgo(2) });
    both = Promise.all([file(), file()]);
    await untilBlocked(db.database, 2);
  });
  assertEquals((await both).map(({ status }) => status).sort(), [201, 422]);
});

Deno.test("tax withheld from a supplier is owed to the treasury, told in the return and certified", async () => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  done(await owner.put("/settings", { vat_bin: "004712345-0101", vat_officer: "Farzana" }));
  const supplier = made(
    await owner.post("/suppliers", {
      name: "Karnaphuli C&F",
      currency: "BDT",
      bin: "0034567890202",
    }),
  );
  assertEquals(supplier.bin, "003456789-0202");
  const month = monthsAgo(0);
  made(
    await owner.post("/import-logistics/supplier-ledger", {
      supplier_id: supplier.id,
      particulars: "Clearing",
      credit: 20000,
    }),
  );
  const withhold = (more: Json) =>
    owner.post("/withheld-taxes", { supplier_id: supplier.id, ...more });
  const vds = made(
    await withhold({ kind: "vds", base: 20000, rate: 15, amount: 3000, bill_number: "KCF-118" }),
  );
  made(await withhold({ kind: "tds", base: 20000, rate: 5, amount: 1000 }));
  assertMatch(vds.reference_no, /^WHT-\d{4}-000001$/);
  const balance = async () =>
    done(await owner.get(`/suppliers/${supplier.id}`)).balances[0].balance;
  assertEquals(await balance(), 16000);
  const moved = async () => {
    const rows = done(await owner.get("/reports/trial-balance?limit=200"));
    const of = rows.find((row: Json) => row.reference_no === "2310");
    return of ? of.credit - of.debit : 0;
  };
  assertEquals(await moved(), 4000);
  const { notes, totals } = await notesOf(owner, month);
  assertEquals([notes[24], totals.increasing, totals.payable], [3000, 3000, 3000]);

  // paid to the treasury, and said by which challan
  made(await owner.post("/accounts/transfers", { from: "bank", to: "tax_withheld", amount: 4000 }));
  assertEquals(await moved(), 0);
  const paid = done(
    await owner.patch(`/withheld-taxes/${vds.id}`, {
      challan_number: "T-48",
      challan_date: vds.withheld_on,
    }),
  );
  assertEquals([paid.challan_number, paid.status], ["T-48", "posted"]);
  for (const [lang, words] of [["en", "Mushak-6.6"], ["bn", "উৎসে মূসক কর্তন সনদপত্র"]]) {
    const answer = await app.request(
      `http://localhost/api/v1/withheld-taxes/${vds.id}/pdf?lang=${lang}`,
      { headers: { authorization: `Bearer ${owner.token}` } },
    );
    const text = readPdf(new Uint8Array(await answer.arrayBuffer())).flatMap(linesOf).join("\n");
    for (const part of [words, "KCF-118", "003456789-0202", "T-48"]) {
      assert(text.includes(part), `${lang} ${part}: ${text}`);
    }
  }
  made(
    await owner.post(`/import-logistics/supplier-ledger/${vds.supplier_ledger_id}/reverse`, {
      reason: "Not due",
    }),
  );
  assertEquals(done(await owner.get(`/withheld-taxes/${vds.id}`)).status, "reversed");
  assertEquals((await notesOf(owner, month)).notes[24], 0);
  assertEquals(await balance(), 19000);
  assertInvalid(await withhold({ kind: "vds", amount: 0 }), "amount");
  assertInvalid(await withhold({ kind: "x", amount: 1 }), "kind");
  assertEquals((await (await as("sales")).get("/withheld-taxes")).status, 403);
});

Deno.test("VAT that is paid to the treasury is no adjustment of the return", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const customer = await customerWith(owner);
  made(
    await owner.post("/invoices", {
      customer_id: customer.id,
      items: [{ description: "Service", quantity: 1, unit_price: 1000, vat_percent: 15 }],
    }),
  );
  const before = await notesOf(owner, monthsAgo(0));
  const paid = made(
    await owner.post("/accounts/transfers", { from: "bank", to: "vat_output", amount: 150 }),
  );
  assertEquals(await notesOf(owner, monthsAgo(0)), before);
  const output = async () => (await owner.get("/reports/vat-output")).body.meta.totals.vat;
  assertEquals(await output(), 150);
  done(await owner.post(`/accounts/transfers/${paid.id}/reverse`, { reason: "Twice" }));
  assertEquals([await notesOf(owner, monthsAgo(0)), await output()], [before, 150]);
  assertInvalid(
    await owner.post("/accounts/transfers", { from: "bank", to: "4100", amount: 1 }),
    "to",
  );
});
