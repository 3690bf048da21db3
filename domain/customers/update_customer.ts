import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow, allowFields } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { seeingAll } from "../records/kinds.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { type Customer, customer } from "./customer.ts";

/**
 * Changes what is sent of a customer; null clears a field. Sending a credit limit as it is changes nothing.
 * @throws Refusal `forbidden`, `forbidden_fields` on the terms of credit, `not_found`
 */
export async function updateCustomer(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof customer.changes>,
): Promise<Customer> {
  allow(actor, "customers.write");
  const columns = customer.columns(seeingAll(actor));
  const [before] = await tx.query<[Customer?]>(
    sql`select ${columns} from customers c where c.id = ${id} for no key update`,
  );
  if (!before) throw notFound("Customer", id);
  allowTerms(actor, before, changes);
  const set = assignments(before, changes, customer.whenCleared);
  if (!set) return customer.shownTo(actor, before);
  const phone = changes.phone === undefined ? before.phone : changes.phone;
  const [after] = await tx.query<[Customer]>(sql`
    update customers c set ${set.sql}, phone_digits = ${phone === null ? null : phoneDigits(phone)},
      updated_at = ${actor.now}, version = c.version + 1
    where c.id = ${id} returning ${columns}`);
  await audit(tx, actor, {
    action: "customer.update",
    entity: "customer",
    entityId: id,
    reference_no: after.reference_no,
    before: set.before,
    after: set.after,
  });
  return customer.shownTo(actor, after);
}

/** Whoever sells does not say how much may be owed. @throws Refusal `forbidden_fields` */
function allowTerms(
  actor: Actor,
  before: Customer,
  { credit_limit, cash_only }: z.output<typeof customer.changes>,
): void {
  const limit = credit_limit === null ? customer.whenCleared.credit_limit : credit_limit;
  const cash = cash_only === null ? customer.whenCleared.cash_only : cash_only;
  allowFields(actor, "customers.set_terms", {
    credit_limit: String(limit) === String(before.credit_limit) ? undefined : limit,
    cash_only: cash === before.cash_only ? undefined : cash,
  }, ["credit_limit", "cash_only"]);
}
