import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { businessYear } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { type Decimal, decimal, roundHalfUp, sum } from "../money/decimal.ts";
import { nextNumberOfYear } from "../records/numbering.ts";
import { vatFirm } from "../settings/vat_firm.ts";
import { findVatChallan } from "./find_vat_challans.ts";
import { alreadyVoid, lockInvoice } from "./lock_documents.ts";
import type { ChallanLine, ChallanParty, newChallan, VatChallan } from "./vat_challan.ts";

/** From this value on, VAT included, the paper names the buyer's address. */
const NAMED_FROM = 25_000;
const FISCAL_JULY = 7;

/**
 * Issues the tax invoice (Mushak 6.3) of an invoice: number and time are given once, and what it says stays as it
 * is. Asked again it answers the one there is. The number runs per fiscal year, from July, without gaps.
 * Source: docs/vat.md, "Papers".
 *
 * @throws Refusal `forbidden`, `not_found`, `already_void`; `invalid_fields` on `vat_bin` while the firm has none, on
 *   `customer_id` where a buyer above 25,000 has no address
 */
export async function issueVatChallan(
  tx: Tx,
  actor: Actor,
  invoiceId: number,
  input: z.output<typeof newChallan>,
): Promise<VatChallan> {
  allow(actor, "invoices.write");
  return await challanOf(tx, actor, invoiceId, input);
}

/** The same for an invoice that has asked its own permission. @throws Refusal as `issueVatChallan` */
export async function challanOf(
  tx: Tx,
  actor: Actor,
  invoiceId: number,
  input: z.output<typeof newChallan>,
): Promise<VatChallan> {
  const invoice = await lockInvoice(tx, invoiceId);
  const issued = await issuedFor(tx, { invoiceId });
  if (issued) return await findVatChallan(tx, issued);
  if (invoice.voided) throw alreadyVoid(invoice);
  const [seller, buyer] = [await vatFirm(tx), await buyerOf(tx, invoice.customer_id)];
  if (invoice.total.gt(String(NAMED_FROM)) && buyer.address === null) {
    throw invalid({
      customer_id: `names a buyer without address: above ${NAMED_FROM} it is printed`,
    });
  }
  const lines = await linesOf(tx, invoiceId);
  return await issue(tx, actor, "6.3", {
    invoice_id: invoiceId,
    seller,
    buyer,
    lines,
    bills_of_entry: await billsOf(tx, invoiceId),
    destination: input.destination ?? buyer.address,
    vehicle: input.vehicle,
  });
}

/**
 * Issues the credit note of VAT (Mushak 6.7) of a return. The invoice must have its 6.3.
 * @throws Refusal `forbidden`, `not_found`, `record_in_use` without that, `already_reversed`, as above
 */
export async function issueVatCreditNote(
  tx: Tx,
  actor: Actor,
  creditNoteId: number,
): Promise<VatChallan> {
  allow(actor, "invoices.write");
  const note = await lockNote(tx, creditNoteId);
  const issued = await issuedFor(tx, { creditNoteId });
  if (issued) return await findVatChallan(tx, issued);
  if (note.reversed) {
    throw conflict("already_reversed", `return ${note.reference_no} was taken back.`);
  }
  if (!await issuedFor(tx, { invoiceId: note.invoice_id })) {
    throw conflict(
      "record_in_use",
      `the invoice of ${note.reference_no} has no 6.3: issue that first.`,
    );
  }
  return await issue(tx, actor, "6.7", {
    invoice_id: note.invoice_id,
    credit_note_id: creditNoteId,
    seller: await vatFirm(tx),
    buyer: await buyerOf(tx, note.customer_id),
    lines: await returnedLinesOf(tx, creditNoteId),
    reason: note.reason,
  });
}

interface Paper {
  invoice_id: number;
  credit_note_id?: number;
  seller: ChallanParty;
  buyer: ChallanParty;
  lines: ChallanLine[];
  bills_of_entry?: string[];
  destination?: string | null;
  vehicle?: string;
  reason?: string;
}

