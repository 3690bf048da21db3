import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { findPayment, listedPayment } from "./find_payments.ts";
import { lockPayment } from "./lock_documents.ts";
import { type Payment, type PaymentDetail, paymentTables } from "./payment.ts";
import { certificateStates, taxKinds } from "./payment_words.ts";
import { numberedOnce } from "./post_payment.ts";
import { receivePayment } from "./receive_payment.ts";

/** Tax that a customer withheld for us. Source: docs/books.md, "Tax certificates". */
export const newCertificate = z.object({
  customer_id: field.id().describe("Who withheld it."),
  kind: field.oneOf(taxKinds).describe("TDS or VDS."),
  certificate_number: field.text(100).describe("The certificate's number."),
  certificate_date: field.date().describe("The day on it."),
  base: field.localMoney("any").optional().describe("What the tax was withheld of."),
  rate: field.percent().optional().describe("At which rate."),
  amount: field.localMoney("positive").describe("How much."),
  allocations: z.array(z.object({
    invoice_id: field.id().describe("The invoice that it pays."),
    amount: field.localMoney("positive").describe("How much of it."),
  })).max(1000, "must have at most 1000 allocations").optional()
    .describe("Which invoices it pays. Left out: the oldest first."),
  note: field.text(5000).optional().describe("What else was said."),
});

export const certificateChanges = z.object({
  state: field.oneOf(certificateStates).optional().describe("How far it is."),
  certificate_number: field.text(100).optional().describe("Its number."),
  certificate_date: field.date().optional().describe("The day on it."),
});

const sorts: Sorts = { payment_date: { by: sql`p.payment_date`, type: "date" } };

export const certificateQuery = queryOf(recordQuery, { sorts, day: "payment_date" }).extend({
  include: listedPayment.include,
  kind: wordList(taxKinds, "Only these kinds."),
  state: wordList(certificateStates, "Only those that are so far."),
  customer_id: field.id().optional().describe("Only this customer's."),
});

/** Receives a certificate: as a payment with its kind as the method. @throws as `receivePayment` */
export async function receiveCertificate(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof newCertificate>,
): Promise<PaymentDetail> {
  const { kind, certificate_date, base, rate, ...rest } = input;
  return await receivePayment(tx, actor, {
    ...rest,
    method: kind,
    payment_date: certificate_date,
    certificate_date,
    tax_base: base,
    tax_rate: rate,
    allow_duplicate: false,
  });
}

/** Certificates, newest first; `from` and `to` at the day they count for. */
export function listCertificates(
  db: Db,
  actor: Actor,
  query: z.output<typeof certificateQuery>,
): Promise<Page<Payment>> {
  return recordPage<Payment>(db, query, {
    ...listedPayment.listed(actor, query.include),
    from: paymentTables,
    id: sql`p.id`,
    sorts,
    where: [
      sql`p.method = any(${query.kind ?? [...taxKinds]}::text[])`,
      query.state !== undefined && sql`p.certificate_state = any(${query.state}::text[])`,
      query.customer_id !== undefined && sql`p.customer_id = ${query.customer_id}`,
      query.from !== undefined && sql`p.payment_date >= ${query.from}::date`,
      query.to !== undefined && sql`p.payment_date <= ${query.to}::date`,
    ],
  });
}

/** One certificate. @throws Refusal `not_found` */
export async function findCertificate(db: Db, actor: Actor, id: number): Promise<PaymentDetail> {
  const found = await findPayment(db, actor, id);
  if (found.certificate_state === null) throw notFound("Tax certificate", id);
  return found;
}

/**
 * Says how far a certificate is: awaited, received, claimed.
 *
 * @throws Refusal `forbidden`, `not_found`; `duplicate_reference` where another one bears its number
 */
export async function moveCertificate(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof certificateChanges>,
): Promise<PaymentDetail> {
  allow(actor, "payments.write");
  const { reference_no } = await lockPayment(tx, id);
  const { method } = await findCertificate(tx, actor, id);
  await numberedOnce({ method, certificate_number: changes.certificate_number }, () =>
    tx.query(sql`
      update payments set certificate_state = coalesce(${changes.state}, certificate_state),
        certificate_number = coalesce(${changes.certificate_number}, certificate_number),
        certificate_date = coalesce(${changes.certificate_date}::date, certificate_date),
        updated_at = ${actor.now}, version = version + 1
      where id = ${id}`));
  await audit(tx, actor, {
    action: "tax_certificate.update",
    entity: "payment",
    entityId: id,
    reference_no,
    after: changes,
  });
  return await findPayment(tx, actor, id);
}
