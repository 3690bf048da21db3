import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { draftReturnClaims } from "../claims/returned_claims.ts";
import { postCustomerEntry } from "../customers/post_entry.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { dr } from "../journal/line.ts";
import { moneyAccount } from "./money_account.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { type Decimal, decimal, isZero, sum } from "../money/decimal.ts";
import { nextNumber } from "../records/numbering.ts";
import { registerSerials } from "../serials/register_serials.ts";
import { needPlace } from "../stock/find_places.ts";
import { lockProducts, postMovements, type StockedProduct } from "../stock/post_movements.ts";
import { refuseLargeVoid } from "../settings/limits.ts";
import { freeAllocations, type Freed } from "./allocations.ts";
import { claimedLines, faultyOf, movedBy } from "./claimed_lines.ts";
import type { CreditNote, NewReturn } from "./credit_note.ts";
import { findCreditNote } from "./find_credit_notes.ts";
import { alreadyVoid, earliestReturn, lockInvoice } from "./lock_documents.ts";
import { beyondRefund, writeRefunds } from "./refunds.ts";
import { type ReturnedLine, returnedLines } from "./returned_lines.ts";

/**
 * Takes goods of an invoice back and makes a credit note: at the line's own price and discount, VAT
 * included. Good pieces lie in stock again at the value they left with; faulty ones are an expense, or are
 * claimed from the supplier who sent them. The invoice's due goes down first; what was paid beyond it is on
 * account again, or refunded. Source: docs/books.md, "Returns".
 *
 * @throws Refusal `forbidden`, `beyond_limit`, `not_found`, `already_void`, `return_exceeds_sold`,
 *   `refund_exceeds_payment`, `invalid_fields`, and as `judgeLaterDay`
 */
export async function returnGoods(
  tx: Tx,
  actor: Actor,
  invoiceId: number,
  input: NewReturn,
): Promise<CreditNote> {
  allow(actor, "invoices.write");
  const { refund, reason } = input;
  if (refund) allow(actor, "payments.write");
  await needPlace(tx, input.place_id);
  const products = await lockSold(tx, invoiceId);
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice.voided) throw alreadyVoid(invoice);
  const { customer_id } = invoice;
  const date = await judgeLaterDay(tx, actor, input.date, await earliestReturn(tx, invoice));
  const lines = await returnedLines(tx, invoiceId, input.items);
  const claimed = await claimedLines(tx, invoice.invoice_date, lines);
  const [net, vat] = [sum(lines.map((line) => line.net)), sum(lines.map((line) => line.vat))];
  const total = net.plus(vat);
  await refuseLargeVoid(tx, actor, total);
  const freed = await freeAllocations(tx, actor, invoiceId, total.minus(invoice.due), date);
  const back = sum(freed.map(({ amount }) => amount));
  if (refund?.amount.gt(back)) throw beyondRefund(invoice.reference_no, back, refund.amount);
  const account_id = refund &&
    await moneyAccount(tx, "cash", refund.account_id, "refund.account_id");
  await tx.query(sql`
    update invoices set returned = returned + ${total}, updated_at = ${actor.now}, version = version + 1
    where id = ${invoiceId}`);
  await registerSerials(tx, actor, lines.flatMap(({ serial_numbers }) => serial_numbers));
  const entry = await openEntry(tx);
  const reference_no = await nextNumber(tx, "CRN", date);
  const id = await insert(tx, actor, {
    invoiceId,
    customer_id,
    date,
    net,
    vat,
    reason,
    reference_no,
  });
  const items = await insertLines(tx, id, lines);
  const source = { type: "credit_note", id, reference_no };
  if (!isZero(total)) {
    await postCustomerEntry(tx, actor, {
      customer_id,
      date,
      type: "credit_note",
      reference_no,
      description: `Return ${reference_no} of ${invoice.reference_no}: ${reason}`,
      amount: total.neg(),
      invoice_id: invoiceId,
      credit_note_id: id,
      entry,
    });
  }
  const paid_out = refund?.amount ?? decimal("0");
  if (account_id !== undefined) {
    const refunds = refundsOf(freed, paid_out, date)
      .map((each) => ({ ...each, customer_id, credit_note_id: id }));
    await writeRefunds(tx, actor, refunds, { date, account_id, reason, entry });
  }
  const { place_id } = input;
  await putBack(tx, actor, products, lines, { date, customer_id, reason, source, entry, place_id });
  await draftReturnClaims(
    tx,
    actor,
    claimed.flatMap((of, i) => of.map(faultyOf(items[i], reason))),
  );
  const about = { invoice_id: invoiceId };
  await postEntry(tx, actor, {
    id: entry,
    entry_date: date,
    kind: "sales_return",
    source,
    narration: `Return of ${invoice.reference_no}: ${reason}`,
    lines: rules.sales_return(
      [
        dr("customers", paid_out.minus(total), { ...about, customer_id }),
        ...account_id === undefined ? [] : [dr(account_id, paid_out.neg())],
      ],
      { net, vat, ...movedBy(lines, claimed) },
      about,
    ),
  });
  const made = await findCreditNote(tx, actor, id);
  await audit(tx, actor, {
    action: "invoice.return",
    entity: "invoice",
    entityId: invoiceId,
    reference_no,
    after: { ...input, net, vat, total, date },
  });
  return made;
}

