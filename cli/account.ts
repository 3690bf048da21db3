import { allow } from "../domain/access/access.ts";
import { inTransaction } from "../domain/db/transaction.ts";
import { account } from "../domain/journal/account.ts";
import { listAccountEntries } from "../domain/journal/account_book.ts";
import { createAccount } from "../domain/journal/create_account.ts";
import { accountQuery, listAccounts } from "../domain/journal/find_accounts.ts";
import { bookQuery, journalQuery, listJournal } from "../domain/journal/find_entries.ts";
import { namedAccount } from "../domain/journal/name_account.ts";
import { parse } from "../domain/records/input.ts";
import { everyRow, WholeList } from "../domain/records/whole_list.ts";
import { type Command, type Context, type Option, type Outcome, UsageError } from "./command.ts";
import { table } from "./table.ts";

const days: Option[] = [
  { name: "from", value: "DATE", help: "the first day, included" },
  { name: "to", value: "DATE", help: "the last day, included" },
];

export const accountCommands: Command[] = [{
  name: "account list",
  summary: "The chart of accounts with what stands on each.",
  examples: [
    "deno task cli account list",
    "deno task cli account list --kind money --as-of 2026-06-30",
  ],
  options: [
    { name: "as-of", value: "DATE", help: "balances of the evening of this day" },
    { name: "kind", value: "control|money|plain", help: "only accounts of this kind" },
  ],
  run: list,
}, {
  name: "account add",
  summary: "Add an expense account, one of income, or one of money with what is on it.",
  arguments: "NAME",
  examples: [
    'deno task cli account add "Tea and snacks"',
    'deno task cli account add "City Bank" --money-type bank --opening 850000 --opening-date 2026-01-01',
  ],
  options: [
    { name: "type", value: "expense|income", help: "default expense; money is an asset" },
    { name: "money-type", value: "cash|bank|wallet", help: "an account of money" },
    { name: "number", value: "NUMBER", help: "default the next free one" },
    { name: "bangla", value: "NAME", help: "its name in Bangla" },
    { name: "opening", value: "AMOUNT", help: "what was on it when the books were taken over" },
    { name: "opening-date", value: "DATE", help: "the day that counts for; default today" },
  ],
  run: add,
}, {
  name: "account book",
  summary: "The book of one account, with its running balance.",
  arguments: "ACCOUNT",
  examples: [
    "deno task cli account book cash",
    "deno task cli account book 1310 --from 2026-06-01",
  ],
  options: days,
  run: book,
}, {
  name: "journal list",
  summary: "Every deed that moved value, with its lines.",
  examples: [
    "deno task cli journal list",
    "deno task cli journal list --account 1160 --to 2026-06-30",
  ],
  options: [
    ...days,
    { name: "account", value: "ACCOUNT", help: "only with a line on it: its number, role or id" },
    { name: "kind", value: "KIND", help: "only of this deed, such as invoice or receipt.reversal" },
  ],
  run: journal,
}];

async function list({ database, actor, options, args }: Context): Promise<Outcome> {
  if (args.length > 0) throw new UsageError("account list takes options only.");
  allow(actor, "books.read");
  const query = parse(accountQuery, { as_of: options["as-of"], kind: options.kind });
  const rows = await whole({ database }, query, listAccounts);
  return {
    data: rows,
    text: table(["number", "name", "type", "debit", "credit", "balance"], rows),
  };
}

async function add({ database, actor, options, args: [name, ...rest] }: Context): Promise<Outcome> {
  if (name === undefined || rest.length > 0) throw new UsageError("Give one name, in quotes.");
  const input = parse(account.entry, {
    name,
    name_bn: options.bangla,
    type: options.type,
    money_type: options["money-type"],
    number: options.number,
    opening_balance: options.opening,
    opening_balance_date: options["opening-date"],
  });
  const made = await inTransaction(database, (tx) => createAccount(tx, actor, input));
  return { data: made, text: `${made.title} (${made.id}) is added, with ${made.balance} on it.` };
}

async function book({ database, actor, options, args: [named, ...rest] }: Context) {
  if (named === undefined || rest.length > 0) {
    throw new UsageError("Give one account by number, role or id.");
  }
  allow(actor, "books.read");
  const { id } = await namedAccount(database, named, "account");
  const { from, to } = options;
  const query = parse(bookQuery, { from, to, sort: "entry_date" });
  const rows = await whole(
    { database },
    query,
    (list, page) => listAccountEntries(list, id, page),
  );
  const columns = ["entry_date", "reference_no", "narration", "debit", "credit", "running_balance"];
  return { data: rows, text: table(columns, rows) };
}

async function journal({ database, actor, options, args }: Context): Promise<Outcome> {
  if (args.length > 0) throw new UsageError("journal list takes options only.");
  allow(actor, "books.read");
  const { from, to, account, kind } = options;
  const query = parse(journalQuery, { from, to, account, kind, sort: "entry_date" });
  const entries = await whole({ database }, query, listJournal);
  const rows = entries.flatMap(({ lines, ...entry }) =>
    lines.map((line, at) => ({
      ...at === 0 && entry,
      account: `${line.account_number} ${line.account_name}`,
      debit: line.debit,
      credit: line.credit,
    }))
  );
  const columns = ["entry_date", "reference_no", "narration", "account", "debit", "credit"];
  return { data: entries, text: table(columns, rows) };
}

/** All rows of a list, of one moment. */
function whole<Row, Query>(
  { database }: Pick<Context, "database">,
  query: Query,
  read: Parameters<typeof everyRow<Row, Query>>[2],
): Promise<Row[]> {
  return inTransaction(
    database,
    (tx) => Array.fromAsync(everyRow(new WholeList(database, tx), query, read)),
    { snapshot: true },
  );
}
