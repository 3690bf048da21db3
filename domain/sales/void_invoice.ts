import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { mirrorEntry } from "../customers/post_entry.ts";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntry } from "../journal/post_entry.ts";
import { reverseDeed } from "../journal/reverse_entry.ts";
import type { Decimal } from "../money/decimal.ts";
import { lockProducts, postMovements } from "../stock/post_movements.ts";
import { refuseLargeVoid } from "../settings/limits.ts";
import { takeBackAllocations } from "./allocations.ts";
import { findInvoice, type InvoiceDetail } from "./find_invoices.ts";
import type { voiding } from "./invoice.ts";
import { alreadyVoid, earliestReturn, lockInvoice, refuseReturned } from "./lock_documents.ts";

interface Issue {
  id: number;
  product_id: number;
  quantity: Decimal;
  value: Decimal;
  serial_numbers: string[];
  source_line_id: number;
  source_reference_no: string;
}

/**
 * Takes an invoice back whole: its goods return to stock at the value they left with, the ledger gets
 * the mirrored entry, what was paid stays with the customer on account. Nothing is deleted, and it can
 * be done when later invoices exist. Dated the day of the void, so that the month of the invoice stays as
 * it was. Final. Source: docs/records.md, "Invoice".
 *
 * @throws Refusal `forbidden`, `beyond_limit`, `not_found`, `already_void`, `record_in_use`, and as `judgeLaterDay`
 */
export async function voidInvoice(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, ...asked }: z.output<typeof voiding>,
): Promise<InvoiceDetail> {
  allow(actor, "invoices.write");
  const issues = await issuesOf(tx, id);
  const products = await lockProducts(tx, issues.map(({ product_id }) => product_id));
  const invoice = await lockInvoice(tx, id);
  if (invoice.voided) throw alreadyVoid(invoice);
  refuseReturned(invoice);
  await refuseLargeVoid(tx, actor, invoice.total);
  const date = await judgeLaterDay(tx, actor, asked.date, await earliestReturn(tx, invoice));
  const entry = await openEntry(tx);
  await takeBackAllocations(tx, actor, { invoice_id: id }, date);
  await tx.query(sql`
    update invoices set voided_at = ${actor.now}, voided_by = ${actor.userId},
      void_reason = ${reason}, updated_at = ${actor.now}, version = version + 1
    where id = ${id}`);
  const description = `Void of ${invoice.reference_no}: ${reason}`;
  await mirrorEntry(tx, actor, { type: "invoice", id }, { date, description, entry });
  await postMovements(
    tx,
    actor,
    products,
    issues.map((issue) => ({
      ...mirrored(date, id, issue, reason),
      party: { customer_id: invoice.customer_id },
    })),
    entry,
  );
  await reverseDeed(tx, actor, {
    id: entry,
    kind: "invoice",
    source: { type: "invoice", id },
    entry_date: date,
    narration: description,
  });
  await audit(tx, actor, {
    action: "invoice.void",
    entity: "invoice",
    entityId: id,
    reference_no: invoice.reference_no,
    after: { reason, date },
  });
  return await findInvoice(tx, actor, id);
}

/**
 * What the invoice took from stock; written with it and never changed, so it needs no lock. Both are read in one
 * statement: between two an invoice could come to be whose goods were not seen.
 * @throws Refusal `not_found`
 */
async function issuesOf(tx: Tx, invoiceId: number): Promise<Issue[]> {
  const found = await tx.query<(Issue | { id: null })[]>(sql`
    select m.id, m.product_id, m.quantity, m.value, m.serial_numbers, m.source_line_id,
      m.source_reference_no
    from invoices i left join stock_movements m
      on m.source_type = 'invoice' and m.source_id = i.id and m.kind = 'invoice'
    where i.id = ${invoiceId} order by m.id`);
  if (found.length === 0) throw notFound("Invoice", invoiceId);
  return found.filter((row): row is Issue => row.id !== null);
}

/**
 * The movements that bring the goods back, with the stored numbers on the other side. Goods that
 * come in can always carry their value, so no residue is left.
 */
function mirrored(date: string, invoiceId: number, issue: Issue, reason: string) {
  return {
    product_id: issue.product_id,
    kind: "invoice_void" as const,
    quantity: issue.quantity.neg(),
    value: issue.value.neg(),
    movement_date: date,
    serial_numbers: issue.serial_numbers,
    reason,
    source: {
      type: "invoice",
      id: invoiceId,
      line_id: issue.source_line_id,
      reference_no: issue.source_reference_no,
    },
    reverses_id: issue.id,
  };
}
