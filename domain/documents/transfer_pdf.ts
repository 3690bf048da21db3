import type { Decimal } from "../money/decimal.ts";
import { formatNumber, inDigits } from "./format_money.ts";
import { type DocumentOptions, openSheet, writeSignatures } from "./letterhead.ts";
import { label, text } from "./styles.ts";
import { drawTable } from "./table.ts";
import { pageLine, wordings } from "./wording.ts";

/** A transfer with everything that is printed of it: no prices, for whoever carries the goods. */
export interface PrintedTransfer {
  reference_no: string;
  sent_on: string;
  from_place_name: string;
  to_place_name: string;
  carried_by: string | null;
  note: string | null;
  lines: {
    sku: string;
    product_name: string;
    unit: string;
    quantity: Decimal;
    serial_numbers: string[];
  }[];
}

const GAP = 10;

/** The paper that goes with goods from one place to another, A4. The same transfer and options give the same bytes. */
export async function transferPdf(
  transfer: PrintedTransfer,
  options: DocumentOptions,
): Promise<Uint8Array> {
  const { digits, language } = options;
  const wording = wordings[language];
  const words = wording.transfer;
  const sheet = await openSheet({
    title: words.title,
    reference_no: transfer.reference_no,
    date: transfer.sent_on,
    isVoid: false,
    partyLabel: words.to,
    party: { name: transfer.to_place_name },
    facts: [
      [words.from, transfer.from_place_name],
      ...transfer.carried_by ? [[words.carrier, transfer.carried_by] as [string, string]] : [],
    ],
  }, options);
  drawTable(
    sheet,
    [
      { heading: wording.columns.line, align: "left", maxWidth: 40 },
      { heading: wording.columns.description, align: "left" },
      { heading: words.sku, align: "left", maxWidth: 130 },
      { heading: wording.columns.quantity, align: "right", maxWidth: 110 },
    ],
    transfer.lines.map((line, at) => ({
      cells: [
        inDigits(String(at + 1), digits),
        line.product_name,
        line.sku,
        `${formatNumber(line.quantity, digits)} ${wording.units[line.unit] ?? line.unit}`,
      ],
      details: line.serial_numbers.length > 0
        ? [`${wording.serialNumbers}: ${line.serial_numbers.join(", ")}`]
        : [],
    })),
  );
  if (transfer.note) {
    sheet.y += GAP;
    sheet.writeLines([wording.notes], sheet.left, label);
    sheet.writeLines(sheet.wrap(transfer.note, sheet.right - sheet.left, text), sheet.left, text);
  }
  writeSignatures(sheet, words.sender, words.receiver);
  return sheet.finish(pageLine(wording, digits));
}
