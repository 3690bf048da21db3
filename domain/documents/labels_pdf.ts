import { setImmediate } from "node:timers";
import { encode } from "uqr";
import { Sheet } from "./sheet.ts";
import type { Style } from "./styles.ts";

/** What stands on a label: a code to scan and read, and what it is stuck on. */
export interface Label {
  /** a serial number or an SKU */
  code: string;
  name?: string | null;
  sku?: string | null;
}
export const labelSizes = ["a4", "roll"] as const;

const MM = 72 / 25.4;
const WIDTH = 40 * MM;
const HEIGHT = 30 * MM;
/** 5 across and 9 down leave 5 mm beside and 13.5 mm over and under them. */
const ACROSS = 5;
const DOWN = 9;
export const ON_A_SHEET = ACROSS * DOWN;
const EDGE = 2.5 * MM;
const SQUARE = 18 * MM;

/**
 * Labels of 40 × 30 mm: one to a page of a roll, or 45 to a sheet of A4 of which the first `skip` are used
 * already. The QR code is the code alone, so that any reader types it.
 */
export async function labelsPdf(
  labels: Label[],
  { size, skip, title, author, date }: {
    size: typeof labelSizes[number];
    skip: number;
    title: string;
    author: string;
    date: string;
  },
): Promise<Uint8Array> {
  const roll = size === "roll";
  const sheet = await Sheet.open({
    title,
    author,
    date,
    language: "en",
    ...roll && { page: [WIDTH, HEIGHT] },
  });
  for (const [at, label] of labels.entries()) {
    if (at % 20 === 19) await new Promise((turn) => setImmediate(turn)); // a thousand take over a second
    if (roll) {
      if (at > 0) sheet.newPage();
      draw(sheet, label, 0, 0);
      continue;
    }
    const place = at + skip;
    if (at > 0 && place % ON_A_SHEET === 0) sheet.newPage();
    const [column, row] = [place % ACROSS, Math.floor(place % ON_A_SHEET / ACROSS)];
    draw(sheet, label, (5 + 40 * column) * MM, (13.5 + 30 * row) * MM);
  }
  return await sheet.finish();
}

const small: Style = { size: 6 };
const named: Style = { size: 6.5, weight: "bold" };

function draw(sheet: Sheet, { code, name, sku }: Label, x: number, y: number): void {
  const [left, top, inside] = [x + EDGE, y + EDGE, WIDTH - 2 * EDGE];
  sheet.squares(encode(code, { ecc: "M", border: 0 }).data, left, top, SQUARE);
  const beside = left + SQUARE + EDGE;
  sheet.wrap(name ?? "", x + WIDTH - 1 * MM - beside, named).slice(0, 5).forEach((line, at) =>
    sheet.write(line, beside, named, "left", top + at * sheet.lineHeight(named))
  );
  const fitting = fitted(sheet, code, inside);
  sheet.write(code, left, fitting, "left", top + SQUARE + 1.5 * MM);
  if (sku && sku !== code) {
    const [line] = sheet.wrap(sku, inside, small);
    sheet.write(line, left, small, "left", top + SQUARE + 4.6 * MM);
  }
}

/** The code whole, as large as its line takes. */
function fitted(sheet: Sheet, code: string, width: number): Style {
  const style: Style = { size: 8, weight: "bold" };
  return { ...style, size: Math.min(8, 8 * width / sheet.width(code, style)) };
}
