import type { Decimal } from "../money/decimal.ts";
import { formatAmount, formatNumber, inCurrency, inDigits } from "./format_money.ts";
import type { DocumentOptions } from "./letterhead.ts";
import type { Sheet } from "./sheet.ts";
import { drawTable, type Row } from "./table.ts";
import { wordings } from "./wording.ts";

export interface PrintedInvoiceLine {
  description: string;
  quantity: Decimal;
  unit?: string | null;
  unit_price: Decimal;
  discount: Decimal;
  amount: Decimal;
  serial_numbers?: string[] | null;
  warranty_months?: number | null;
}

const NUMBER_WIDTH = 28;
const QUANTITY_WIDTH = 80;
const AMOUNT_WIDTH = 100;

/** The table of an invoice's lines, numbered from 1. */
export function drawInvoiceLines(
  sheet: Sheet,
  lines: PrintedInvoiceLine[],
  options: DocumentOptions,
): void {
  const { currency, digits } = options;
  const { columns } = wordings[options.language];
  const amount = (heading: string) => ({
    heading: inCurrency(heading, currency),
    align: "right" as const,
    maxWidth: AMOUNT_WIDTH,
  });
  drawTable(
    sheet,
    [
      { heading: columns.line, align: "left", maxWidth: NUMBER_WIDTH },
      { heading: columns.description, align: "left" },
      { heading: columns.quantity, align: "right", maxWidth: QUANTITY_WIDTH },
      amount(columns.unitPrice),
      amount(columns.discount),
      amount(columns.amount),
    ],
    lines.map((line, at) => ({
      cells: [
        inDigits(String(at + 1), digits),
        line.description,
        quantityOf(line, options),
        formatAmount(line.unit_price, currency, digits),
        formatAmount(line.discount, currency, digits),
        formatAmount(line.amount, currency, digits),
      ],
      details: detailsOf(line, options),
    })),
  );
}

function quantityOf(line: PrintedInvoiceLine, { language, digits }: DocumentOptions): string {
  const quantity = formatNumber(line.quantity, digits);
  return line.unit ? `${quantity} ${wordings[language].units[line.unit] ?? line.unit}` : quantity;
}

function detailsOf(
  line: PrintedInvoiceLine,
  { language, digits }: DocumentOptions,
): Row["details"] {
  const wording = wordings[language];
  const details: string[] = [];
  if (line.serial_numbers?.length) {
    details.push(`${wording.serialNumbers}: ${line.serial_numbers.join(", ")}`);
  }
  if (line.warranty_months) {
    const months = inDigits(String(line.warranty_months), digits);
    const unit = line.warranty_months === 1 ? wording.month : wording.months;
    details.push(`${wording.warranty}: ${months} ${unit}`);
  }
  return details;
}