async function issue(
  tx: Tx,
  actor: Actor,
  kind: VatChallan["kind"],
  paper: Paper,
): Promise<VatChallan> {
  const prefix = kind === "6.3" ? "VCH" : "VCN";
  const net = sum(paper.lines.map(({ value }) => value));
  const vat = sum(paper.lines.map((line) => line.vat));
  const reference_no = await nextNumberOfYear(tx, prefix, businessYear(actor.today, FISCAL_JULY));
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into vat_challans (reference_no, kind, invoice_id, credit_note_id, issued_at, issued_on, seller,
      buyer, lines, bills_of_entry, destination, vehicle, reason, net, vat, created_at, updated_at, created_by)
    values (${reference_no}, ${kind}, ${paper.invoice_id}, ${
    paper.credit_note_id ?? null
  }, ${actor.now},
      ${actor.today}, ${JSON.stringify(paper.seller)}::jsonb, ${JSON.stringify(paper.buyer)}::jsonb,
      ${JSON.stringify(paper.lines)}::jsonb, ${paper.bills_of_entry ?? []}::text[],
      ${paper.destination ?? null}, ${paper.vehicle ?? null}, ${
    paper.reason ?? null
  }, ${net}, ${vat},
      ${actor.now}, ${actor.now}, ${actor.userId})
    returning id`);
  const made = await findVatChallan(tx, id);
  await audit(tx, actor, {
    action: "vat_challan.issue",
    entity: "vat_challan",
    entityId: id,
    reference_no,
    after: { kind, invoice_id: paper.invoice_id, credit_note_id: paper.credit_note_id, net, vat },
  });
  return made;
}

async function issuedFor(
  tx: Tx,
  { invoiceId = null, creditNoteId = null }: {
    invoiceId?: number | null;
    creditNoteId?: number | null;
  },
): Promise<number | undefined> {
  const [found] = await tx.query<[{ id: number }?]>(sql`
    select id from vat_challans
    where (kind = '6.3' and invoice_id = ${invoiceId}) or credit_note_id = ${creditNoteId}`);
  return found?.id;
}

async function buyerOf(tx: Tx, customerId: number): Promise<ChallanParty> {
  const [buyer] = await tx.query<[ChallanParty]>(sql`
    select coalesce(company_name, name) as name, bin, nullif(concat_ws(', ', address, city), '') as address
    from customers where id = ${customerId}`);
  return buyer;
}

interface Sold {
  description: string;
  unit: string | null;
  quantity: Decimal;
  net: Decimal;
  vat: Decimal;
  vat_percent: Decimal;
}

/** Values are what is left after every discount; the price of one is worked out from them. */
function asLine({ description, unit, quantity, net, vat, vat_percent }: Sold): ChallanLine {
  return {
    description,
    unit,
    quantity,
    unit_price: roundHalfUp(net.div(quantity), 4),
    value: net,
    sd: decimal("0"),
    vat_percent,
    vat,
    total: net.plus(vat),
  };
}

const described = sql`case when p.brand is null or strpos(lower(l.description), lower(p.brand)) > 0
  then l.description else concat(l.description, ' (', p.brand, ')') end as description`;

async function linesOf(tx: Tx, invoiceId: number): Promise<ChallanLine[]> {
  const sold = await tx.query<Sold[]>(sql`
    select ${described}, p.unit, l.quantity, l.net, l.vat, l.vat_percent
    from invoice_items l left join products p on p.id = l.product_id
    where l.invoice_id = ${invoiceId} order by l.id`);
  return sold.map(asLine);
}

async function returnedLinesOf(tx: Tx, creditNoteId: number): Promise<ChallanLine[]> {
  const back = await tx.query<Sold[]>(sql`
    select ${described}, p.unit, r.quantity, r.net, r.vat, l.vat_percent
    from credit_note_items r join invoice_items l on l.id = r.invoice_item_id
      left join products p on p.id = l.product_id
    where r.credit_note_id = ${creditNoteId} order by r.id`);
  return back.map(asLine);
}

/** An importer's paper names the bills its goods came in by: of each product the latest that is posted. */
async function billsOf(tx: Tx, invoiceId: number): Promise<string[]> {
  const bills = await tx.query<{ bill: string }[]>(sql`
    select distinct concat(latest.number, ' (', latest.office, ') ', latest.entry_date) as bill
    from invoice_items l cross join lateral (
      select b.number, b.office, b.entry_date
      from shipment_items i join bill_of_entry_items of on of.shipment_item_id = i.id
        join bills_of_entry b on b.id = of.bill_id
      where i.product_id = l.product_id and b.status = 'posted'
      order by b.entry_date desc, b.id desc limit 1) latest
    where l.invoice_id = ${invoiceId} order by 1`);
  return bills.map(({ bill }) => bill);
}

async function lockNote(tx: Tx, id: number) {
  const [note] = await tx.query<
    [
      {
        invoice_id: number;
        customer_id: number;
        reference_no: string;
        reason: string;
        reversed: boolean;
      }?,
    ]
  >(sql`
    select invoice_id, customer_id, reference_no, reason, reversed_at is not null as reversed
    from credit_notes where id = ${id} for no key update`);
  if (!note) throw notFound("Credit note", id);
  return note;
}
