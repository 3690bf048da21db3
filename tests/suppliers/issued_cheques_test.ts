import { bookChecks, verifyOne } from "../../domain/books/verify_books.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { parse } from "../../domain/records/input.ts";
import { issueCheque } from "../../domain/suppliers/issue_cheque.ts";
import { issuedCheque, issuedChequeMove } from "../../domain/suppliers/issued_cheque.ts";
import { moveIssuedCheque } from "../../domain/suppliers/move_issued_cheque.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { actorWith, type Answer, type Json, testApp } from "../support/app.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { daysAgo, made, refused, today } from "../sales/shop.ts";

const ledger = "/import-logistics/supplier-ledger";
const daysOn = (days: number) => daysAgo(-days);

/** An office with supplier 1 in taka, to whom we owe 5000, and supplier 2 in dollars, 100 at 120. */
async function office() {
  const db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  await owner.put("/settings", { books_start: "2020-01-01" });
  made(await owner.post("/suppliers", { name: "Hasan Transport", currency: "BDT" }));
  made(await owner.post("/suppliers", { name: "Shenzhen Boards", currency: "USD" }));
  const owe = { particulars: "Bill", entry_date: daysAgo(30) };
  made(await owner.post(ledger, { ...owe, supplier_id: 1, credit: 5000 }));
  made(await owner.post(ledger, { ...owe, supplier_id: 2, credit: 100, exchange_rate: 120 }));
  return {
    ...db,
    app,
    owner,
    give: (fields: Json = {}, supplier = 1) =>
      owner.post(`/suppliers/${supplier}/cheques`, {
        amount: 2000,
        cheque_number: "0045512",
        cheque_date: today,
        ...fields,
      }),
    move: (id: number, fields: Json) => owner.patch(`/supplier-cheques/${id}/cheque`, fields),
    supplier: async (id = 1) => (await owner.get(`/suppliers/${id}`)).body.data,
    entries: async (id = 1) => (await owner.get(`/suppliers/${id}/ledger`)).body.data,
    /** What the journal has of the account of the bank, by deed. */
    bank: async () =>
      (await owner.get("/journal?account=bank")).body.data.map((entry: Json) => [
        entry.kind,
        entry.entry_date,
        entry.lines.filter((line: Json) => line.account_role === "bank")
          .map((line: Json) => line.debit - line.credit)[0],
      ]),
    differences: async () => {
      const checks = await Promise.all(bookChecks.map((check) => verifyOne(db.database, check)));
      return checks.flatMap(({ name, differences }) => differences.map((each) => [name, each]));
    },
  };
}

const fields = ({ body }: Answer) => Object.keys(body.errors ?? {});

