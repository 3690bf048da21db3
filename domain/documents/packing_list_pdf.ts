import type { Decimal } from "../money/decimal.ts";
import { formatNumber, inDigits } from "./format_money.ts";
import { type DocumentOptions, openSheet, type Party, writeSignatures } from "./letterhead.ts";
import { label, text } from "./styles.ts";
import { drawTable } from "./table.ts";
import { pageLine, wordings } from "./wording.ts";

/** A consignment of faulty pieces with everything that is printed of it; no customer, no value. */
export interface PrintedReturn {
  reference_no: string;
  sent_on: string;
  supplier: Party;
  courier: string | null;
  airway_bill: string | null;
  supplier_rma_number: string | null;
  packages: number | null;
  gross_weight: Decimal | null;
  note: string | null;
  lines: {
    /** null of our own stock */
    rma_reference_no: string | null;
    piece: string;
    fault_description: string;
    quantity: Decimal;
  }[];
}

const GAP = 10;

/** The packing list of faulty pieces to a supplier, A4. The same consignment and options give the same bytes. */
export async function packingListPdf(
  sent: PrintedReturn,
  options: DocumentOptions,
): Promise<Uint8Array> {
  const { digits, language } = options;
  const wording = wordings[language];
  const words = wording.packingList;
  const facts: [string, string | null][] = [
    [words.supplierNumber, sent.supplier_rma_number],
    [words.courier, sent.courier],
    [words.airwayBill, sent.airway_bill],
    [words.packages, sent.packages === null ? null : inDigits(String(sent.packages), digits)],
    [words.weight, sent.gross_weight === null ? null : formatNumber(sent.gross_weight, digits)],
  ];
  const sheet = await openSheet({
    title: words.title,
    reference_no: sent.reference_no,
    date: sent.sent_on,
    isVoid: false,
    partyLabel: words.to,
    party: sent.supplier,
    facts: facts.flatMap(([name, value]) => value ? [[name, value]] : []),
  }, options);
  drawTable(
    sheet,
    [
      { heading: wording.columns.line, align: "left", maxWidth: 40 },
      { heading: words.piece, align: "left" },
      { heading: words.rma, align: "left", maxWidth: 130 },
      { heading: wording.columns.quantity, align: "right", maxWidth: 80 },
    ],
    sent.lines.map((line, at) => ({
      cells: [
        inDigits(String(at + 1), digits),
        line.piece,
        line.rma_reference_no ?? "",
        formatNumber(line.quantity, digits),
      ],
      details: line.fault_description.split("\n"),
    })),
  );
  if (sent.note) {
    sheet.y += GAP;
    sheet.writeLines([wording.notes], sheet.left, label);
    sheet.writeLines(sheet.wrap(sent.note, sheet.right - sheet.left, text), sheet.left, text);
  }
  writeSignatures(sheet, words.sender, words.carrier);
  return sheet.finish(pageLine(wording, digits));
}
