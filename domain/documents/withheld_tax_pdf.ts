import type { Decimal } from "../money/decimal.ts";
import { amountInWords } from "./amount_in_words.ts";
import { formatAmount, formatMoney, formatNumber, inDigits } from "./format_money.ts";
import {
  type DocumentOptions,
  openSheet,
  type Party,
  writeFacts,
  writeSignatures,
} from "./letterhead.ts";
import { drawTable } from "./table.ts";
import { vatWordings } from "./vat_wording.ts";
import { formatDate, pageLine, wordings } from "./wording.ts";

/** Tax withheld from a supplier with everything that is printed of it; local currency. */
export interface PrintedTax {
  reference_no: string;
  kind: "vds" | "tds";
  status: string;
  withheld_on: string;
  firm: { name: string; bin: string | null; address: string | null; officer: string | null };
  supplier: Party & { bin: string | null };
  base: Decimal | null;
  rate: Decimal | null;
  amount: Decimal;
  bill_number: string | null;
  challan_number: string | null;
  challan_date: string | null;
}

const GAP = 10;

/**
 * The certificate of tax withheld (Mushak 6.6 of VAT), A4. The same tax and options give the same bytes.
 */
export async function withheldTaxPdf(
  tax: PrintedTax,
  options: DocumentOptions,
): Promise<Uint8Array> {
  const { digits, language, currency } = options;
  const wording = wordings[language];
  const words = vatWordings[language].withheld;
  const { firm, supplier } = tax;
  const sheet = await openSheet({
    title: words.titles[tax.kind],
    reference_no: tax.reference_no,
    date: tax.withheld_on,
    isVoid: tax.status === "reversed",
    partyLabel: words.from,
    party: supplier,
    facts: [
      ...tax.kind === "vds"
        ? [[words.form, vatWordings[language].mushak(inDigits("6.6", digits))]] as const
        : [],
      [words.supplierBin, supplier.bin],
      [words.bill, tax.bill_number],
      [words.challan, tax.challan_number],
      [words.challanDate, tax.challan_date && formatDate(tax.challan_date, wording, digits)],
    ].flatMap(([name, value]): [string, string][] => name && value ? [[name, value]] : []),
  }, { ...options, business: { name: firm.name, address: firm.address } });
  writeFacts(sheet, [[vatWordings[language].bin, firm.bin ?? ""]], sheet.left);
  sheet.y += GAP;
  drawTable(sheet, [
    { heading: words.base, align: "right" },
    { heading: words.rate, align: "right", maxWidth: 90 },
    { heading: words.amount, align: "right", maxWidth: 140 },
  ], [{
    cells: [
      tax.base ? formatAmount(tax.base, currency, digits) : "",
      tax.rate ? `${formatNumber(tax.rate, digits)}%` : "",
      formatMoney(tax.amount, currency, digits),
    ],
    details: [],
    isTotal: true,
  }]);
  sheet.y += GAP;
  if (currency === "BDT") {
    writeFacts(sheet, [[wording.inWords, amountInWords(tax.amount, language)]], sheet.left);
  }
  writeSignatures(sheet, undefined, firm.officer ?? wording.authorisedSignature);
  return sheet.finish(pageLine(wording, digits));
}
