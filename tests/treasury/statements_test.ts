import { assertEquals } from "../support/assert.ts";
import type { Caller, Json } from "../support/app.ts";
import { made } from "../support/receiving.ts";
import { till } from "./till.ts";

async function bank() {
  const shop = await till();
  const { owner, app } = shop;
  const { id } = (await owner.post("/accounts", {
    name: "City Bank",
    money_type: "bank",
    opening_balance: 100000,
    opening_balance_date: "2026-05-31",
  })).body.data;
  const spend = async (amount: number, date: string, reference?: string) => {
    const body = { category: "rent", account_id: id, amount, date, reference };
    const made = await owner.post("/expenses", body);
    assertEquals(made.status, 201, JSON.stringify(made.body));
    const [{ lines }] =
      (await owner.get(`/journal?source_type=expense&source_id=${made.body.data.id}`)).body.data;
    return lines.find((line: Json) => line.account_id === id).id;
  };
  const send = async (text: string, by: Caller = owner, name = "june.csv") => {
    const form = new FormData();
    form.append("file", new File([text], name));
    const headers = { authorization: `Bearer ${by.token}` };
    const answer = await app.app.request(`http://localhost/api/v1/accounts/${id}/statement`, {
      method: "POST",
      headers,
      body: form,
    });
    return { status: answer.status, body: await answer.json() };
  };
  const match = (matches: Json) => owner.post(`/accounts/${id}/matches`, { matches });
  return { ...shop, id, spend, send, match };
}

Deno.test("an account that nothing was booked on compares as nothing, line for line", async () => {
  await using shop = await till();
  const { owner } = shop;
  const { id } =
    (await owner.post("/accounts", { name: "New Bank", money_type: "bank" })).body.data;
  const { book_balance, book_only, bank_only, bank_balance, lines, book } =
    (await owner.get(`/accounts/${id}/statement`)).body.data;
  assertEquals([book_balance, book_only, bank_only, bank_balance], [0, 0, 0, 0]);
  assertEquals([lines, book], [[], []]);
});

Deno.test("a statement proposes by amount, within five days, the one with its reference first", async () => {
  await using shop = await bank();
  const { spend, send, owner, id, match } = shop;
  const near = await spend(450.5, "2026-06-10");
  const named = await spend(450.5, "2026-06-08", "TRX9H2K");
  const far = await spend(700, "2026-06-01");
  const sent = await send(
    `Txn Date,Particulars,Ref No,Withdrawal,Deposit,Balance
Opening,Balance b/f,,,,"100,000.00"
14/06/2026,CLG,TRX9H2K,450.50,,"99,549.50"
10-Jun-2026,CASH,,450.50,,"99,099.00"
2026-06-07,RENT,,700.00,,"98,399.00"
2026-06-20,CHARGE,,"1,150.00",,"97,249.00"
,Total,,"2,751.00",,
`,
  );
  assertEquals(sent.status, 200, JSON.stringify(sent.body));
  const told = ({ lines }: Json) =>
    lines.map((each: Json) => [each.date, each.amount, each.proposed_line_id]);
  assertEquals(told(sent.body.data), [
    ["2026-06-07", -700, null],
    ["2026-06-10", -450.5, near],
    ["2026-06-14", -450.5, null],
    ["2026-06-20", -1150, null],
  ]);
  assertEquals([sent.body.data.added, sent.body.data.matched], [4, 0]);
  const late = await send("date,debit,reference\n2026-06-12,450.50,TRX9H2K\n");
  const [, , bestLine] = late.body.data.lines;
  assertEquals([bestLine.date, bestLine.proposed_line_id], ["2026-06-12", named]);
  assertEquals(late.body.data.book.map((line: Json) => line.id).includes(far), true);

  // what is confirmed is listed no more, on either side
  const done = await match([
    { statement_line_id: bestLine.id, journal_line_id: named },
    { statement_line_id: late.body.data.lines[1].id, journal_line_id: near },
  ]);
  assertEquals(done.status, 200, JSON.stringify(done.body));
  assertEquals(told(done.body.data).map(([day]: Json) => day), [
    "2026-06-07",
    "2026-06-14",
    "2026-06-20",
  ]);
  assertEquals(done.body.data.matched, 2);
  assertEquals(done.body.data.book.map((line: Json) => line.debit - line.credit), [100000, -700]);
  assertEquals((await owner.get(`/accounts/${id}/statement`)).body.data, done.body.data);
  assertEquals(
    done.body.data.recent.map((line: Json) => [line.date, line.booked_as.replace(/\S+ /, "")]),
    [["2026-06-12", "Rent, TRX9H2K"], ["2026-06-10", "Rent"]],
  );

  // and a wrong match is taken back
  const back = await match([{ statement_line_id: bestLine.id, journal_line_id: null }]);
  assertEquals(back.body.data.matched, 1);
  assertEquals(back.body.data.recent.length, 1);
});

