import sql from "sql-template-tag";
import { fileReturn } from "../accountant/file_return.ts";
import { newReturn } from "../accountant/filed_return.ts";
import { parse } from "../records/input.ts";
import { issueVatChallan } from "../sales/issue_vat_challan.ts";
import { settings, updateSettings } from "../settings/settings.ts";
import { withheldTax } from "../suppliers/withheld_tax.ts";
import { updateWithheldTax, withholdTax } from "../suppliers/withhold_tax.ts";
import { loan } from "../trade_finance/loan.ts";
import { takeLoan } from "../trade_finance/borrow.ts";
import { transfer } from "../treasury/transfer.ts";
import { transferMoney } from "../treasury/transfer_money.ts";
import type { World } from "./world.ts";

/** The return of a month is due by the middle of the next. */
const FILED_AFTER_DAYS = 13;

/** The firm is registered for VAT. */
export async function register(world: World): Promise<void> {
  const who = parse(settings.changes, {
    vat_bin: "004712345-0101",
    vat_officer: "Farzana Yasmin",
    vat_officer_title: "Accounts officer",
  });
  await updateSettings(world.tx, world.as("owner"), who);
}

/**
 * What the month before leaves to be told: papers of some sales, VAT withheld from the agent and paid, a loan of
 * the bank, and two weeks later the return.
 */
export async function tellTreasury(world: World): Promise<void> {
  const { tx, diary } = world;
  const month = diary.date(diary.day - 1).slice(0, 7);
  const sales = await tx.query<{ id: number }[]>(sql`
    select i.id from invoices i join customers c on c.id = i.customer_id
    where i.voided_at is null and i.invoice_date >= ${`${month}-01`}::date
      and (i.total <= 25000 or coalesce(c.address, c.city) is not null)
    order by i.id desc limit 4`);
  for (const { id } of sales) await issueVatChallan(tx, world.as("accounts"), id, {});
  await withhold(world);
  await borrow(world);
  diary.note(diary.day + FILED_AFTER_DAYS, async () => {
    await fileReturn(tx, world.as("accounts"), parse(newReturn, { period: month }));
  });
}

async function withhold(world: World): Promise<void> {
  const { tx, diary } = world;
  const { id, amount } = await withholdTax(
    tx,
    world.as("accounts"),
    parse(withheldTax.entry, {
      kind: "vds",
      supplier_id: String(world.agent),
      base: "8000",
      rate: "15",
      amount: "1200",
      bill_number: `CNF-${diary.date().slice(2, 7)}`,
    }),
  );
  const paid = { from: "bank", to: "tax_withheld", amount: String(amount), note: "VDS" };
  await transferMoney(tx, world.as("accounts"), parse(transfer.entry, paid));
  await updateWithheldTax(
    tx,
    world.as("accounts"),
    id,
    parse(withheldTax.changes, {
      challan_number: `T-${diary.date().replaceAll("-", "")}`,
      challan_date: diary.date(),
    }),
  );
}

/** The documents of one LC are retired with the bank's money. */
async function borrow(world: World): Promise<void> {
  const [lc] = await world.tx.query<[{ id: number }?]>(
    sql`select id from lc_tt where type = 'LC' and status <> 'cancelled'
      and not exists (select from lc_loans) order by id limit 1`,
  );
  if (!lc) return;
  await takeLoan(
    world.tx,
    world.as("accounts"),
    lc.id,
    parse(loan.entry, {
      amount: "800000",
      interest_percent: "13.5",
      due_on: world.diary.date(world.diary.day + 180),
      bank_reference: "LTR/118",
    }),
  );
}
