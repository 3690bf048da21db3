import type { Decimal } from "../money/decimal.ts";
import { formatNumber, inDigits } from "./format_money.ts";
import type { DocumentOptions } from "./letterhead.ts";
import type { Sheet } from "./sheet.ts";
import { drawTable } from "./table.ts";
import { wordings } from "./wording.ts";

/** Goods on a paper that goes with them: no prices, for whoever carries them. */
export interface PrintedGoods {
  sku: string | null;
  product_name: string;
  unit: string | null;
  quantity: Decimal;
  serial_numbers: string[];
}

/** A table of goods with their numbers. */
export function drawGoods(sheet: Sheet, goods: PrintedGoods[], options: DocumentOptions): void {
  const { digits, language } = options;
  const wording = wordings[language];
  drawTable(
    sheet,
    [
      { heading: wording.columns.line, align: "left", maxWidth: 40 },
      { heading: wording.columns.description, align: "left" },
      { heading: wording.transfer.sku, align: "left", maxWidth: 130 },
      { heading: wording.columns.quantity, align: "right", maxWidth: 110 },
    ],
    goods.map((line, at) => ({
      cells: [
        inDigits(String(at + 1), digits),
        line.product_name,
        line.sku ?? "",
        [
          formatNumber(line.quantity, digits),
          line.unit && (wording.units[line.unit] ?? line.unit),
        ].filter(Boolean).join(" "),
      ],
      details: line.serial_numbers.length > 0
        ? [`${wording.serialNumbers}: ${line.serial_numbers.join(", ")}`]
        : [],
    })),
  );
}
