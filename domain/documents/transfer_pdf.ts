import { drawGoods, type PrintedGoods } from "./goods_lines.ts";
import { type DocumentOptions, openSheet, writeSignatures } from "./letterhead.ts";
import { label, text } from "./styles.ts";
import { pageLine, wordings } from "./wording.ts";

/** A transfer with everything that is printed of it: no prices, for whoever carries the goods. */
export interface PrintedTransfer {
  reference_no: string;
  sent_on: string;
  from_place_name: string;
  to_place_name: string;
  carried_by: string | null;
  note: string | null;
  lines: PrintedGoods[];
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
  drawGoods(sheet, transfer.lines, options);
  if (transfer.note) {
    sheet.y += GAP;
    sheet.writeLines([wording.notes], sheet.left, label);
    sheet.writeLines(sheet.wrap(transfer.note, sheet.right - sheet.left, text), sheet.left, text);
  }
  writeSignatures(sheet, words.sender, words.receiver);
  return sheet.finish(pageLine(wording, digits));
}
