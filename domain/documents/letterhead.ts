import type { Language } from "./amount_in_words.ts";
import type { Digits } from "./format_money.ts";
import { Sheet } from "./sheet.ts";
import { heading, label, strong, type Style, text } from "./styles.ts";
import { formatDate, type Wording, wordings } from "./wording.ts";

/** The business or the customer, as it is to be printed. */
export interface Party {
  name: string;
  company_name?: string | null;
  address?: string | null;
  phone?: string | null;
}

/** How a document is printed. What people typed (names, numbers of documents) stays as typed. */
export interface DocumentOptions {
  business: Party;
  language: Language;
  digits: Digits;
  /** ISO 4217 code of the amounts; BDT prints as ৳. */
  currency: string;
}

export interface Letterhead {
  /** What the document is, in the document's language. */
  title: string;
  reference_no: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Void documents say so in red: a printed copy looks valid otherwise. */
  isVoid: boolean;
  /** What the other party is: "Bill to". */
  partyLabel: string;
  party: Party;
  /** Further facts beside number and date, label and value. */
  facts: [string, string][];
}

const GAP = 12;
const FACT_LABEL_WIDTH = 105;
const FACT_VALUE_WIDTH = 120;
const RULED_LINE = 150;

/** A sheet with the head of a document on it: business, title, the other party, number and date. */
export async function openSheet(head: Letterhead, options: DocumentOptions): Promise<Sheet> {
  const wording = wordings[options.language];
  const title = `${head.title} ${head.reference_no}`;
  const { business, language, digits } = options;
  const sheet = await Sheet.open({ title, author: business.name, language, date: head.date });

  const titleWidth = sheet.width(head.title, heading);
  sheet.write(head.title, sheet.right, heading, "right");
  if (head.isVoid) {
    const red = { ...heading, color: "#c00000" };
    sheet.write(wording.void, sheet.right, red, "right", sheet.y + sheet.lineHeight(heading));
  }
  writeParty(sheet, business, heading, sheet.right - sheet.left - titleWidth - GAP, wording);
  sheet.y = Math.max(sheet.y, sheet.top + 2 * sheet.lineHeight(heading)) + GAP / 2;
  sheet.rule(sheet.y);
  sheet.y += GAP;

  const top = sheet.y;
  const factsWidth = FACT_LABEL_WIDTH + FACT_VALUE_WIDTH;
  writeFacts(sheet, [
    [wording.number, head.reference_no],
    [wording.date, formatDate(head.date, wording, digits)],
    ...head.facts,
  ], sheet.right - factsWidth);
  const factsBottom = sheet.y;

  sheet.y = top;
  sheet.writeLines([head.partyLabel], sheet.left, label);
  const partyWidth = sheet.right - sheet.left - factsWidth - GAP;
  writeParty(sheet, head.party, { size: 11, weight: "bold" }, partyWidth, wording);
  sheet.y = Math.max(sheet.y, factsBottom) + GAP;
  return sheet;
}

/** Label and value side by side, from `x` to the right margin. */
export function writeFacts(sheet: Sheet, facts: [string, string][], x: number): void {
  const valueAt = x + FACT_LABEL_WIDTH;
  for (const [name, value] of facts) {
    const names = sheet.wrap(name, FACT_LABEL_WIDTH - GAP, label);
    const values = sheet.wrap(value, sheet.right - valueAt, strong);
    for (let at = 0; at < Math.max(names.length, values.length); at++) {
      sheet.keepTogether(sheet.lineHeight(strong));
      sheet.write(names[at] ?? "", x, label, "left", sheet.y + strong.size - label.size);
      sheet.write(values[at] ?? "", valueAt, strong);
      sheet.y += sheet.lineHeight(strong);
    }
  }
}

/** Ruled places to sign, at the foot of the last page. */
export function writeSignatures(sheet: Sheet, left: string | undefined, right: string): void {
  const height = 4 * sheet.lineHeight(text);
  sheet.keepTogether(height);
  const y = sheet.bottom - sheet.lineHeight(text);
  if (left !== undefined) {
    sheet.rule(y, "#000000", sheet.left, sheet.left + RULED_LINE);
    sheet.write(left, sheet.left, label, "left", y + 2);
  }
  sheet.rule(y, "#000000", sheet.right - RULED_LINE, sheet.right);
  sheet.write(right, sheet.right, label, "right", y + 2);
}

function writeParty(sheet: Sheet, party: Party, name: Style, width: number, wording: Wording) {
  sheet.writeLines(sheet.wrap(party.name, width, name), sheet.left, name);
  const phone = party.phone ? `${wording.phone}: ${party.phone}` : undefined;
  for (const line of [party.company_name, party.address, phone]) {
    if (line) sheet.writeLines(sheet.wrap(line, width, text), sheet.left, text);
  }
}
