import { assertEquals, assertMatch } from "../support/assert.ts";
import { openOffice } from "../support/terminal.ts";

Deno.test("accounts, expenses and periods at the command line", async () => {
  await using office = await openOffice();
  const { json, run } = office;
  const added = await json("account", "add", "City Bank", "--money-type", "bank", "--opening=-500");
  assertEquals([added.code, added.data.number, added.data.balance], [0, "1360", -500]);
  const moved = await json("account", "transfer", "owner", "1360", "2000", "--note", "Capital");
  assertEquals([moved.code, moved.data.amount], [0, 2000], JSON.stringify(moved.data));
  const spent = await json("expense", "add", "rent", "450.50", "--account", "1360");
  assertEquals([spent.code, spent.data.account_name], [0, "City Bank"], JSON.stringify(spent.data));
  const book = await json("account", "book", "1360");
  assertEquals(
    book.data.map((line: { running_balance: number }) => line.running_balance),
    [-500, 1500, 1049.5],
  );
  const chart = await run("account", "list", "--kind", "money");
  assertMatch(chart.stdout, /1360 +City Bank +asset +2000(\.00)? +950\.50? +1049\.50?/);
  const journal = await run("journal", "list", "--account", "rent");
  assertMatch(journal.stdout, /6100 Rent +450\.50?/);

  const closed = await json("period", "close", "2026-06-30");
  assertEquals([closed.code, closed.data], [0, { closed_through: "2026-06-30" }]);
  const late = await json("expense", "add", "rent", "5", "--date", "2026-06-30");
  assertEquals(late.data.error.code, "period_closed");
  const back = await json("period", "reopen", "all");
  assertEquals(back.data.error.code, "invalid_fields");
  const opened = await json("period", "reopen", "all", "--note", "A bill of June came late");
  assertEquals([opened.code, opened.data], [0, { closed_through: null }]);
  assertEquals((await run("period", "close", "yesterday")).code === 0, false);
  assertEquals((await run("period", "close")).code, 2);
});
