import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { auditAll } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import type { NewEntry } from "../journal/post_entry.ts";
import type { Decimal } from "../money/decimal.ts";
import { conflict } from "../errors.ts";
import { postOpenings } from "./post_openings.ts";

export interface CustomerOpening {
  customer_id: number;
  /** local currency, not zero; above zero: he owes us, below: we owe him */
  amount: Decimal;
  date: string;
}

/**
 * Enters the opening balances of customers who came without one, when the books are taken over; a few
 * statements however many. Once per customer, unless it was taken back; days were judged.
 * Source: docs/books.md, "Opening balances".
 *
 * @returns the journal's entries, for whoever posts them last
 * @throws Refusal `forbidden`, `record_in_use` when there is an opening balance already
 */
export async function openCustomerAccounts(
  tx: Tx,
  actor: Actor,
  openings: CustomerOpening[],
): Promise<NewEntry[]> {
  if (openings.length === 0) return [];
  allow(actor, "customers.set_terms");
  const ids = openings.map(({ customer_id }) => customer_id);
  const customers = await tx.query<{ id: number; reference_no: string }[]>(sql`
    select id, reference_no from customers where id = any(${ids}::bigint[]) order by id
    for no key update`);
  const numbers = new Map(customers.map(({ id, reference_no }) => [id, reference_no]));
  const [opened] = await tx.query<{ customer_id: number }[]>(sql`
    select customer_id from customer_ledger e
    where customer_id = any(${ids}::bigint[]) and type = 'opening'
      and not exists (select from customer_ledger back where back.reverses_id = e.id)
    order by customer_id limit 1`);
  if (opened) {
    throw conflict(
      "record_in_use",
      `${numbers.get(opened.customer_id)} has an opening balance already.`,
    );
  }
  await tx.query(sql`
    update customers c set opening_balance = o.amount, opening_balance_date = o.date,
      updated_at = ${actor.now}, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(openings)}::jsonb)
      as o (customer_id bigint, amount numeric, date date)
    where c.id = o.customer_id`);
  const numbered = openings.map((opening) => ({
    ...opening,
    reference_no: numbers.get(opening.customer_id)!,
  }));
  const entries = await postOpenings(tx, actor, numbered);
  await auditAll(
    tx,
    actor,
    numbered.map(({ customer_id, reference_no, amount, date }) => ({
      action: "customer.open_account",
      entity: "customer",
      entityId: customer_id,
      reference_no,
      after: { opening_balance: amount, opening_balance_date: date },
    })),
  );
  return entries;
}