Deno.test("a cheque of ours pays a supplier when the bank has cleared it, not when he gets it", async () => {
  await using desk = await office();
  const { owner } = desk;
  const answer = await desk.give({ issued_date: daysAgo(9), cheque_date: daysAgo(2) });
  const cheque = made(answer);
  assertEquals(answer.headers.get("location"), "/api/v1/supplier-cheques/1");
  assertEquals([cheque.reference_no.slice(0, 4), cheque.state, cheque.currency], [
    "CHQ-",
    "issued",
    "BDT",
  ]);
  assertEquals([cheque.particulars, cheque.entry_type, cheque.ledger_entry_id], [
    "Cheque 0045512",
    "payment",
    null,
  ]);
  const held = await desk.supplier();
  assertEquals([held.balance_local, held.cheques_issued], [5000, 2000]);
  assertEquals(held.ageing.map((age: Json) => [age.d0_30, age.cheques_issued]), [[5000, 2000]]);
  assertEquals(await desk.bank(), []);
  assertEquals(await desk.differences(), []);

  const early = await desk.move(1, { state: "cleared", date: daysAgo(3) });
  assertEquals([...refused(early), fields(early)], [422, "invalid_fields", ["date"]]);
  const cleared = await desk.move(1, { state: "cleared", date: daysAgo(1), charge: 15 });
  assertEquals([cleared.status, cleared.body.data.state, cleared.body.data.cleared_on], [
    200,
    "cleared",
    daysAgo(1),
  ]);
  const [paid] = await desk.entries();
  assertEquals(
    [paid.id, paid.entry_type, paid.debit, paid.entry_date, paid.method, paid.reference],
    [cleared.body.data.ledger_entry_id, "payment", 2000, daysAgo(1), "cheque", "0045512"],
  );
  assertEquals(await desk.bank(), [
    ["bank_charge", daysAgo(1), -15],
    ["supplier_payment", daysAgo(1), -2000],
  ]);
  const after = await desk.supplier();
  assertEquals([after.balance_local, after.cheques_issued], [3000, 0]);

  const { version } = cleared.body.data;
  const again = await desk.move(1, { state: "cleared" });
  assertEquals([again.status, again.body.data.version], [200, version]);
  const back = await owner.post(`${ledger}/${paid.id}/reverse`, {});
  assertEquals([...refused(back), back.body.cheque_id], [409, "not_reversible", 1]);
  const bounced = await desk.move(1, { state: "bounced", note: "Signature differs" });
  assertEquals([bounced.body.data.state, bounced.body.data.ended_on], ["bounced", today]);
  assertEquals((await desk.supplier()).balance_local, 5000);
  const [mirror] = await desk.entries();
  assertEquals([mirror.credit, mirror.reverses_id], [2000, paid.id]);
  const dead = await desk.move(1, { state: "cleared" });
  assertEquals([...refused(dead), dead.body.allowed], [409, "invalid_transition", []]);
  assertEquals(await desk.differences(), []);
});

Deno.test("a cheque that comes back, or bounces before it paid, leaves the ledger alone", async () => {
  await using desk = await office();
  for (const [id, state] of [[1, "returned"], [2, "bounced"]] as const) {
    made(await desk.give());
    const ended = await desk.move(id, { state });
    assertEquals([ended.status, ended.body.data.state, ended.body.data.ledger_entry_id], [
      200,
      state,
      null,
    ]);
  }
  made(await desk.give());
  const { cheques_issued, balance_local } = await desk.supplier();
  assertEquals([cheques_issued, balance_local], [2000, 5000]);
  const wrong = await desk.move(3, { state: "deposited" });
  assertEquals([...refused(wrong), fields(wrong)], [422, "invalid_fields", ["state"]]);
  const rated = await desk.move(3, { state: "returned", exchange_rate: 1 });
  assertEquals([...refused(rated), fields(rated)], [422, "invalid_fields", ["exchange_rate"]]);
  assertEquals(refused(await desk.move(9, { state: "cleared" })), [404, "not_found"]);
});

Deno.test("a foreign cheque is paid at the rate of the day the bank clears it", async () => {
  await using desk = await office();
  assertEquals(refused(await desk.give({ amount: 100 }, 2)), [422, "exchange_rate_missing"]);
  const cheque = made(await desk.give({ amount: 100, exchange_rate: 121 }, 2));
  assertEquals(cheque.amount_local, 12100);
  const held = await desk.supplier(2);
  assertEquals([held.balance_local, held.cheques_issued], [12000, 12100]);
  await desk.move(1, { state: "cleared", exchange_rate: 123 });
  const paid = await desk.supplier(2);
  assertEquals([paid.balance_local, paid.realised_exchange_difference], [0, 300]);
  await desk.move(1, { state: "bounced" });
  const back = await desk.supplier(2);
  assertEquals([back.balance_local, back.realised_exchange_difference], [12000, 0]);
  assertEquals(await desk.differences(), []);
});

