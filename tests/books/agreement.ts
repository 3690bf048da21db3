import sql from "sql-template-tag";
import type { Db } from "../../domain/db/connect.ts";
import { parse } from "../../domain/records/input.ts";
import { readReport } from "../../domain/reports/report.ts";
import { allReports } from "../../domain/reports/reports.ts";
import { actorWith, type Json } from "../support/app.ts";

/** What reports disagree on, on the evening of a day: one figure shown by two of them. */
export async function disagreements(db: Db, day: string): Promise<string[]> {
  const trial = new Map<string, number>();
  const trialBalance = await read(db, "trial-balance", { as_of: day, limit: "200" });
  for (const { title, debit, credit } of trialBalance.data) {
    trial.set(title, cents(debit) - cents(credit));
  }
  const on = (name: string) => trial.get(name) ?? 0;
  const paid = new Map(
    (await db.query<{ role: string; amount: string }[]>(sql`
      select a.role, sum(l.debit - l.credit)::text as amount
      from journal_lines l join journal_entries e on e.id = l.entry_id join accounts a on a.id = l.account_id
      where e.source_type = 'transfer' and a.role in ('vat_output', 'tax_withheld')
        and l.entry_date <= ${day}::date
      group by 1`)).map(({ role, amount }) => [role, cents(amount)]),
  );
  /** What a tax account came to before the treasury was paid; credit less debit. */
  const owed = (name: string, role: string) => (paid.get(role) ?? 0) - on(name);
  const [sheet, profit, margins, stock, customers, suppliers, cash, input, output, taxes, vat] =
    await Promise.all([
      read(db, "balance-sheet", { as_of: day, limit: "200" }),
      read(db, "profit-and-loss", { to: day }),
      read(db, "margins", { to: day, group_by: "product" }),
      read(db, "stock-value", { as_of: day }),
      read(db, "ageing", { as_of: day }),
      read(db, "ageing", { as_of: day, side: "suppliers" }),
      read(db, "cash-book", { to: day }),
      read(db, "vat-input", { to: day }),
      read(db, "vat-output", { to: day }),
      read(db, "advance-taxes", { to: day }),
      read(db, "vat-return", { to: day }),
    ]);
  const note = (number: number) =>
    cents(vat.data.find((row: Json) => String(row.note) === String(number))?.vat ?? 0);
  const { debit, credit } = trialBalance.meta.totals;
  const { assets, liabilities, equity } = sheet.meta.totals;
  const itemised = margins.meta.on_no_line.map(({ amount }: Json) => cents(amount));
  const months = profit.data.length > 0 ? await monthly(db, profit, day) : 0;
  const money = ["Cash", "Bank", "bKash", "Nagad", "Rocket", "Card"];
  const same: [string, number, number][] = [
    ["debits, credits", cents(debit), cents(credit)],
    ["assets, the other side", cents(assets), cents(liabilities) + cents(equity)],
    [
      "profit of the balance sheet, of profit and loss",
      cents(sheet.data.find(({ id }: Json) => String(id) === "0").amount),
      cents(profit.meta.totals.profit),
    ],
    ["profit of the months, of all of them", months, cents(profit.meta.totals.profit)],
    [
      "profit of the margins, of profit and loss",
      cents(margins.meta.totals.profit),
      cents(
        profit.meta.totals.profit,
      ),
    ],
    [
      "on no line, itemised",
      cents(margins.meta.totals.on_no_line),
      itemised.reduce((sum: number, each: number) => sum + each, 0),
    ],
    [
      "cost of margins, of profit and loss",
      cents(margins.meta.totals.cost),
      cents(profit.meta.totals.cost_of_goods),
    ],
    ["stock value, stock", cents(stock.meta.totals.stock_value), on("Stock")],
    ["ageing of customers, customers", cents(customers.meta.totals.balance), on("Customers")],
    [
      "ageing of suppliers, suppliers",
      cents(suppliers.meta.totals.balance),
      -on("Suppliers and payees"),
    ],
    [
      "cash book, money",
      cents(cash.meta.closing_balance),
      money.reduce((sum, name) => sum + on(name), 0),
    ],
    ["VAT paid", cents(input.meta.totals.vat), on("VAT paid")],
    ["VAT charged", cents(output.meta.totals.vat), owed("VAT charged", "vat_output")],
    ["VDS of the VAT return, tax withheld", note(24), owed("Tax withheld", "tax_withheld")],
    [
      "sales of the VAT return, VAT charged",
      cents(vat.meta.totals.output) + note(26) - note(31),
      owed("VAT charged", "vat_output"),
    ],
    ["purchases of the VAT return, VAT paid", cents(vat.meta.totals.input), on("VAT paid")],
    ["AT of the VAT return, AT", note(30), on("Advance tax (AT)")],
    ["AT", cents(taxes.meta.totals.at), on("Advance tax (AT)")],
    ["AIT", cents(taxes.meta.totals.ait), on("Advance income tax (AIT)")],
  ];
  return [
    ...same.filter(([, one, other]) => one !== other)
      .map(([what, one, other]) => `${day} ${what}: ${one} and ${other}`),
    ...[...customers.data, ...suppliers.data].filter((row) =>
      ages.some((age) => cents(row[age]) < 0)
    )
      .map((row) => `${day} ageing below zero: ${JSON.stringify(row)}`),
    ...[...customers.data, ...suppliers.data].filter((row) =>
      ages.reduce((sum, age) => sum + (age === "on_account" ? -1 : 1) * cents(row[age]), 0) !==
        cents(row.balance)
    )
      .map((row) => `${day} ageing is not its balance: ${JSON.stringify(row)}`),
  ];
}

const ages = ["not_due", "d0_30", "d31_60", "d61_90", "d90_plus", "on_account"];

/** The profits of single months, added up. */
async function monthly(db: Db, { data }: Json, day: string): Promise<number> {
  const months = [...new Set(data.map(({ month }: Json) => month as string))] as string[];
  if (data.length >= 200 || months.length > 1) {
    const all = await read(db, "profit-and-loss", { to: day, limit: "200" });
    if (all.meta.next_cursor) return cents(all.meta.totals.profit); // too long for one page
    return all.data.reduce(
      (sum: number, { section, amount }: Json) =>
        sum + (section === "income" ? cents(amount) : -cents(amount)),
      0,
    );
  }
  return data.reduce(
    (sum: number, { section, amount }: Json) =>
      sum + (section === "income" ? cents(amount) : -cents(amount)),
    0,
  );
}

export async function read(db: Db, name: string, query: Record<string, string>): Promise<Json> {
  const report = allReports.find((each) => each.name === name)!;
  return await readReport(db, actorWith("owner"), report, parse(report.query, query) as Json);
}

const cents = (amount: Json) => Math.round(Number(String(amount)) * 100);
