import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access.ts";
import { audit } from "../audit.ts";
import type { Tx } from "../db/connect.ts";
import { decimal, isZero } from "../decimal.ts";
import { nextNumber } from "../numbering.ts";
import { phoneDigits } from "../phone.ts";
import type { Customer, newCustomer } from "./customer.ts";
import { columns } from "./find_customers.ts";
import { postEntry } from "./post_entry.ts";

/**
 * Enters a customer, with an opening entry in his ledger when he brings a balance: above zero he owes
 * us, below zero we owe him. Source: decisions, section 3, "Customer".
 *
 * @throws Refusal `forbidden`
 */
export async function createCustomer(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof newCustomer>,
): Promise<Customer> {
  allow(actor, "customers.write");
  const opening = input.opening_balance ?? decimal("0");
  const openedOn = input.opening_balance_date ?? (isZero(opening) ? null : actor.today);
  const reference_no = await nextNumber(tx, "CUS", actor.today);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into customers (reference_no, name, phone, phone_digits, email, company_name,
      customer_type, address, city, credit_limit, cash_only, opening_balance, opening_balance_date,
      notes, active, created_at, updated_at, created_by)
    values (${reference_no}, ${input.name}, ${input.phone}, ${
    input.phone === undefined ? null : phoneDigits(input.phone)
  }, ${input.email}, ${input.company_name}, ${input.customer_type}, ${input.address}, ${input.city},
      ${input.credit_limit}, ${input.cash_only}, ${opening}, ${openedOn}, ${input.notes},
      ${input.active}, ${actor.now}, ${actor.now}, ${actor.userId})
    returning id`);
  if (!isZero(opening)) {
    await postEntry(tx, actor, {
      customer_id: id,
      date: openedOn ?? actor.today,
      type: "opening",
      reference_no,
      description: "Opening balance",
      amount: opening,
    });
  }
  const [customer] = await tx.query<[Customer]>(
    sql`select ${columns} from customers c where c.id = ${id}`,
  );
  await audit(tx, actor, {
    action: "customer.create",
    entity: "customer",
    entityId: id,
    reference_no,
    after: customer,
  });
  return customer;
}
