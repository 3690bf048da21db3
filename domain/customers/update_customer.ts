import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { seeingAll } from "../records/kinds.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { type Customer, customer } from "./customer.ts";

/** Changes what is sent of a customer; null clears a field. @throws Refusal `forbidden`, `not_found` */
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