Deno.test("what the statement should end with follows from the book and what is on one side alone", async () => {
  await using shop = await bank();
  const { spend, send, match, owner, id } = shop;
  const said = (
    { from, to, book_balance, book_only, bank_only, bank_balance }: Json,
  ) => [from, to, book_balance, book_only, bank_only, bank_balance];
  await spend(700, "2026-06-01");
  const before = (await owner.get(`/accounts/${id}/statement`)).body.data;
  assertEquals(said(before), [null, null, 99300, 0, 0, 99300]);

  // of before the statement the bank knows; the rent of the 10th it does not, its charge we do not
  await spend(450.5, "2026-06-10");
  const paid = await spend(20000, "2026-06-04");
  const { data } = (await send("date,amount\n2026-06-03,-115\n2026-06-05,-20000\n")).body;
  assertEquals(said(data), ["2026-06-03", "2026-06-05", 78849.5, -20450.5, -20115, 79185]);
  const done = await match([{ statement_line_id: data.lines[1].id, journal_line_id: paid }]);
  assertEquals(said(done.body.data), [
    "2026-06-03",
    "2026-06-05",
    78849.5,
    -450.5,
    -115,
    79185,
  ]);
  await owner.post("/expenses", {
    category: "bank_charges",
    account_id: id,
    amount: 115,
    date: "2026-06-03",
  });
  const { data: charged } = (await owner.get(`/accounts/${id}/statement`)).body;
  const [{ id: line, proposed_line_id }] = charged.lines;
  const last = await match([{ statement_line_id: line, journal_line_id: proposed_line_id }]);
  assertEquals(said(last.body.data).slice(2), [78734.5, -450.5, 0, 79185]);
});

Deno.test("the same statement twice brings nothing twice, two equal lines of it are two", async () => {
  await using shop = await bank();
  const text = "date,amount\n2026-06-10,-50\n2026-06-10,-50\n2026-06-11,80\n";
  assertEquals((await shop.send(text)).body.data.added, 3);
  const again = await shop.send(text);
  assertEquals([again.body.data.added, again.body.data.lines.length], [0, 3]);
});

Deno.test("a match is of one amount, once, on the account's own book, by who may", async () => {
  await using shop = await bank();
  const { spend, send, match, app, owner, balances } = shop;
  const line = await spend(50, "2026-06-10");
  const { lines } = (await send("date,amount\n2026-06-10,-50\n2026-06-11,-50\n2026-06-12,9\n"))
    .body.data;
  const refused = async (statement_line_id: number, journal_line_id: number) => {
    const { status, body } = await match([{ statement_line_id, journal_line_id }]);
    return [status, Object.keys(body.errors).join()];
  };
  assertEquals(await refused(lines[2].id, line), [422, "matches.0.journal_line_id"]);
  assertEquals(await refused(999999, line), [422, "matches.0.statement_line_id"]);
  assertEquals(await refused(lines[0].id, 999999), [422, "matches.0.journal_line_id"]);
  assertEquals(
    (await match([{ statement_line_id: lines[0].id, journal_line_id: line }])).status,
    200,
  );
  assertEquals(await refused(lines[1].id, line), [422, "matches.0.journal_line_id"]);
  assertEquals((await balances())["City Bank"], 99950, "nothing was posted");
  for (
    const text of ["", "date,amount\n2026-06-31,5\n", "date,amount\n2026-06-01,abc\n", "a,b\n1,2\n"]
  ) {
    const { status, body } = await send(text);
    assertEquals([status, Object.keys(body.errors)], [422, ["file"]], text);
  }
  assertEquals((await send("date,amount\n2026-06-01,5\n", await app.as("manager"))).status, 403);
  const sales = (await owner.get("/accounts?search=sales")).body.data[0].id;
  assertEquals((await owner.get(`/accounts/${sales}/statement`)).status, 404);
});