Deno.test("a cheque number is given once, in the ledger too", async () => {
  await using desk = await office();
  const { owner } = desk;
  made(await desk.give());
  const same = await desk.give({ cheque_number: "0045512" }, 1);
  assertEquals([...refused(same), same.body.cheque_id], [409, "duplicate_reference", 1]);
  const paying = { supplier_id: 1, particulars: "x", debit: 5, method: "cheque" };
  const byHand = await owner.post(ledger, { ...paying, reference: "0045512" });
  assertEquals([...refused(byHand), byHand.body.cheque_id], [409, "duplicate_reference", 1]);
  made(await owner.post(ledger, { ...paying, reference: "c-7" }));
  const known = await desk.give({ cheque_number: "C-7" });
  assertEquals([...refused(known), known.body.duplicate_of_id], [409, "duplicate_reference", 3]);
  const bare = await desk.give({ allow_duplicate: true });
  assertEquals([...refused(bare), fields(bare)], [422, "invalid_fields", ["note"]]);
  made(await desk.give({ allow_duplicate: true, note: "Another book of the bank" }));
  for (const id of [1, 2]) assertEquals((await desk.move(id, { state: "cleared" })).status, 200);
  assertEquals(await desk.differences(), []);
});

Deno.test("a cheque is given by who writes costs, on an open day, for what there is", async () => {
  await using desk = await office();
  const { owner, app } = desk;
  const store = await app.as("store");
  const body = { amount: 1, cheque_number: "9", cheque_date: today };
  assertEquals((await store.post("/suppliers/1/cheques", body)).status, 403);
  assertEquals((await store.get("/supplier-cheques")).status, 403);
  assertEquals((await store.get("/suppliers/1")).body.data.cheques_issued, undefined);
  const said = async (more: Json, supplier = 1) => {
    const answer = await desk.give(more, supplier);
    return [...refused(answer), fields(answer).join()];
  };
  assertEquals(await said({ issued_date: daysOn(1) }), [422, "date_in_future", "issued_date"]);
  assertEquals(await said({ amount: 0 }), [422, "invalid_fields", "amount"]);
  assertEquals(await said({ shipment_id: 9 }), [422, "invalid_fields", "shipment_id"]);
  assertEquals(await said({ exchange_rate: 2 }), [422, "invalid_fields", "exchange_rate"]);
  assertEquals(await said({ cheque_number: undefined }), [422, "invalid_fields", "cheque_number"]);
  assertEquals(await said({}, 9), [404, "not_found", ""]);
  const chart = (await owner.get("/accounts")).body.data;
  const sales = chart.find((each: Json) => each.role === "sales").id;
  assertEquals(await said({ account_id: sales }), [422, "invalid_fields", "account_id"]);
  made(await desk.give({ issued_date: daysAgo(20), cheque_date: daysAgo(20) }));
  await owner.put("/settings", { closed_through: daysAgo(10) });
  const late = await desk.move(1, { state: "cleared", date: daysAgo(11) });
  assertEquals(refused(late), [409, "period_closed"]);
  assertEquals(await said({ cheque_number: "2", issued_date: daysAgo(11) }), [
    409,
    "period_closed",
    "",
  ]);
});

Deno.test("a post-dated cheque is no payment by hand, it is given", async () => {
  await using desk = await office();
  const pay = (more: Json) =>
    desk.owner.post(ledger, { supplier_id: 1, particulars: "x", debit: 5, ...more });
  const ahead = await pay({ method: "cheque", reference: "1", cheque_date: daysOn(5) });
  assertEquals([...refused(ahead), fields(ahead)], [422, "invalid_fields", ["cheque_date"]]);
  assertMatch(String(ahead.body.errors.cheque_date), /POST \/suppliers\/\{id\}\/cheques/);
  const cash = await pay({ method: "cash", cheque_date: today });
  assertEquals([...refused(cash), fields(cash)], [422, "invalid_fields", ["cheque_date"]]);
  made(await pay({ method: "cheque", reference: "1", cheque_date: daysAgo(1) }));
});

