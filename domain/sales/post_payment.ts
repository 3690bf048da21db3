import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { postCustomerEntry } from "../customers/post_entry.ts";
import { brokenConstraint, type Tx } from "../db/connect.ts";
import { isCertificate, moneyAccount } from "./money_account.ts";
import { inOpenPeriod } from "../journal/period.ts";
import type { NewEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { type Decimal, sum } from "../money/decimal.ts";
import { conflict, invalid } from "../errors.ts";
import { drawIds, drawNumbers } from "../records/numbering.ts";
import { writeAllocations } from "./allocations.ts";
import { isInHand, type MoneyReceived, payment } from "./payment.ts";

type Numbered =
  & Pick<MoneyReceived, "method">
  & Partial<Pick<MoneyReceived, "reference" | "cheque_number" | "certificate_number">>;
type Received = MoneyReceived & { customer_id: number; payment_date: string };
type Share = { invoice_id: number; amount: Decimal };

/** A payment that counts, for the ledger and the journal. */
export interface Counted {
  id: number;
  reference_no: string;
  customer_id: number;
  method: string;
  account_id: number;
  amount: Decimal;
  /** what the ledger says of it beside the method */
  number?: string | null;
  date: string;
}

/**
 * Writes a payment with its ledger credit and its allocations, for a verb that has asked the
 * permission, locked the customer and judged day and shares. A cheque in hand is kept with the invoices
 * that it is to pay, and posts nothing until it is cleared. Takes a PAY or TXC number, so call it late.
 * Source: docs/books.md, "Cheques".
 *
 * @param behind how many entries of the same document come before its own: `postEntries` numbers them then
 * @returns the payment's id, its money account and the journal's entry, for whoever posts it last
 * @throws Refusal `duplicate_reference`, `invalid_fields`
 */
export async function postPayment(
  tx: Tx,
  actor: Actor,
  received: Received,
  shares: Share[],
  behind: 0 | 1 = 0,
): Promise<{ id: number; account_id: number; entry?: NewEntry }> {
  const { payment_date, method } = received;
  refuseUnfit(received);
  const inHand = isInHand(received, payment_date);
  const [account_id, ids] = await Promise.all([
    moneyAccount(tx, method, received.account_id),
    drawIds(tx, { payments: 1, journal_entries: inHand ? 0 : 1 }),
    refuseDuplicate(tx, received),
  ]);
  const [id] = ids.payments;
  const prefix = isCertificate(method) ? "TXC" : "PAY";
  const posts = inHand || behind > 0 ? 0 : 1;
  const numbers = await drawNumbers(tx, payment_date, [[prefix, 1], ["JRN", posts]]);
  const [reference_no] = numbers[prefix];
  await tx.later(insert(tx, actor, {
    ...received,
    id,
    account_id,
    reference_no,
    cheque_state: method === "cheque" ? inHand ? "in_hand" : "cleared" : null,
    cleared_on: method === "cheque" && !inHand ? payment_date : null,
    certificate_state: !isCertificate(method)
      ? null
      : received.certificate_number === undefined
      ? "awaited"
      : "received",
    wanted: inHand && shares.length > 0
      ? shares.map((share) => ({ ...share, amount: String(share.amount) }))
      : null,
    allocated: inHand ? 0 : sum(shares.map(({ amount }) => amount)),
  }));
  const number = numberOf(received) ?? received.reference;
  const counted = { ...received, id, reference_no, account_id, number, date: payment_date };
  const [opened] = ids.journal_entries;
  const entry = inHand ? undefined : {
    ...await countPayment(tx, actor, counted, shares, opened, "with its allocations"),
    reference_no: numbers.JRN[0],
  };
  await audit(tx, actor, {
    action: "payment.receive",
    entity: "payment",
    entityId: id,
    reference_no,
    after: { ...received, allocations: shares },
  });
  return { id, account_id, entry };
}

/**
 * Credits the customer and pays his invoices.
 * @param entry the id of the journal's entry, drawn by `openEntry`
 * @returns that entry, not posted yet
 */
export async function countPayment(
  tx: Tx,
  actor: Actor,
  { id, reference_no, customer_id, method, account_id, amount, number, date }: Counted,
  shares: Share[],
  entry: number,
  written: "before" | "with its allocations" = "before",
): Promise<NewEntry> {
  const description = ["Payment by", method, number].filter(Boolean).join(" ");
  const on = await postCustomerEntry(tx, actor, {
    customer_id,
    date,
    type: "payment",
    reference_no,
    description,
    amount: amount.neg(),
    payment_id: id,
    entry,
  });
  const allocations = shares.map((share) => ({ ...share, payment_id: id }));
  await writeAllocations(tx, actor, allocations, date, written);
  return {
    id: entry,
    entry_date: date,
    kind: "customer_payment",
    source: { type: "payment", id, reference_no },
    narration: description,
    lines: rules.customer_payment(on, account_id),
  };
}

/** The number that a method gives to a payment and that comes once. */
function numberOf({ method, reference, cheque_number, certificate_number }: Numbered) {
  switch (method) {
    case "cash":
    case "other":
      return undefined;
    case "cheque":
      return cheque_number;
    case "tds":
    case "vds":
      return certificate_number;
    default:
      return reference;
  }
}

/** @throws Refusal `invalid_fields` */
function refuseUnfit({ method, cleared, cheque_date, payment_date, ...sent }: Received): void {
  if (cleared !== undefined && method !== "cheque") {
    throw invalid({ cleared: "belongs to a cheque" });
  }
  if (cleared && cheque_date !== undefined && cheque_date > payment_date) {
    throw invalid({ cleared: `must not be true before the day on the cheque, ${cheque_date}` });
  }
  if (isCertificate(method)) return;
  for (const name of ["certificate_number", "certificate_date", "tax_base", "tax_rate"] as const) {
    if (sent[name] !== undefined) throw invalid({ [name]: "belongs to a tax certificate" });
  }
}

/** @throws Refusal `duplicate_reference`; `invalid_fields` on a missing note */
async function refuseDuplicate(tx: Tx, received: Received): Promise<void> {
  const { method, allow_duplicate, note } = received;
  const number = numberOf(received);
  if (allow_duplicate && note === undefined) {
    throw invalid({ note: "is required where a duplicate is allowed" });
  }
  if (number === undefined || allow_duplicate) return;
  const [known] = await tx.query<[{ reference_no: string }?]>(sql`
    select reference_no from payments
    where method = ${method} and lower(case when method = 'cheque' then cheque_number
        when method in ('tds', 'vds') then certificate_number else reference end) = lower(${number})
      and method not in ('cash', 'other') and reversed_at is null
    order by id limit 1`);
  if (known) throw duplicate(method, number, known.reference_no);
}

function duplicate(method: string, number: string, known?: string) {
  return conflict(
    "duplicate_reference",
    `${number} by ${method} was received already${known ? `, as ${known}` : ""}; ` +
      "say allow_duplicate and why in a note if it came twice.",
    { method, reference: number, reference_no: known },
  );
}

async function insert(tx: Tx, actor: Actor, row: Received & Record<string, unknown>) {
  await numberedOnce(row, () =>
    inOpenPeriod(() =>
      tx.query(sql`
      insert into payments (id, ${payment.stored}, reference_no, cheque_state, cleared_on,
        certificate_state, wanted, created_at, updated_at, created_by, allocated)
        overriding system value
      select id, ${payment.stored}, reference_no, cheque_state, cleared_on, certificate_state,
        nullif(wanted, 'null'), ${actor.now}::timestamptz, ${actor.now}::timestamptz,
        ${actor.userId}::bigint, allocated
      from ${
        payment.rows([row], {
          id: "bigint",
          reference_no: "text",
          cheque_state: "text",
          cleared_on: "date",
          certificate_state: "text",
          wanted: "jsonb",
          allocated: "numeric",
        })
      }`)
    ));
}

/**
 * Writes a payment whose number no other one that stands bears.
 *
 * @throws Refusal `duplicate_reference`
 */
export async function numberedOnce(
  payment: Numbered,
  write: () => Promise<unknown>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (brokenConstraint(error) !== "duplicate_reference") throw error;
    throw duplicate(payment.method, numberOf(payment)!);
  }
}
