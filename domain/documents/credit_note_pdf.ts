import type { Decimal } from "../money/decimal.ts";
import { amountInWords } from "./amount_in_words.ts";
import { formatAmount, formatMoney, formatNumber, inCurrency, inDigits } from "./format_money.ts";
import {
  type DocumentOptions,
  openSheet,
  type Party,
  writeFacts,
  writeSignatures,
} from "./letterhead.ts";
import { label, text } from "./styles.ts";
import { drawTable } from "./table.ts";
import { pageLine, wordings } from "./wording.ts";

/** A return with everything that is printed of it; local currency. */
export interface PrintedCreditNote {
  reference_no: string;
  invoice_reference_no: string;
  return_date: string;
  isVoid: boolean;
  customer: Party;
  reason: string;
  items: { description: string; quantity: Decimal; net: Decimal; serial_numbers: string[] }[];
  net: Decimal;
  vat: Decimal;
  total: Decimal;
  refunded: Decimal;
}

const GAP = 10;

/** The credit note of goods that came back, A4. The same note and options give the same bytes. */
export async function creditNotePdf(
  note: PrintedCreditNote,
  options: DocumentOptions,
): Promise<Uint8Array> {
  const { currency, digits, language } = options;
  const wording = wordings[language];
  const sheet = await openSheet({
    title: wording.creditNote,
    reference_no: note.reference_no,
    date: note.return_date,
    isVoid: note.isVoid,
    partyLabel: wording.customer,
    party: note.customer,
    facts: [[wording.invoice, note.invoice_reference_no]],
  }, options);
  drawTable(
    sheet,
    [
      { heading: wording.columns.line, align: "left", maxWidth: 40 },
      { heading: wording.columns.description, align: "left" },
      { heading: wording.columns.quantity, align: "right", maxWidth: 80 },
      { heading: inCurrency(wording.amount, currency), align: "right", maxWidth: 130 },
    ],
    note.items.map((line, at) => ({
      cells: [
        inDigits(String(at + 1), digits),
        line.description,
        formatNumber(line.quantity, digits),
        formatAmount(line.net, currency, digits),
      ],
      details: line.serial_numbers.length > 0
        ? [`${wording.serialNumbers}: ${line.serial_numbers.join(", ")}`]
        : [],
    })),
  );
  sheet.y += GAP;
  writeFacts(sheet, [
    [wording.subtotal, formatMoney(note.net, currency, digits)],
    [wording.vat, formatMoney(note.vat, currency, digits)],
    [wording.total, formatMoney(note.total, currency, digits)],
    ...note.refunded.gt("0")
      ? [[wording.paid, formatMoney(note.refunded, currency, digits)] as [string, string]]
      : [],
    ...currency === "BDT"
      ? [[wording.inWords, amountInWords(note.total, language)] as [string, string]]
      : [],
  ], sheet.left);
  sheet.y += GAP;
  sheet.writeLines([wording.notes], sheet.left, label);
  sheet.writeLines(sheet.wrap(note.reason, sheet.right - sheet.left, text), sheet.left, text);
  writeSignatures(sheet, wording.customerSignature, wording.authorisedSignature);
  return sheet.finish(pageLine(wording, digits));
}
