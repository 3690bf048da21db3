import type { Decimal } from "../money/decimal.ts";
import { roundHalfUp, sum } from "../money/decimal.ts";
import { business } from "../business/business.ts";
import { formatAmount, formatNumber, inDigits } from "./format_money.ts";
import { type DocumentOptions } from "./letterhead.ts";
import { Sheet } from "./sheet.ts";
import { heading, label, strong, text } from "./styles.ts";
import { drawTable, type Row } from "./table.ts";
import { vatWordings } from "./vat_wording.ts";
import { formatDate, pageLine, wordings } from "./wording.ts";

interface PrintedParty {
  name: string;
  bin: string | null;
  address: string | null;
  officer?: string | null;
  officer_title?: string | null;
}

export interface PrintedChallan {
  reference_no: string;
  kind: "6.3" | "6.7";
  original_reference_no: string | null;
  original_issued_on: string | null;
  issued_at: string;
  issued_on: string;
  seller: PrintedParty;
  buyer: PrintedParty;
  destination: string | null;
  vehicle: string | null;
  reason: string | null;
  bills_of_entry: string[];
  copies: number;
  lines: {
    description: string;
    unit: string | null;
    quantity: Decimal;
    unit_price: Decimal;
    value: Decimal;
    sd: Decimal;
    vat_percent: Decimal;
    vat: Decimal;
    total: Decimal;
  }[];
}

const GAP = 8;
const LABEL_WIDTH = 170;
const small = { text: { size: 8 }, strong: { size: 8, weight: "bold" as const } };
/** Its column in the form. */
const UNIT_PRICE = 4;
/** Points of each column; the description takes the rest. */
const widths = [30, undefined, 48, 55, 78, 86, 62, 58, 86, 90];

/**
 * A tax invoice (Mushak 6.3) or credit note of VAT (6.7), in the order and with the columns of the form. The
 * figures are printed, not computed but for the row of totals. The same paper and options give the same bytes.
 */
export async function vatChallanPdf(
  challan: PrintedChallan,
  options: DocumentOptions,
): Promise<Uint8Array> {
  const { language, digits } = options;
  const words = vatWordings[language];
  const { kind, reference_no, seller } = challan;
  const sheet = await Sheet.open({
    title: `${words.mushak(inDigits(kind, digits))} ${reference_no}`,
    author: seller.name,
    language,
    date: challan.issued_on,
    landscape: true,
  });
  drawHead(sheet, challan, options);
  drawFacts(sheet, challan, options);
  sheet.y += GAP;
  drawLines(sheet, challan, options);
  drawOfficer(sheet, challan, options);
  return sheet.finish(pageLine(wordings[language], digits));
}

function drawHead(sheet: Sheet, challan: PrintedChallan, { language, digits }: DocumentOptions) {
  const words = vatWordings[language];
  const { kind, copies } = challan;
  const middle = (line: string, style: typeof text) => {
    const x = (sheet.left + sheet.right - sheet.width(line, style)) / 2;
    sheet.write(line, x, style);
    sheet.y += sheet.lineHeight(style);
  };
  sheet.write(words.mushak(inDigits(kind, digits)), sheet.right, heading, "right");
  const copy = copies <= 1 ? words.first : words.copy(inDigits(String(copies - 1), digits));
  const below = sheet.y + sheet.lineHeight(heading);
  sheet.write(copy, sheet.right, label, "right", below);
  middle(words.republic, text);
  middle(words.board, text);
  middle(words.titles[kind], heading);
  if (kind === "6.3") middle(words.rule, label);
  sheet.y += GAP;
}

