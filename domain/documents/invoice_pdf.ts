import type { Decimal } from "../money/decimal.ts";
import { amountInWords } from "./amount_in_words.ts";
import { formatMoney, formatNumber } from "./format_money.ts";
import { drawInvoiceLines, type PrintedInvoiceLine } from "./invoice_lines.ts";
import { type DocumentOptions, openSheet, type Party, writeSignatures } from "./letterhead.ts";
import type { Sheet } from "./sheet.ts";
import { label, strong, type Style, text } from "./styles.ts";
import { PADDING } from "./table.ts";
import { formatDate, pageLine, wordings } from "./wording.ts";

/** An invoice with everything that is printed of it; the figures are printed, not computed. */
export interface PrintedInvoice {
  reference_no: string;
  invoice_date: string;
  due_date?: string | null;
  status?: string;
  customer: Party;
  items: PrintedInvoiceLine[];
  subtotal: Decimal;
  discount: Decimal;
  vat_percent?: Decimal | null;
  vat: Decimal;
  total: Decimal;
  paid: Decimal;
  due: Decimal;
  payments?: PrintedInvoicePayment[];
  notes?: string | null;
}

export interface PrintedInvoicePayment {
  payment_date: string;
  method: string;
  reference?: string | null;
  cheque_number?: string | null;
  amount: Decimal;
}

const TOTALS_WIDTH = 250;
const GAP = 10;

/**
 * The invoice as an A4 PDF to print or send. The same invoice and options give the same bytes.
 * @throws RangeError when the total of a taka invoice has a fraction of a poisha
 */
export async function invoicePdf(
  invoice: PrintedInvoice,
  options: DocumentOptions,
): Promise<Uint8Array> {
  const { digits } = options;
  const wording = wordings[options.language];
  const sheet = await openSheet({
    title: wording.invoice,
    reference_no: invoice.reference_no,
    date: invoice.invoice_date,
    isVoid: invoice.status === "void",
    partyLabel: wording.customer,
    party: invoice.customer,
    facts: invoice.due_date
      ? [[wording.dueDate, formatDate(invoice.due_date, wording, digits)]]
      : [],
  }, options);
  drawInvoiceLines(sheet, invoice.items, options);
  sheet.y += GAP / 2;
  drawTotals(sheet, invoice, options);
  drawPayments(sheet, invoice.payments ?? [], options);
  if (invoice.notes) {
    sheet.y += GAP;
    sheet.writeLines([wording.notes], sheet.left, label);
    sheet.writeLines(sheet.wrap(invoice.notes, sheet.right - sheet.left, text), sheet.left, text);
  }
  writeSignatures(sheet, wording.customerSignature, wording.authorisedSignature);
  return sheet.finish(pageLine(wording, digits));
}

/** The totals stay on one page, with the total in words under them. */
function drawTotals(sheet: Sheet, invoice: PrintedInvoice, options: DocumentOptions): void {
  const { currency, digits, language } = options;
  const wording = wordings[language];
  const percent = invoice.vat_percent ? ` (${formatNumber(invoice.vat_percent, digits)}%)` : "";
  const rows: [string, Decimal, Style][] = [
    [wording.subtotal, invoice.subtotal, text],
    [wording.discount, invoice.discount, text],
    [wording.vat + percent, invoice.vat, text],
    [wording.total, invoice.total, strong],
    [wording.paid, invoice.paid, text],
    [wording.due, invoice.due, strong],
  ];
  const words = currency === "BDT"
    ? sheet.wrap(
      `${wording.inWords}: ${amountInWords(invoice.total, language)}`,
      sheet.right - sheet.left,
      strong,
    )
    : [];
  sheet.keepTogether((rows.length + words.length) * sheet.lineHeight(text) + GAP);
  for (const [name, amount, style] of rows) {
    sheet.write(name, sheet.right - TOTALS_WIDTH, style);
    sheet.write(formatMoney(amount, currency, digits), sheet.right - PADDING, style, "right");
    sheet.y += sheet.lineHeight(style);
  }
  sheet.y += GAP / 2;
  sheet.writeLines(words, sheet.left, strong);
}

function drawPayments(
  sheet: Sheet,
  payments: PrintedInvoicePayment[],
  { language, digits, currency }: DocumentOptions,
): void {
  if (payments.length === 0) return;
  const wording = wordings[language];
  sheet.y += GAP;
  sheet.writeLines([wording.payments], sheet.left, label);
  for (const payment of payments) {
    const line = [
      formatDate(payment.payment_date, wording, digits),
      wording.methods[payment.method] ?? payment.method,
      payment.reference,
      payment.cheque_number && `${wording.cheque} ${payment.cheque_number}`,
      formatMoney(payment.amount, currency, digits),
    ].filter(Boolean).join(", ");
    sheet.writeLines(sheet.wrap(line, sheet.right - sheet.left, text), sheet.left, text);
  }
}
