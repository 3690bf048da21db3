import { type Decimal, isZero, sum } from "../money/decimal.ts";
import { amountInWords } from "./amount_in_words.ts";
import { formatAmount, formatMoney, inCurrency } from "./format_money.ts";
import {
  type DocumentOptions,
  openSheet,
  type Party,
  writeFacts,
  writeSignatures,
} from "./letterhead.ts";
import type { Sheet } from "./sheet.ts";
import { label, text } from "./styles.ts";
import { drawTable } from "./table.ts";
import { formatDate, pageLine, wordings } from "./wording.ts";

/** A customer's payment with everything that is printed of it. */
export interface PrintedPayment {
  reference_no: string;
  payment_date: string;
  status?: string;
  customer: Party;
  amount: Decimal;
  method: string;
  reference?: string | null;
  cheque_number?: string | null;
  cheque_date?: string | null;
  /** The invoices it was used for; what is left of the amount is printed as on account. */
  allocations?: { invoice_reference_no: string; amount: Decimal }[];
  note?: string | null;
}

const AMOUNT_WIDTH = 120;
const GAP = 10;

/**
 * The money receipt of a payment as an A4 PDF. The same payment and options give the same bytes.
 * @throws RangeError when a taka amount is below zero or has a fraction of a poisha
 */
export async function moneyReceiptPdf(
  payment: PrintedPayment,
  options: DocumentOptions,
): Promise<Uint8Array> {
  const { digits } = options;
  const wording = wordings[options.language];
  const sheet = await openSheet({
    title: wording.moneyReceipt,
    reference_no: payment.reference_no,
    date: payment.payment_date,
    isVoid: payment.status === "void",
    partyLabel: wording.receivedFrom,
    party: payment.customer,
    facts: [],
  }, options);
  sheet.rule(sheet.y);
  sheet.y += GAP;
  writeFacts(sheet, factsOf(payment, options), sheet.left);
  sheet.y += GAP;
  drawAllocations(sheet, payment, options);
  if (payment.note) {
    sheet.y += GAP;
    sheet.writeLines([wording.notes], sheet.left, label);
    sheet.writeLines(sheet.wrap(payment.note, sheet.right - sheet.left, text), sheet.left, text);
  }
  writeSignatures(sheet, undefined, wording.authorisedSignature);
  return sheet.finish(pageLine(wording, digits));
}

function factsOf(payment: PrintedPayment, options: DocumentOptions): [string, string][] {
  const { currency, digits, language } = options;
  const wording = wordings[language];
  const facts: [string, string | null | undefined][] = [
    [wording.amountReceived, formatMoney(payment.amount, currency, digits)],
    [wording.inWords, currency === "BDT" ? amountInWords(payment.amount, language) : null],
    [wording.method, wording.methods[payment.method] ?? payment.method],
    [wording.reference, payment.reference],
    [wording.cheque, payment.cheque_number],
    [
      wording.chequeDate,
      payment.cheque_date && formatDate(payment.cheque_date, wording, digits),
    ],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function drawAllocations(sheet: Sheet, payment: PrintedPayment, options: DocumentOptions): void {
  const { currency, digits, language } = options;
  const wording = wordings[language];
  const allocations = payment.allocations ?? [];
  const onAccount = payment.amount.minus(sum(allocations.map(({ amount }) => amount)));
  const rows = allocations.map(({ invoice_reference_no, amount }) => ({
    cells: [invoice_reference_no, formatAmount(amount, currency, digits)],
    details: [],
  }));
  if (!isZero(onAccount)) {
    const amount = formatAmount(onAccount, currency, digits);
    rows.push({ cells: [wording.onAccount, amount], details: [] });
  }
  drawTable(sheet, [
    { heading: wording.forInvoices, align: "left" },
    {
      heading: inCurrency(wording.amount, currency),
      align: "right",
      maxWidth: AMOUNT_WIDTH,
    },
  ], rows);
}
