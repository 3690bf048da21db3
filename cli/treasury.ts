import { inTransaction } from "../domain/db/transaction.ts";
import { namedAccount } from "../domain/journal/name_account.ts";
import { parse } from "../domain/records/input.ts";
import { settings, updateSettings } from "../domain/settings/settings.ts";
import { expense } from "../domain/treasury/expense.ts";
import { spendMoney } from "../domain/treasury/spend_money.ts";
import { transfer } from "../domain/treasury/transfer.ts";
import { transferMoney } from "../domain/treasury/transfer_money.ts";
import { type Command, type Context, type Option, type Outcome, UsageError } from "./command.ts";

const said: Option[] = [
  { name: "date", value: "DATE", help: "the day it counts for; default today" },
  { name: "note", value: "TEXT", help: "what else is to be said" },
];

export const treasuryCommands: Command[] = [{
  name: "account transfer",
  summary: "Move money between accounts, or the owner's in or out (3200).",
  arguments: "FROM TO AMOUNT",
  examples: [
    'deno task cli account transfer owner cash 100000 --note "Capital"',
    "deno task cli account transfer cash 1310 50000 --date 2026-06-30",
  ],
  options: said,
  run: move,
}, {
  name: "expense add",
  summary: "Enter what was spent from a money account on rent, salaries and the like.",
  arguments: "CATEGORY AMOUNT",
  examples: [
    "deno task cli expense add travel 350",
    'deno task cli expense add rent 45000 --account bank --payee "Hasan & Co" --reference CHQ-77',
  ],
  options: [
    { name: "account", value: "ACCOUNT", help: "the money account; default that of the method" },
    { name: "method", value: "METHOD", help: "how it was paid; default cash" },
    { name: "payee", value: "NAME", help: "who was paid" },
    { name: "reference", value: "TEXT", help: "the bank's or wallet's number for it" },
    { name: "allow-duplicate", help: "another expense of the account has this reference" },
    ...said,
  ],
  run: spend,
}, {
  name: "period close",
  summary: "Close the books through a day: nothing is dated on it or before it any more.",
  arguments: "DATE",
  examples: ["deno task cli period close 2020-12-31"],
  run: (context) => setPeriod(context, dayOf(context)),
}, {
  name: "period reopen",
  summary: "Open closed books again after a day, or all of them; the owner's, with a note.",
  arguments: "DATE|all",
  examples: [
    'deno task cli period reopen all --note "A bill of June came late"',
    'deno task cli period reopen 2026-05-31 --note "A bill of June came late"',
  ],
  options: [{ name: "note", value: "TEXT", help: "why; it is kept in the audit log" }],
  run: (context) => {
    const day = dayOf(context);
    return setPeriod(context, day === "all" ? null : day);
  },
}];

function dayOf({ args: [day, ...rest] }: Context): string {
  if (day === undefined || rest.length > 0) throw new UsageError("Give one day, YYYY-MM-DD.");
  return day;
}

async function setPeriod({ database, actor, options }: Context, closed_through: string | null) {
  const changes = parse(settings.changes, { closed_through, note: options.note });
  const after = await inTransaction(database, (tx) => updateSettings(tx, actor, changes));
  const { closed_through: day } = after;
  return {
    data: { closed_through: day },
    text: day === null ? "The books are open." : `The books are closed through ${day}.`,
  };
}

async function move({ database, actor, options, args }: Context): Promise<Outcome> {
  const [from, to, amount, ...rest] = args;
  if (amount === undefined || rest.length > 0) {
    throw new UsageError("Give two accounts by number, role or id, and an amount.");
  }
  const { date, note } = options;
  const input = parse(transfer.entry, { from, to, amount, date, note });
  const made = await inTransaction(database, (tx) => transferMoney(tx, actor, input));
  return { data: made, text: `${made.title}: ${made.amount} on ${made.date}.` };
}

async function spend({ database, actor, options, args }: Context): Promise<Outcome> {
  const [category, amount, ...rest] = args;
  if (amount === undefined || rest.length > 0) {
    throw new UsageError("Give an expense account by number, role or id, and an amount.");
  }
  const { account, method, payee, reference, date, note } = options;
  const paidFrom = account && await namedAccount(database, account, "account");
  const input = parse(expense.entry, {
    category,
    amount,
    account_id: paidFrom ? String(paidFrom.id) : undefined,
    method,
    payee,
    reference,
    date,
    note,
    allow_duplicate: options["allow-duplicate"],
  });
  const made = await inTransaction(database, (tx) => spendMoney(tx, actor, input));
  return { data: made, text: `${made.title}: ${made.amount} from ${made.account_name}.` };
}
