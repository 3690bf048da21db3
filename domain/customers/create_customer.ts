import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow, allowFields } from "../access/access.ts";
import { auditAll } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { judgeOpeningDays } from "../journal/period.ts";
import { postEntries } from "../journal/post_entry.ts";
import { decimal, isZero } from "../money/decimal.ts";
import { nextNumbers } from "../records/numbering.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { seeingAll } from "../records/kinds.ts";
import { type Customer, customer } from "./customer.ts";
import { postOpenings } from "./post_openings.ts";

type NewCustomer = z.output<typeof customer.entry>;

/**
 * Enters a customer, with an opening entry in his ledger when he brings a balance: above zero he owes
 * us, below zero we owe him. Source: docs/records.md, "Customer".
 *
 * @throws Refusal `forbidden`, `forbidden_fields` on a balance that the actor may not enter, and as `judgeDay`
 * on `opening_balance_date`
 */
export async function createCustomer(
  tx: Tx,
  actor: Actor,
  input: NewCustomer,
): Promise<Customer> {
  return (await createCustomers(tx, actor, [input]))[0];
}

/** The same for hundreds at a time. Answers them in the order given. */
export async function createCustomers(
  tx: Tx,
  actor: Actor,
  inputs: NewCustomer[],
): Promise<Customer[]> {
  allow(actor, "customers.write");
  for (const { opening_balance } of inputs) {
    const brought = opening_balance && !isZero(opening_balance) ? opening_balance : undefined;
    allowFields(actor, "customers.set_terms", { opening_balance: brought }, ["opening_balance"]);
  }
  const numbers = await nextNumbers(tx, "CUS", actor.today, inputs.length);
  const rows = inputs.map((input, at) => {
    const opening_balance = input.opening_balance ?? decimal("0");
    const opening_balance_date = input.opening_balance_date ??
      (isZero(opening_balance) ? null : actor.today);
    const phone_digits = input.phone === undefined ? null : phoneDigits(input.phone);
    return {
      ...input,
      reference_no: numbers[at],
      phone_digits,
      opening_balance,
      opening_balance_date,
    };
  });
  const ids = await insertCustomers(tx, actor, rows);
  const openings = rows.flatMap((row, at) => {
    const { opening_balance: amount, opening_balance_date, reference_no } = row;
    const date = opening_balance_date ?? actor.today;
    return isZero(amount) ? [] : [{ customer_id: ids[at], reference_no, amount, date }];
  });
  const openedOn = inputs.flatMap(({ opening_balance, opening_balance_date }) =>
    opening_balance && !isZero(opening_balance) ? [opening_balance_date] : []
  );
  await judgeOpeningDays(tx, actor, openedOn, "opening_balance_date");
  const opened = await postOpenings(tx, actor, openings);
  const customers = await tx.query<Customer[]>(sql`
    select ${customer.columns(seeingAll(actor))}
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place) join customers c on c.id = wanted.id order by place`);
  const entries = customers.map((made) => ({
    action: "customer.create",
    entity: "customer",
    entityId: made.id,
    reference_no: made.reference_no,
    after: made,
  }));
  await auditAll(tx, actor, entries);
  await postEntries(tx, actor, opened);
  return customers.map((made) => customer.shownTo(actor, made));
}

async function insertCustomers(tx: Tx, actor: Actor, rows: object[]): Promise<number[]> {
  const made = await tx.query<{ id: number }[]>(sql`
    insert into customers (${customer.stored}, reference_no, phone_digits, created_at, updated_at,
      created_by)
    select ${customer.stored}, reference_no, phone_digits, ${actor.now}, ${actor.now}, ${actor.userId}
    from rows from (${
    customer.rows(rows, { reference_no: "text", phone_digits: "text" })
  }) with ordinality
    order by ordinality
    returning id`);
  return made.map(({ id }) => id);
}
