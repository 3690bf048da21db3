import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { assertEquals } from "../support/assert.ts";
import type { Json } from "../support/app.ts";
import { untilBlocked } from "../support/db.ts";
import { till } from "./till.ts";

const TRANSFERS = "/accounts/transfers";

Deno.test("a transfer moves money between accounts, and the owner's in and out", async () => {
  await using shop = await till();
  const { owner, balances, app } = shop;
  const accounts = await app.as("accounts");
  const brought = await accounts.post(TRANSFERS, {
    from: 3200,
    to: "cash",
    amount: 100000,
    date: "2026-02-01",
    note: "Capital",
  });
  assertEquals(brought.status, 201, JSON.stringify(brought.body));
  assertEquals(brought.body.data.reference_no, "TRF-2026-000001");
  assertEquals(brought.headers.get("location"), "/api/v1/accounts/transfers/1");
  const { from_account_name, to_account_name, status } = brought.body.data;
  assertEquals([from_account_name, to_account_name, status], ["Owner", "Cash", "posted"]);
  const chart = (await owner.get("/accounts")).body.data;
  const bank = chart.find((each: Json) => each.role === "bank");
  const moved = await owner.post(TRANSFERS, {
    from: "1300",
    to: bank.id,
    amount: "40000.50",
    date: "2026-02-03",
  });
  assertEquals(moved.status, 201, JSON.stringify(moved.body));
  const after = await balances();
  assertEquals([after.owner, after.cash, after.bank], [100000, 59999.5, 40000.5]);
  const [{ kind, lines, source_reference_no }] = (await owner.get(
    `/journal?source_type=transfer&source_id=${moved.body.data.id}`,
  )).body.data;
  assertEquals([kind, source_reference_no], ["transfer", "TRF-2026-000002"]);
  assertEquals(lines.map((l: Json) => [l.account_role, l.debit, l.credit]), [
    ["bank", 40000.5, 0],
    ["cash", 0, 40000.5],
  ]);
  assertEquals((await owner.get(`${TRANSFERS}?account_id=${bank.id}`)).body.data.length, 1);
  assertEquals((await owner.get(TRANSFERS)).body.data.length, 2);
});

Deno.test("a transfer is between two accounts that hold money, on an open day, by who may", async () => {
  await using shop = await till();
  const { owner, app } = shop;
  const send = async (body: Json, by = owner) => {
    const { status, body: said } = await by.post(TRANSFERS, {
      from: "cash",
      to: "bank",
      amount: 5,
      ...body,
    });
    return [status, said.code, Object.keys(said.errors ?? {}).join()];
  };
  assertEquals(await send({ to: "cash" }), [422, "invalid_fields", "to"]);
  assertEquals(await send({ to: "sales" }), [422, "invalid_fields", "to"]);
  assertEquals(await send({ to: "other_income" }), [422, "invalid_fields", "to"]);
  assertEquals(await send({ from: "sales" }), [422, "invalid_fields", "from"]);
  assertEquals(await send({ from: "nowhere" }), [422, "invalid_fields", "from"]);
  assertEquals(await send({ amount: 0 }), [422, "invalid_fields", "amount"]);
  assertEquals(await send({ amount: 0.001 }), [422, "invalid_fields", "amount"]);
  assertEquals(await send({ date: "2199-01-01" }), [422, "date_in_future", "date"]);
  assertEquals(await send({ date: "2025-12-31" }), [422, "before_books_start", "date"]);
  await owner.put("/settings", { closed_through: "2026-03-31" });
  assertEquals(await send({ date: "2026-03-31" }), [409, "period_closed", ""]);
  assertEquals((await send({ date: "2026-04-01" }))[0], 201);
  assertEquals((await send({}, await app.as("manager")))[0], 403);
  assertEquals((await owner.put(`${TRANSFERS}/1`, { amount: 7 })).status, 405);
});

Deno.test("what comes in besides sales is a transfer from other income, and taken back", async () => {
  await using shop = await till();
  const { owner, balances } = shop;
  const sent = { from: 4900, to: "bank", amount: 812.5, date: "2026-06-30", note: "Interest" };
  const { status, body: { data } } = await owner.post(TRANSFERS, sent);
  assertEquals([status, data.from_account_name], [201, "Other income"]);
  const earned = await balances();
  assertEquals([earned.bank, earned.other_income], [812.5, 812.5]);
  const june = "/reports/profit-and-loss?from=2026-06-01&to=2026-06-30";
  assertEquals((await owner.get(june)).body.meta.totals.income, 812.5);
  const back = await owner.post(`${TRANSFERS}/${data.id}/reverse`, { reason: "Twice" });
  assertEquals(back.status, 200, JSON.stringify(back.body));
  const after = await balances();
  assertEquals([after.bank, after.other_income], [0, 0]);
});

Deno.test("a transfer is taken back once, by a mirror dated the day of that: June stays June", async () => {
  await using shop = await till();
  const { owner, balances } = shop;
  const sent = { from: "owner", to: "cash", amount: 900, date: "2026-06-10" };
  const { id, entry_id } = (await owner.post(TRANSFERS, sent)).body.data;
  await owner.put("/settings", { closed_through: "2026-06-30" });
  const path = `${TRANSFERS}/${id}/reverse`;
  assertEquals((await owner.post(path, {})).status, 422);
  const early = await owner.post(path, { reason: "x", date: "2026-06-20" });
  assertEquals(early.body.code, "period_closed");
  const back = await owner.post(path, { reason: "Not his", date: "2026-11-02" });
  assertEquals(back.status, 200, JSON.stringify(back.body));
  const { status, reversed_on, reversal_reason, amount } = back.body.data;
  assertEquals([status, reversed_on, reversal_reason, amount], [
    "reversed",
    "2026-11-02",
    "Not his",
    900,
  ]);
  assertEquals((await owner.post(path, { reason: "again" })).body.code, "already_reversed");
  assertEquals((await balances("2026-06-30")).cash, 900);
  assertEquals((await balances("2026-11-01")).cash, 900);
  assertEquals((await balances("2026-11-02")).cash, 0);
  const [mirror] = (await owner.get("/journal?kind=transfer.reversal")).body.data;
  assertEquals([mirror.reverses_id, mirror.entry_date], [entry_id, "2026-11-02"]);
  assertEquals((await owner.get(`${TRANSFERS}?status=reversed`)).body.data.length, 1);
});

Deno.test("of two who take the same transfer back at once one is refused", async () => {
  await using shop = await till();
  const { owner, database } = shop;
  const { id } = (await owner.post(TRANSFERS, { from: 3200, to: "cash", amount: 10 })).body.data;
  let both: Promise<Awaited<ReturnType<typeof owner.post>>[]>;
  await inTransaction(database, async (tx) => {
    await tx.query(sql`select id from transfers where id = ${id} for update`);
    both = Promise.all(
      ["x", "y"].map((reason) => owner.post(`${TRANSFERS}/${id}/reverse`, { reason })),
    );
    await untilBlocked(database, 2);
  });
  assertEquals((await both!).map(({ status }) => status).sort(), [200, 409]);
});
