import sql from "sql-template-tag";
import { customerChecks } from "../../domain/books/customer_checks.ts";
import { journalChecks } from "../../domain/books/journal_checks.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import type { Json } from "../support/app.ts";
import { assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { daysAgo, made, openShop, refused, today } from "../sales/shop.ts";

const reason = "Read from the wrong page";

Deno.test("an opening balance of a customer is taken back and entered anew", async (t) => {
  await using shop = await openShop();
  const { owner } = shop;
  const { id } = made(
    await owner.post("/customers", {
      name: "Salma",
      opening_balance: 100,
      opening_balance_date: daysAgo(40),
    }),
  );
  const path = `/customers/${id}/opening-balance`;
  const ageing = async (as_of: string) => {
    const { body } = await owner.get(`/reports/ageing?as_of=${as_of}&customer_id=${id}`);
    return body.meta.totals.balance;
  };

  await t.step("on its day it is mirrored in the ledger and the journal", async () => {
    const back = await owner.post(`${path}/reverse`, { reason, date: daysAgo(10) });
    assertEquals(back.status, 200, JSON.stringify(back.body));
    const { opening_balance, opening_balance_date, balance } = back.body.data;
    assertEquals([opening_balance, opening_balance_date, balance], [0, null, 0]);
    const statement = await owner.get(`/reports/customer-statement?customer_id=${id}`);
    assertEquals(
      statement.body.data.map((row: Json) => [row.date, row.type, row.running_balance]),
      [[daysAgo(40), "opening", 100], [daysAgo(10), "opening_reversal", 0]],
    );
    const [entry] = (await owner.get("/journal?kind=opening.reversal")).body.data;
    assertEquals([entry.entry_date, entry.source_type, entry.source_id], [
      daysAgo(10),
      "customer",
      id,
    ]);
    assertEquals([await ageing(daysAgo(11)), await ageing(daysAgo(10))], [100, 0]);
    const { summary } = (await owner.get(`/customers/${id}`)).body.data;
    assertEquals(summary.balance, 0);
    assertEquals((await owner.get("/dashboard")).body.data.total_due, 0);
  });

  await t.step("a second time it is 409, as where there was none", async () => {
    assertEquals(refused(await owner.post(`${path}/reverse`, { reason })), [
      409,
      "already_reversed",
    ]);
    const none = await owner.post("/customers/1/opening-balance/reverse", { reason });
    assertEquals(refused(none), [409, "not_reversible"]);
    assertEquals(
      (await owner.post("/customers/99/opening-balance/reverse", { reason })).status,
      404,
    );
  });

  await t.step("another is entered, also of an earlier day, but only one stands", async () => {
    const again = await owner.post(path, { amount: 70.5, date: daysAgo(30) });
    assertEquals(again.status, 200, JSON.stringify(again.body));
    const { opening_balance, opening_balance_date, balance } = again.body.data;
    assertEquals([opening_balance, opening_balance_date, balance], [70.5, daysAgo(30), 70.5]);
    assertEquals(refused(await owner.post(path, { amount: 1 })), [409, "record_in_use"]);
    assertEquals(await ageing(daysAgo(20)), 170.5);
    assertEquals(await ageing(today), 70.5);
    const { ageing: ages } = (await owner.get(`/customers/${id}`)).body.data;
    assertEquals(ages.d0_30, 70.5);
    assertEquals((await owner.get("/dashboard")).body.data.total_due, 70.5);
    assertEquals(refused(await owner.post(path, { amount: 0 })), [422, "invalid_fields"]);
    const second = await thrownBy(() =>
      inTransaction(shop.database, (tx) =>
        tx.query(sql`
          insert into customer_ledger (customer_id, date, type, reference_no, description, debit, entry_id)
          select customer_id, date, type, reference_no, description, debit, entry_id
          from customer_ledger where type = 'opening' order by id desc limit 1`))
    );
    assertMatch(second.message, /opening balance already/);
  });

  await t.step("its day is never before the opening's, nor in a closed period", async () => {
    const early = await owner.post(`${path}/reverse`, { reason, date: daysAgo(31) });
    assertEquals(refused(early), [422, "invalid_fields"]);
    assertEquals((await owner.put("/settings", { closed_through: daysAgo(5) })).status, 200);
    const closed = await owner.post(`${path}/reverse`, { reason, date: daysAgo(6) });
    assertEquals(refused(closed), [409, "period_closed"]);
    assertEquals((await owner.post(`${path}/reverse`, { reason })).status, 200);
    assertEquals(await shop.balance(id), 0);
  });

  await t.step("the books hold", async () => {
    for (const check of [...journalChecks, ...customerChecks]) {
      assertEquals(await shop.database.query(check.differences), [], check.name);
    }
  });
});
