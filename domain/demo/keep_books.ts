import { account } from "../journal/account.ts";
import { closePeriod } from "../journal/close_period.ts";
import { createAccount } from "../journal/create_account.ts";
import { findAccount } from "../journal/find_accounts.ts";
import { moneyAccount } from "../journal/name_account.ts";
import { parse } from "../records/input.ts";
import { expense } from "../treasury/expense.ts";
import { rate } from "../treasury/rate.ts";
import { setRate } from "../treasury/set_rate.ts";
import { spendMoney } from "../treasury/spend_money.ts";
import { transfer } from "../treasury/transfer.ts";
import { transferMoney } from "../treasury/transfer_money.ts";
import { rateOf } from "./rates.ts";
import { register, tellTreasury } from "./tell_treasury.ts";
import type { World } from "./world.ts";

/** What is paid at each month's end, made up: account, to whom, taka. */
const overheads = [
  ["rent", "Jahanara Tower", 45_000],
  ["salary", "Staff", 186_000],
  ["utilities", "BPDB", 11_400],
  ["travel", "Staff", 7_250],
] as const;

/** So long after its end a month is closed: late bills have come by then. */
const CLOSED_AFTER_DAYS = 40;

/** The money of the business, and what is done about it every week and at every month's end. */
export async function openMoney(world: World): Promise<void> {
  const { diary, tx } = world;
  const opened = parse(account.entry, {
    name: "Karnaphuli Bank, Agrabad",
    name_bn: "কর্ণফুলী ব্যাংক, আগ্রাবাদ",
    money_type: "bank",
    opening_balance: "2500000",
    opening_balance_date: diary.date(),
    notes: "For LC margins",
  });
  await createAccount(tx, world.as("accounts"), opened);
  await register(world);
  await move(world, "owner", "bank", CAPITAL, "Capital of the owner");
  for (let day = diary.firstDay + 6; day < 0; day += 7) diary.note(day, () => bankTheCash(world));
  for (let day = diary.firstDay + 1; day <= 0; day++) {
    if (diary.date(day).endsWith("-01")) diary.note(day, () => endMonth(world));
  }
}

function move(world: World, from: string, to: string, amount: number, note: string) {
  const input = parse(transfer.entry, { from, to, amount: `${amount}`, note });
  return transferMoney(world.tx, world.as("accounts"), input);
}

/** What lies in the drawer and in the wallets beyond some change is taken to the bank, and what it wants given. */
async function bankTheCash(world: World): Promise<void> {
  for (const [method, note] of Object.entries(takings)) {
    const spare = whole(await standsAt(world, method) - 20_000, 10_000);
    if (spare > 0) await move(world, method, "bank", spare, note);
  }
  const wanted = whole(CAPITAL / 2 - await standsAt(world, "bank"), 1_000_000);
  if (wanted > 0) await move(world, "owner", "bank", wanted, "Capital of the owner");
}

/** With so much the business begins; half of it at least is kept for what an LC takes at once. */
const CAPITAL = 20_000_000;
const takings = { cash: "Deposit slip", bkash: "Wallet to bank", nagad: "Wallet to bank" };
const whole = (amount: number, step: number) => Math.floor(amount / step) * step;

async function standsAt(world: World, method: string): Promise<number> {
  const { id } = await moneyAccount(world.tx, { method });
  const { balance } = await findAccount(world.tx, id);
  return Number(`${balance}`);
}

/** Overheads are paid, the new month's rates are noted, and what has settled is closed. */
async function endMonth(world: World): Promise<void> {
  const { diary, tx } = world;
  for (const [category, payee, amount] of overheads) {
    const month = diary.date(diary.day - 1).slice(0, 7);
    const input = parse(expense.entry, {
      category,
      payee,
      amount: `${amount}`,
      method: category === "travel" ? "cash" : "bank",
      note: month,
    });
    await spendMoney(tx, world.as("accounts"), input);
  }
  for (const currency of ["USD", "CNY"] as const) {
    const [customs, bank_selling] = [rateOf(world, currency), rateOf(world, currency)];
    const input = parse(rate.entry, { currency, customs, bank_selling });
    await setRate(tx, world.as("accounts"), input);
  }
  await tellTreasury(world);
  diary.note(diary.day + CLOSED_AFTER_DAYS, async () => {
    const monthEnd = diary.date(diary.day - CLOSED_AFTER_DAYS - 1);
    await closePeriod(tx, world.as("accounts"), monthEnd, null);
  });
}
