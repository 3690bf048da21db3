import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { brokenConstraint, type Tx } from "../db/connect.ts";
import { conflict, type FieldErrors, Refusal } from "../errors.ts";
import { type Account, account } from "./account.ts";
import { postOpening } from "./account_opening.ts";
import { findAccount } from "./find_accounts.ts";

type NewAccount = z.output<typeof account.entry>;

/**
 * Adds an account to the chart: one of money, with what is on it, an expense or an income. The service's
 * own are there from the first start. Source: docs/books.md, "Accounts".
 *
 * @throws Refusal `forbidden`, `invalid_fields`, `duplicate_account_number`, as `judgeOpeningDay`
 */
export async function createAccount(tx: Tx, actor: Actor, input: NewAccount): Promise<Account> {
  allow(actor, "books.write");
  const kind = input.kind ?? (input.money_type === undefined ? "plain" : "money");
  const type = input.type ?? (kind === "money" ? "asset" : "expense");
  judge({ ...input, kind, type });
  const number = input.number ?? await nextFree(tx, kind === "money" ? "money" : type);
  const { opening_balance, opening_balance_date, ...rest } = input;
  const row = { ...rest, kind, type, number, opening_balance: 0 };
  const [{ id }] = await naming(number, () =>
    tx.query<[{ id: number }]>(sql`
    insert into accounts (${account.stored}, created_at, updated_at, created_by)
    select ${account.stored}, ${actor.now}, ${actor.now}, ${actor.userId} from ${
      account.rows([row])
    }
    returning id`));
  await audit(tx, actor, {
    action: "account.create",
    entity: "account",
    entityId: id,
    reference_no: number,
    after: { ...row, opening_balance, opening_balance_date },
  });
  await postOpening(tx, actor, { id, number, name: input.name, kind }, {
    opening_balance,
    opening_balance_date,
  });
  return await findAccount(tx, id);
}

function judge({ kind, type, money_type }: NewAccount): void {
  const faults: FieldErrors = {};
  if (kind === "control") faults.kind = ["must be money or plain: control accounts are fixed"];
  if (kind === "money") {
    if (type !== "asset") faults.type = ["must be asset for a money account"];
    if (money_type === undefined) faults.money_type = ["is required for a money account"];
  } else {
    if (type !== "expense" && type !== "income") {
      faults.type = ["must be expense or income, or asset for a money account"];
    }
    if (money_type !== undefined) faults.money_type = ["is of money accounts only"];
  }
  if (Object.keys(faults).length === 0) return;
  const sentence = Object.entries(faults).map(([name, reasons]) => `${name} ${reasons}`).join("; ");
  throw new Refusal("invalid_fields", `${sentence}.`, { errors: faults });
}

/** Where added accounts begin, behind those of the chart; where these are taken it goes on with a digit more. */
const ranges = { money: [1360, 1389], income: [4910, 4999], expense: [6200, 6999] };

async function nextFree(tx: Tx, range: string): Promise<string> {
  const [from, to] = ranges[range as keyof typeof ranges];
  const [{ number }] = await tx.query<[{ number: string }]>(sql`
    select n::text as number
    from unnest(array[1, 10, 100]) digit,
      generate_series(${from}::integer * digit, (${to}::integer + 1) * digit - 1) n
    where not exists (select from accounts where number = n::text)
    order by digit, n limit 1`);
  return number;
}

/** @throws Refusal `duplicate_account_number` where `write` finds the number taken */
export async function naming<T>(number: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) !== "duplicate_account_number") throw error;
    throw conflict("duplicate_account_number", `there is an account ${number} already.`);
  }
}
