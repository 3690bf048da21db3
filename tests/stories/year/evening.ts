import type { Json } from "../../support/app.ts";
import { assertEquals } from "../../support/assert.ts";
import type { Office } from "./office.ts";
import { read, sum, text } from "./sums.ts";

const assets = /^1/;
const liabilities = /^2/;
const profits = /^[456]/;
const money = /^13[0-8]/;

/** A report over HTTP, with what stands beside its rows. */
export async function report(office: Office, query: string): Promise<Json> {
  const path = `/reports/${query}${query.includes("?") ? "&" : "?"}limit=200`;
  const body = await office.answer(200, office.owner.get(path), path);
  assertEquals(body.meta.next_cursor, null, `${path} has one page`);
  return body;
}

/** Amounts as people read them, so that a difference names itself. */
export function shown(amounts: Record<string, bigint>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(amounts).filter(([, amount]) => amount !== 0n)
      .map(([name, amount]) => [name, text(amount)]),
  );
}

/** On the evening of a day every report says what the story worked out. */
export async function assertEvening(office: Office, day: string): Promise<void> {
  const { books } = office;
  const trial = await report(office, `trial-balance?as_of=${day}`);
  const said = trial.data.map(({ reference_no, debit, credit }: Json) => [
    reference_no,
    read(debit) - read(credit),
  ]);
  assertEquals(shown(Object.fromEntries(said)), shown(books.balances(day)), day);
  assertEquals(trial.meta.totals.debit, trial.meta.totals.credit);

  const sheet = (await report(office, `balance-sheet?as_of=${day}`)).meta.totals;
  const owned = books.sumOf(assets, { to: day });
  const owing = -books.sumOf(liabilities, { to: day });
  const equity = -books.sumOf(/^3/, { to: day }) + books.profit({ to: day });
  assertEquals([read(sheet.assets), read(sheet.liabilities), read(sheet.equity)], [
    owned,
    owing,
    equity,
  ]);
  assertEquals(owned, owing + equity, "the story's own books close");
  await assertLedgers(office, day);
  await assertMoney(office, day);
}

/** The ledgers beneath the control accounts: stock, suppliers, customers. */
async function assertLedgers(office: Office, day: string): Promise<void> {
  const stock = await report(office, `stock-value?as_of=${day}`);
  assertEquals(read(stock.meta.totals.stock_value), office.books.moved("1100", { to: day }));

  const suppliers = await report(office, `ageing?side=suppliers&as_of=${day}`);
  const accounts = suppliers.data.map((row: Json) => [
    row.party_name,
    [row.currency, text(read(row.balance_foreign)), text(read(row.balance))],
  ]);
  const owed = [...office.suppliers].map(([name, { owed }]) => {
    const { balance, local } = owed.on(day);
    return [name, [owed.currency, text(balance), text(local)]] as const;
  }).filter(([, [, balance]]) => balance !== "0.00");
  assertEquals(sorted(Object.fromEntries(accounts)), sorted(Object.fromEntries(owed)), day);

  const customers = await report(office, `ageing?as_of=${day}`);
  const due = customers.data.map((row: Json) => [
    row.party_name,
    [...buckets.map((name) => row[name]), row.on_account, row.balance],
  ]);
  const expected = [...office.customers.keys()].map((name) => [name, aged(office, name, day)])
    .filter(([, amounts]) => (amounts as number[]).some((amount) => amount !== 0));
  assertEquals(sorted(Object.fromEntries(due)), sorted(Object.fromEntries(expected)), day);
}

const buckets = ["not_due", "d0_30", "d31_60", "d61_90", "d90_plus"];

/** What a customer owes by the days since it was due; what is on account goes against his opening first. */
function aged(office: Office, name: string, day: string): number[] {
  const { owes, opening } = office.customers.get(name)!;
  const balance = sum(owes.filter(({ date }) => date <= day).map(({ amount }) => amount));
  const open = office.invoices.filter(({ customer }) => customer === name)
    .map((invoice) => ({ date: invoice.date, due: invoice.on(day) }));
  const onAccount = sum(open.map(({ due }) => due)) + (opening?.amount ?? 0n) - balance;
  const left = (opening?.amount ?? 0n) - onAccount;
  if (opening && left > 0n) open.push({ date: opening.date, due: left });
  const amounts = buckets.map(() => 0n);
  for (const { date, due } of open) {
    const { days } = Temporal.PlainDate.from(date).until(day);
    amounts[days <= 30 ? 1 : days <= 60 ? 2 : days <= 90 ? 3 : 4] += due;
  }
  return [...amounts, left < 0n ? -left : 0n, balance].map((amount) => Number(text(amount)));
}

/** The cash book of every money account: its opening, what came in and went out, what is there. */
async function assertMoney(office: Office, day: string): Promise<void> {
  const { books } = office;
  const [from, to] = [`${day.slice(0, 7)}-01`, day];
  for (const account of Object.keys(books.balances(day)).filter((name) => money.test(name))) {
    const book = await report(
      office,
      `cash-book?account_id=${office.account(account)}&from=${from}&to=${to}`,
    );
    const inside = books.lines.filter((line) =>
      line.account === account && line.date >= from && line.date <= to && line.amount !== 0n
    );
    const received = sum(inside.map(({ amount }) => amount > 0n ? amount : 0n));
    const { opening_balance, closing_balance, totals } = book.meta;
    assertEquals(
      [opening_balance, totals.received, totals.paid, closing_balance].map(read).map(text),
      [
        books.moved(account, { to: day }) - sum(inside.map(({ amount }) => amount)),
        received,
        received - sum(inside.map(({ amount }) => amount)),
        books.moved(account, { to: day }),
      ].map(text),
      `${account} on ${day}`,
    );
  }
}

/** What was earned, by account and month, and of the whole time. */
export async function assertProfits(office: Office, months: string[], year: Json): Promise<void> {
  const { books } = office;
  const profit = await report(office, `profit-and-loss?from=${year.from}&to=${year.to}`);
  const said = profit.data.map((row: Json) => [
    `${row.month} ${row.reference_no}`,
    row.section === "income" ? read(row.amount) : -read(row.amount),
  ]);
  const expected: Record<string, bigint> = {};
  for (const month of months) {
    for (const account of Object.keys(books.balances("9")).filter((name) => profits.test(name))) {
      const days = { from: `${month}-01`, to: `${month}-31` };
      expected[`${month} ${account}`] = -books.moved(account, days);
    }
  }
  assertEquals(sorted(shown(Object.fromEntries(said))), sorted(shown(expected)));
  const { income, cost_of_goods, gross_profit, expenses } = profit.meta.totals;
  const cost = books.sumOf(/^51/, year);
  assertEquals([income, cost_of_goods, gross_profit, profit.meta.totals.profit].map(read), [
    -books.sumOf(/^4/, year),
    cost,
    -books.sumOf(/^4/, year) - cost,
    books.profit(year),
  ]);
  assertEquals(read(gross_profit) - read(expenses), books.profit(year));
  for (const month of months) {
    const days = { from: `${month}-01`, to: lastDay(month) };
    const { totals } =
      (await report(office, `profit-and-loss?from=${days.from}&to=${days.to}`)).meta;
    assertEquals(text(read(totals.profit)), text(books.profit(days)), month);
  }
}

export function lastDay(month: string): string {
  return Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 }).toString();
}

export function sorted<T>(rows: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(rows).sort(([a], [b]) => a < b ? -1 : 1));
}
