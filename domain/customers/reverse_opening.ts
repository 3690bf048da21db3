import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntry } from "../journal/post_entry.ts";
import type { reversal } from "../journal/reversal.ts";
import { mirrorEntry as mirrorInJournal } from "../journal/reverse_entry.ts";
import type { Decimal } from "../money/decimal.ts";
import type { Customer } from "./customer.ts";
import { mustFindCustomer } from "./find_customers.ts";
import { mirrorEntry } from "./post_entry.ts";

interface Opening {
  id: number;
  date: string;
  amount: Decimal;
  entry_id: number;
  taken_back: boolean;
}

/**
 * Takes a customer's opening balance back, on the day of the correction; another may be entered then.
 * Source: docs/books.md, "Opening balances".
 *
 * @throws Refusal `forbidden`, `not_found`, `not_reversible` where he came with none, `already_reversed`, and
 *   as `judgeLaterDay`
 */
export async function reverseOpening(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, ...asked }: z.output<typeof reversal>,
): Promise<Customer> {
  allow(actor, "customers.set_terms");
  const [customer] = await tx.query<[{ reference_no: string }?]>(
    sql`select reference_no from customers where id = ${id} for no key update`,
  );
  if (!customer) throw notFound("Customer", id);
  const { reference_no } = customer;
  const opening = await latestOpening(tx, id, reference_no);
  const date = await judgeLaterDay(tx, actor, asked.date, opening.date, {
    the: "the day of the opening balance",
  });
  const entry = await openEntry(tx);
  const description = `Reversal of the opening balance: ${reason}`;
  await mirrorEntry(tx, actor, { type: "opening", id: opening.id }, { date, description, entry });
  await tx.query(sql`
    update customers set opening_balance = 0, opening_balance_date = null, updated_at = ${actor.now},
      version = version + 1
    where id = ${id}`);
  await audit(tx, actor, {
    action: "customer.reverse_opening",
    entity: "customer",
    entityId: id,
    reference_no,
    before: { opening_balance: opening.amount, opening_balance_date: opening.date },
    after: { reason, date },
  });
  await mirrorInJournal(tx, actor, opening.entry_id, {
    id: entry,
    entry_date: date,
    narration: `${description} (${reference_no})`,
  });
  return await mustFindCustomer(tx, actor, id);
}

async function latestOpening(tx: Tx, id: number, reference_no: string): Promise<Opening> {
  const [opening] = await tx.query<[Opening?]>(sql`
    select e.id, e.date, e.debit - e.credit as amount, e.entry_id,
      exists (select from customer_ledger back where back.reverses_id = e.id) as taken_back
    from customer_ledger e where e.customer_id = ${id} and e.type = 'opening'
    order by e.id desc limit 1`);
  if (!opening) throw conflict("not_reversible", `${reference_no} came with no opening balance.`);
  if (opening.taken_back) {
    throw conflict("already_reversed", `The opening balance of ${reference_no} was reversed.`);
  }
  return opening;
}