/** What stands above the table, label and value, in the order of the form. */
function drawFacts(sheet: Sheet, challan: PrintedChallan, options: DocumentOptions): void {
  const { language, digits } = options;
  const words = vatWordings[language];
  const { seller, buyer, kind } = challan;
  const time = new Date(challan.issued_at).toLocaleTimeString("en-GB", {
    timeZone: business.timeZone,
    hour: "2-digit",
    minute: "2-digit",
  });
  const facts: [string, string | null][] = [
    [words.seller, seller.name],
    [words.bin, seller.bin],
    [words.issuedAt, seller.address],
    [words.buyer, buyer.name],
    [words.buyerBin, buyer.bin],
    ...kind === "6.3"
      ? [[words.destination, challan.destination], [words.vehicle, challan.vehicle]] as const
      : [
        [words.original, challan.original_reference_no],
        [
          words.originalDate,
          challan.original_issued_on &&
          formatDate(challan.original_issued_on, wordings[language], digits),
        ],
      ] as const,
    [words.number, challan.reference_no],
    [words.date, formatDate(challan.issued_on, wordings[language], digits)],
    [words.time, inDigits(time, digits)],
    ...challan.bills_of_entry.length > 0
      ? [[words.billsOfEntry, challan.bills_of_entry.join(", ")]] as const
      : [],
    ...challan.reason ? [[words.reason, challan.reason]] as const : [],
  ].map(([name, value]) => [name!, value]);
  for (const [name, value] of facts) {
    const lines = sheet.wrap(
      (value ?? "").replaceAll("\n", ", "),
      sheet.right - sheet.left - LABEL_WIDTH,
      strong,
    );
    sheet.keepTogether(Math.max(lines.length, 1) * sheet.lineHeight(text));
    sheet.write(`${name}:`, sheet.left, text);
    if (lines.length === 0) sheet.y += sheet.lineHeight(text);
    sheet.writeLines(lines, sheet.left + LABEL_WIDTH, strong);
  }
}

function drawLines(sheet: Sheet, challan: PrintedChallan, options: DocumentOptions): void {
  const { language, digits, currency } = options;
  const words = vatWordings[language];
  const { units } = wordings[language];
  const amount = (value: Decimal) => formatAmount(value, currency, digits);
  const rows = challan.lines.map((line, at): Row => ({
    cells: [
      inDigits(String(at + 1), digits),
      line.description,
      line.unit ? units[line.unit] ?? line.unit : "",
      formatNumber(line.quantity, digits),
      formatNumber(
        // a credit note tells the price of one with its taxes
        challan.kind === "6.3" ? line.unit_price : roundHalfUp(line.total.div(line.quantity), 2),
        digits,
      ),
      amount(line.value),
      amount(line.sd),
      `${formatNumber(line.vat_percent, digits)}%`,
      amount(line.vat),
      amount(line.total),
    ],
    details: [],
  }));
  const total = (of: "value" | "sd" | "vat" | "total") =>
    amount(sum(challan.lines.map((line) => line[of])));
  const last: Row = {
    cells: [
      "",
      words.total,
      "",
      "",
      "",
      total("value"),
      total("sd"),
      "",
      total("vat"),
      total("total"),
    ],
    details: [],
    isTotal: true,
  };
  drawTable(
    sheet,
    words.columns.map((heading, at) => ({
      heading: at === UNIT_PRICE && challan.kind === "6.7" ? words.priceWithTaxes : heading,
      align: at < 3 ? "left" : "right",
      maxWidth: widths[at],
    })),
    [...rows, last],
    small,
  );
}

function drawOfficer(
  sheet: Sheet,
  { seller }: PrintedChallan,
  { language }: DocumentOptions,
): void {
  const words = vatWordings[language];
  sheet.keepTogether(5 * sheet.lineHeight(text) + GAP);
  sheet.y += 2 * GAP;
  for (
    const [name, value] of [
      [words.officer, seller.officer ?? ""],
      [words.officerTitle, seller.officer_title ?? ""],
      [words.signature, ""],
      [words.seal, ""],
    ]
  ) {
    sheet.write(`${name}:`, sheet.left, text);
    sheet.writeLines([value], sheet.left + LABEL_WIDTH, text);
  }
}