/** Out of which payments money goes back. @throws Refusal `invalid_fields` where it had not paid by then */
function refundsOf(freed: Freed[], paidOut: Decimal, date: string) {
  let left = paidOut;
  return freed.flatMap(({ payment_id, reference_no, amount: most, since }) => {
    const amount = most.lt(left) ? most : left;
    left = left.minus(amount);
    if (isZero(amount)) return [];
    if (date < since) {
      throw invalid({ date: `must not be before ${since}, when ${reference_no} paid the invoice` });
    }
    return [{ payment_id, payment_reference_no: reference_no, amount }];
  });
}

/** Which products an invoice sold never changes, so they are locked before it. */
async function lockSold(tx: Tx, invoiceId: number): Promise<Map<number, StockedProduct>> {
  const sold = await tx.query<{ product_id: number }[]>(sql`
    select distinct product_id from invoice_items
    where invoice_id = ${invoiceId} and product_id is not null`);
  return await lockProducts(tx, sold.map(({ product_id }) => product_id));
}

interface Note {
  invoiceId: number;
  customer_id: number;
  date: string;
  net: Decimal;
  vat: Decimal;
  reason: string;
  reference_no: string;
}

async function insert(tx: Tx, actor: Actor, note: Note): Promise<number> {
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into credit_notes (reference_no, invoice_id, customer_id, return_date, net, vat, reason,
      created_at, updated_at, created_by)
    values (${note.reference_no}, ${note.invoiceId}, ${note.customer_id}, ${note.date}, ${note.net},
      ${note.vat}, ${note.reason}, ${actor.now}, ${actor.now}, ${actor.userId})
    returning id`);
  return id;
}

/** @returns the ids of the lines, in their order */
async function insertLines(tx: Tx, id: number, lines: ReturnedLine[]): Promise<number[]> {
  const made = await tx.query<{ id: number }[]>(sql`
    insert into credit_note_items (credit_note_id, invoice_item_id, quantity, net, vat, cost, condition,
      serial_numbers)
    select ${id}::bigint, line, quantity, net, vat, cost, condition, serial_numbers
    from rows from (jsonb_to_recordset(${
    JSON.stringify(lines)
  }::jsonb) as (line bigint, quantity numeric,
      net numeric, vat numeric, cost numeric, condition text, serial_numbers text[])) with ordinality
    order by ordinality
    returning id`);
  return made.map(({ id }) => id).sort((a, b) => a - b);
}

interface Back {
  date: string;
  customer_id: number;
  reason: string;
  source: { type: string; id: number; reference_no: string };
  entry: number;
  place_id: number | undefined;
}

/** All pieces come in at the value they left with; faulty ones go out again at the same. */
async function putBack(
  tx: Tx,
  actor: Actor,
  products: Map<number, StockedProduct>,
  lines: ReturnedLine[],
  { date, customer_id, reason, source, entry, place_id }: Back,
): Promise<void> {
  const movement = (line: ReturnedLine, product_id: number) => ({
    product_id,
    kind: "return" as const,
    quantity: line.quantity,
    value: line.cost,
    movement_date: date,
    place_id,
    serial_numbers: line.serial_numbers,
    serials_field: line.serials_field,
    party: { customer_id },
    reason,
    source: { ...source, line_id: line.line },
  });
  const of = (which: ReturnedLine[]) =>
    which.flatMap((line) => line.product_id === null ? [] : [movement(line, line.product_id)]);
  await postMovements(tx, actor, products, of(lines), entry);
  const faulty = of(lines.filter(({ condition }) => condition === "faulty"));
  const out = faulty.map((each) => ({
    ...each,
    quantity: each.quantity.neg(),
    value: each.value.neg(),
    note: "Faulty",
  }));
  await postMovements(tx, actor, products, out, entry);
}
