import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { namedAccount } from "../journal/name_account.ts";
import { nextNumber } from "../records/numbering.ts";
import { findWithheldTax } from "./find_withheld_taxes.ts";
import { enterEntry } from "./record_entry.ts";
import { type WithheldTax, withheldTax } from "./withheld_tax.ts";

/**
 * Withholds tax from a supplier's bill: we owe him less, and the treasury as much (2310). It is taken back with
 * its entry in his ledger. Local currency. Source: docs/vat.md, "Tax that we withhold".
 *
 * @throws Refusal `forbidden`, `invalid_fields`, as `enterEntry`
 */
export async function withholdTax(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof withheldTax.entry>,
): Promise<WithheldTax> {
  allow(actor, "costs.write");
  const { supplier_id, kind, bill_number } = input;
  const owed = await namedAccount(tx, "tax_withheld", "kind");
  const { id: supplier_ledger_id, entry_date } = await enterEntry(tx, actor, {
    supplier_id,
    entry_date: input.withheld_on,
    entry_type: "adjustment",
    account_id: owed.id,
    debit: input.amount,
    currency: business.localCurrency,
    particulars: [`${kind.toUpperCase()} withheld`, bill_number].filter(Boolean).join(", "),
    reference: bill_number,
    note: input.note,
  });
  const row = { ...input, withheld_on: entry_date };
  const reference_no = await nextNumber(tx, "WHT", entry_date);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into withheld_taxes (reference_no, ${withheldTax.stored}, supplier_ledger_id, created_at, updated_at,
      created_by)
    select ${reference_no}, ${withheldTax.stored}, ${supplier_ledger_id}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${withheldTax.rows([row])} returning id`);
  await audit(tx, actor, {
    action: "withheld_tax.create",
    entity: "withheld_tax",
    entityId: id,
    reference_no,
    after: row,
  });
  return await findWithheldTax(tx, actor, id);
}

/** Says by which challan it was paid to the treasury. @throws Refusal `forbidden`, `not_found` */
export async function updateWithheldTax(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof withheldTax.changes>,
): Promise<WithheldTax> {
  allow(actor, "costs.write");
  const [locked] = await tx.query(
    sql`select from withheld_taxes where id = ${id} for no key update`,
  );
  if (!locked) throw notFound("Withheld tax", id);
  const before = await findWithheldTax(tx, actor, id);
  const set = assignments(before, changes, withheldTax.whenCleared);
  if (!set) return before;
  await tx.query(sql`update withheld_taxes t set ${set.sql}, updated_at = ${actor.now},
    version = t.version + 1 where t.id = ${id}`);
  await audit(tx, actor, {
    action: "withheld_tax.update",
    entity: "withheld_tax",
    entityId: id,
    reference_no: before.reference_no,
    before: set.before,
    after: set.after,
  });
  return await findWithheldTax(tx, actor, id);
}