Deno.test("an expense or transfer that names the bank's line is matched with it, else not entered", async () => {
  await using shop = await bank();
  const { send, owner, id, balances } = shop;
  const { lines } = (await send("date,amount\n2026-06-10,-575\n2026-06-11,3000\n2026-06-12,-9\n"))
    .body.data;
  const [charge, cash, open] = lines.map((line: Json) => line.id);
  const spend = (amount: number, statement_line_id: number, account_id = id) =>
    owner.post("/expenses", { category: "bank_charges", account_id, amount, statement_line_id });
  const refused = async (answer: ReturnType<typeof spend>) => {
    const { status, body } = await answer;
    assertEquals([status, Object.keys(body.errors)], [422, ["statement_line_id"]]);
  };
  await refused(spend(574, charge));
  await refused(spend(3000, cash));
  await refused(spend(575, 999999));
  const drawer = (await owner.get("/accounts")).body.data.find((one: Json) => one.role === "cash");
  await refused(spend(575, charge, drawer.id));
  assertEquals((await spend(575, charge)).status, 201);
  await refused(spend(575, charge));
  const moved = await owner.post("/accounts/transfers", {
    from: "owner",
    to: String(id),
    amount: 3000,
    statement_line_id: cash,
  });
  assertEquals(moved.status, 201, JSON.stringify(moved.body));
  const { lines: left, book, matched } = (await owner.get(`/accounts/${id}/statement`)).body.data;
  assertEquals([left.map((line: Json) => line.id), matched], [[open], 2]);
  assertEquals(book.map((line: Json) => line.debit - line.credit), [100000]);
  assertEquals((await balances())["City Bank"], 102425);
});

Deno.test("a customer's payment that names the bank's line is matched with it, else not entered", async () => {
  await using shop = await bank();
  const { send, owner, id } = shop;
  const customer = made(await owner.post("/customers", { name: "Rahim" }));
  const { lines: [sent, other] } =
    (await send("date,amount\n2026-06-11,3000\n2026-06-12,-9\n")).body.data;
  const pay = (fields: Json) =>
    owner.post("/invoices/receive-payment", {
      customer_id: customer.id,
      amount: 3000,
      method: "bank",
      account_id: id,
      statement_line_id: sent.id,
      ...fields,
    });
  for (
    const fields of [
      { amount: 2999 },
      { statement_line_id: other.id },
      { statement_line_id: 999999 },
      { account_id: undefined, method: "cash" },
      { method: "cheque", cheque_number: "1", cleared: false },
      { account_id: undefined, method: "tds", certificate_number: "T-1" },
    ]
  ) {
    const { status, body } = await pay(fields);
    const said = [status, Object.keys(body.errors)];
    assertEquals(said, [422, ["statement_line_id"]], JSON.stringify(fields));
  }
  // who may not match does not match by this way either
  const manager = await shop.app.as("manager");
  const tried = await manager.post("/invoices/receive-payment", {
    customer_id: customer.id,
    amount: 3000,
    method: "bank",
    account_id: id,
    statement_line_id: sent.id,
  });
  assertEquals(tried.status, 403);
  const [first, second] = await Promise.all([pay({}), pay({})]);
  assertEquals([first.status, second.status].sort(), [201, 422]);
  const { lines: left, matched } = (await owner.get(`/accounts/${id}/statement`)).body.data;
  assertEquals([left.map((line: Json) => line.id), matched], [[other.id], 1]);
  assertEquals((await owner.get("/payments")).body.data.length, 1);
});
