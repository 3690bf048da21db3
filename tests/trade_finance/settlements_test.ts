import { bookChecks } from "../../domain/books/verify_books.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { addSettlement } from "../../domain/trade_finance/settlements.ts";
import { actorWith, type Answer, type Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { untilBlocked } from "../support/db.ts";
import { desk } from "../support/trade_finance.ts";

type Desk = Awaited<ReturnType<typeof desk>>;

const pay = (d: Desk, id: number, fields: Json) => d.owner.post(`/lc-tt/${id}/settlements`, fields);
const said = ({ status, body }: Answer) => [status, body.code, Object.keys(body.errors ?? {})];

/** The balances of the accounts, by number. */
async function balances(d: Desk, ...numbers: string[]): Promise<number[]> {
  const { data } = (await d.owner.get("/accounts?limit=200")).body;
  return numbers.map((number) => data.find((a: Json) => a.number === number).balance);
}

/** Every check of verify-books holds, of the tables at least. */
async function whole(d: Desk): Promise<void> {
  for (const { name, differences } of bookChecks) {
    assertEquals(await d.database.query(differences), [], name);
  }
}

/** The number of the bank's account. */
const BANK = "1310";

Deno.test("an LC is settled any number of times up to its amount and tolerance (found 2)", async (t) => {
  await using d = await desk();
  const lc = await d.open({ tolerance_percent: 10 });

  await t.step("in parts, each at its rate", async () => {
    const { status, headers, body } = await pay(d, lc.id, {
      amount: 600,
      rate: 121,
      date: "2026-02-03",
      note: "First documents",
    });
    assertEquals(status, 201, JSON.stringify(body));
    assertEquals(headers.get("location"), `/api/v1/lc-tt/${lc.id}/settlements`);
    const { data } = body;
    assertEquals(
      [data.amount, data.exchange_rate, data.entry_date, data.amount_local, data.note],
      [600, 121, "2026-02-03", 72600, "First documents"],
    );
    await pay(d, lc.id, { amount: 500, rate: 122 });
    const list = (await d.owner.get(`/lc-tt/${lc.id}/settlements`)).body.data;
    assertEquals(list.map((s: Json) => s.amount), [600, 500]);
    assertEquals((await d.read(lc.id)).settled, 1100);
  });

  await t.step("never beyond", async () => {
    const more = await pay(d, lc.id, { amount: 0.01, rate: 122 });
    assertEquals(said(more), [409, "settlement_exceeds_amount", []]);
    assertEquals(said(await pay(d, lc.id, { amount: 1 })), [422, "invalid_fields", ["rate"]]);
    assertEquals((await pay(d, 99, { amount: 1, rate: 1 })).status, 404);
    assertEquals((await d.owner.get("/lc-tt/99/settlements")).status, 404);
  });

  await t.step("taken back, once, not before its day", async () => {
    const [{ id }] = (await d.read(lc.id)).settlements;
    const back = (fields: Json) =>
      d.owner.post(`/lc-tt/${lc.id}/settlements/${id}/reverse`, fields);
    assertEquals(said(await back({})), [422, "invalid_fields", ["reason"]]);
    const early = await back({ reason: "x", date: "2026-02-02" });
    assertEquals(said(early), [422, "invalid_fields", ["date"]]);
    const { status, body } = await back({ reason: "Discrepant", date: "2026-02-05" });
    assertEquals([status, body.data?.reversed], [200, true], body.detail);
    assertEquals(said(await back({ reason: "x" })), [409, "already_reversed", []]);
    assertEquals((await d.read(lc.id)).settled, 500);
    const other = await d.open();
    const path = `/lc-tt/${other.id}/settlements/${id}/reverse`;
    assertEquals((await d.owner.post(path, { reason: "x" })).status, 404);
  });

  await t.step("not when it is cancelled", async () => {
    const { id } = await d.open();
    await d.move(id, "cancelled", { note: "x" });
    assertEquals(said(await pay(d, id, { amount: 1, rate: 120 })), [409, "lc_tt_closed", []]);
  });
  await whole(d);
});

Deno.test("a margin is kept by the bank, pays first and comes back (LC margin)", async (t) => {
  await using d = await desk();
  const lc = await d.open();

  await t.step("paid with a step", async () => {
    const { status, body } = await d.move(lc.id, "lc_opened", { margin_paid: 12000 });
    assertEquals([status, body.data?.margin_held], [200, 12000], body.detail);
    assertEquals(await balances(d, "1390", BANK), [12000, -12000]);
  });

  await t.step("and more of it, or less, at the status it has", async () => {
    await d.move(lc.id, "lc_opened", { margin_paid: 500 });
    const { body } = await d.move(lc.id, "lc_opened", { margin_released: 300 });
    assertEquals([body.data.margin_held, body.data.version], [12200, 4]);
    const most = await d.move(lc.id, "lc_opened", { margin_released: 12200.01 });
    assertEquals(said(most), [422, "invalid_fields", ["margin_released"]]);
    const closed = await d.move(lc.id, "closed", { margin_paid: 1 });
    assertEquals(said(closed), [422, "invalid_fields", ["margin_paid"]]);
  });

  let first!: number;
  await t.step("used by a settlement as far as it says", async () => {
    const most = await pay(d, lc.id, { amount: 400, rate: 121, margin_used: 12200.01 });
    assertEquals(said(most), [422, "invalid_fields", ["margin_used"]]);
    const few = await pay(d, lc.id, { amount: 1, rate: 121, margin_used: 121.01 });
    assertEquals(said(few), [422, "invalid_fields", ["margin_used"]]);
    const { body } = await pay(d, lc.id, {
      amount: 400,
      rate: 121,
      margin_used: 5000,
      charges: 150,
    });
    first = body.data.id;
    assertEquals([body.data.margin_used, body.data.charges], [5000, 150]);
    // 400 × 121 − 5000 + 150, beside the margin of 12200
    assertEquals(await balances(d, "1390", "6130", BANK), [7200, 150, -55750]);
    const after = await d.read(lc.id);
    assertEquals([after.margin_held, after.charges_booked], [7200, 150]);
  });

  await t.step("taken back with it and its charges", async () => {
    await d.owner.post(`/lc-tt/${lc.id}/settlements/${first}/reverse`, { reason: "Twice" });
    assertEquals(await balances(d, "1390", "6130", BANK), [12200, 0, -12200]);
  });

  await t.step("first where nothing is said, the rest back when all is paid", async () => {
    const part = await pay(d, lc.id, { amount: 50, rate: 121, margin_used: 0 });
    assertEquals(part.body.data.margin_used, 0);
    const { body } = await pay(d, lc.id, { amount: 90, rate: 121 });
    assertEquals([body.data.margin_used, (await d.read(lc.id)).margin_held], [10890, 1310]);
    await pay(d, lc.id, { amount: 860, rate: 121, margin_used: 310 });
    assertEquals((await d.read(lc.id)).margin_held, 0);
    assertEquals(await balances(d, "1390", BANK), [0, -121000]);
  });

  await t.step("back when it is cancelled or closed", async () => {
    for (const end of ["cancelled", "closed"]) {
      const { id } = await d.open();
      await d.move(id, "lc_opened", { margin_paid: 700 });
      const { body } = await d.move(id, end, { note: "x" });
      assertEquals(body.data.margin_held, 0);
    }
    assertEquals(await balances(d, "1390", BANK), [0, -121000]);
  });

  await t.step("used by post_to_ledger too", async () => {
    const { id } = await d.open();
    const { body } = await d.move(id, "released", {
      margin_paid: 700,
      post_to_ledger: true,
      settlement_amount: 100,
    });
    assertEquals([body.data.settlements[0].margin_used, body.data.margin_held], [700, 0]);
  });
  await whole(d);
});

Deno.test("charges of a settlement are its shipment's cost, and are taken back with it", async () => {
  await using d = await desk();
  const lc = await d.open();
  const shipment = await d.ship(300, { lc_tt_id: lc.id });
  const { body } = await pay(d, lc.id, { amount: 100, rate: 120, charges: 450.5 });
  assertEquals([body.data.charges, body.data.margin_used], [450.5, 0]);
  assertEquals((await d.read(lc.id)).charge_costs.map((c: Json) => c.local_amount), [450.5]);
  assertEquals(await balances(d, "1150", "6130", BANK), [450.5, 0, -12450.5]);
  const stranger = await d.ship(100);
  const other = await pay(d, lc.id, {
    amount: 1,
    rate: 120,
    charges: 5,
    shipment_id: stranger.id,
  });
  assertEquals(said(other), [422, "invalid_fields", ["shipment_id"]]);
  const path = `/lc-tt/${lc.id}/settlements/${body.data.id}/reverse`;
  assertEquals((await d.owner.post(path, { reason: "Twice" })).status, 200);
  assertEquals(await balances(d, "1150", BANK), [0, 0]);
  assertEquals((await d.read(lc.id)).charges_booked, 0);
  assertEquals(shipment.lc_tt_id, lc.id);
  await whole(d);
});

Deno.test("a second settlement waits for the first and sees what it left", async () => {
  await using d = await desk();
  const lc = await d.open();
  await d.move(lc.id, "lc_opened", { margin_paid: 1000 });
  let second!: Promise<Answer>;
  await inTransaction(d.database, async (tx) => {
    await addSettlement(tx, actorWith("owner", d.owner.userId), lc.id, {
      amount: new Decimal("600"),
      rate: new Decimal("120"),
    });
    second = pay(d, lc.id, { amount: 600, rate: 120 });
    await untilBlocked(d.database);
  });
  const { status, body } = await second;
  assertEquals([status, body.code, body.settled], [409, "settlement_exceeds_amount", 600]);
  assertEquals((await d.read(lc.id)).margin_held, 0);
  await whole(d);
});