Deno.test("cheques to suppliers are listed, found, on the dashboard and in the ageing of any evening", async () => {
  await using desk = await office();
  const { owner } = desk;
  made(await desk.give({ issued_date: daysAgo(9), cheque_date: daysAgo(5) }));
  made(await desk.give({ cheque_number: "77", cheque_date: daysOn(40) }));
  made(await desk.give({ cheque_number: "78", amount: 7, currency: "EUR", exchange_rate: 130 }));
  const numbers = async (path: string) =>
    (await owner.get(path)).body.data.map((each: Json) => each.cheque_number);
  assertEquals(await numbers("/suppliers/1/cheques"), ["78", "77", "0045512"]);
  assertEquals(await numbers("/supplier-cheques?supplier_id=2"), []);
  assertEquals(await numbers(`/supplier-cheques?due_by=${today}&sort=cheque_date`), [
    "0045512",
    "78",
  ]);
  assertEquals((await owner.get("/suppliers/9/cheques")).status, 404);
  const csv = (await owner.get("/supplier-cheques?format=csv")).body as unknown as string;
  assertEquals(csv.trim().split("\n").length, 4);
  const hit = (await owner.get("/search?q=0045512")).body.data[0];
  assertEquals([hit.kind, hit.id, hit.status], ["issued_cheque", 1, "issued"]);
  const board = (await owner.get("/dashboard")).body.data;
  assertEquals(board.supplier_cheques_due.map((each: Json) => [each.cheque_number, each.amount]), [
    ["0045512", 2000],
    ["78", 7],
  ]);
  assertEquals(await numbers(board.links.supplier_cheques_due), ["0045512", "78"]);
  await desk.move(1, { state: "cleared", date: daysAgo(3) });
  await desk.move(1, { state: "bounced", date: daysAgo(2) });
  const held = async (day: string) =>
    (await owner.get(`/reports/ageing?side=suppliers&as_of=${day}&sort=name`)).body.data
      .filter((row: Json) => row.party_id === 1)
      .map((row: Json) => [row.currency, row.balance, row.cheques_issued]).sort();
  assertEquals(await held(daysAgo(10)), [["BDT", 5000, 0]]);
  assertEquals(await held(daysAgo(4)), [["BDT", 5000, 2000]]);
  assertEquals(await held(daysAgo(3)), [["BDT", 3000, 0]]);
  assertEquals(await held(today), [["BDT", 5000, 2000], ["EUR", 0, 910]]);
  const { data, meta } = (await owner.get("/reports/supplier-ageing?supplier_id=1")).body;
  assertEquals(data.map((row: Json) => [row.currency, row.balance, row.cheques_issued]), [
    ["BDT", 5000, 2000],
    ["EUR", 0, 7],
  ]);
  assertEquals([meta.totals.balance_local, meta.totals.cheques_issued_local], [5000, 2910]);
});

Deno.test("whoever moves a cheque waits for who moves it, and of one number at once one is given", async () => {
  await using desk = await office();
  const { owner, database } = desk;
  made(await desk.give());
  const actor = actorWith("owner", owner.userId);
  let second!: Promise<Answer>;
  await inTransaction(database, async (tx) => {
    await moveIssuedCheque(tx, actor, 1, parse(issuedChequeMove, { state: "cleared" }));
    second = desk.move(1, { state: "returned" });
    await untilBlocked(database);
  });
  const late = await second;
  assertEquals([...refused(late), late.body.allowed], [409, "invalid_transition", ["bounced"]]);
  assertEquals((await desk.entries()).length, 2);

  await inTransaction(database, async (tx) => {
    const cheque = { amount: "5", cheque_number: "Q-1", cheque_date: today };
    await issueCheque(tx, actor, 1, parse(issuedCheque.entry, cheque));
    second = desk.give({ cheque_number: "q-1" });
    await untilBlocked(database);
  });
  assertEquals(refused(await second), [409, "duplicate_reference"]);
  assertEquals(await desk.differences(), []);
});
