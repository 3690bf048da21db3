import type { Sheet } from "./sheet.ts";
import { label, strong, type Style, text } from "./styles.ts";

/** Points between a text and the edges of its cell. */
export const PADDING = 5;

export interface Column {
  heading: string;
  align: "left" | "right";
  /** A column may be as wide as its widest text up to this; the one without takes the rest. */
  maxWidth?: number;
}

export interface Row {
  cells: string[];
  /** Small print under the text of the widest column. */
  details: string[];
  isTotal?: boolean;
}

/** The letters of cells, and of headings and totals. */
export interface TableStyles {
  text: Style;
  strong: Style;
}

interface Place {
  column: Column;
  x: number;
  width: number;
}
type Line = { text: string; style: Style };

/** A row in the lines it takes: of each cell, and how high each is. */
interface RowLayout {
  cells: Line[][];
  heights: number[];
  height: number;
}

/**
 * Draws a table from the pen on. Texts wrap within their column, the heading comes again on each
 * page, and a row is only broken when it is higher than a page.
 */
export function drawTable(
  sheet: Sheet,
  columns: Column[],
  rows: Row[],
  styles: TableStyles = { text, strong },
): void {
  const places = placesOf(sheet, columns, rows, styles);
  const heading = layoutOf(
    sheet,
    places.map(({ column, width }) => headingLines(sheet, column, width, styles)),
  );
  const room = sheet.bottom - sheet.top - heading.height;
  const layouts = rows.map((row) =>
    layoutOf(sheet, places.map((place, at) => cellLines(sheet, place, row, at, styles)))
  );
  const first = layouts.length > 0 && layouts[0].height <= room ? layouts[0].height : 0;
  sheet.keepTogether(heading.height + first);
  drawHeading(sheet, places, heading);
  for (const layout of layouts) {
    if (layout.height <= room && sheet.y + layout.height > sheet.bottom) {
      sheet.newPage();
      drawHeading(sheet, places, heading);
    }
    sheet.y += PADDING;
    for (const [line, height] of layout.heights.entries()) {
      if (sheet.y + height > sheet.bottom) {
        sheet.newPage();
        drawHeading(sheet, places, heading);
        sheet.y += PADDING;
      }
      drawLine(sheet, places, layout, line);
    }
    sheet.y += PADDING;
    sheet.rule(sheet.y, "#cccccc");
  }
}

function placesOf(
  sheet: Sheet,
  columns: Column[],
  rows: Row[],
  { text, strong }: TableStyles,
): Place[] {
  const widths = columns.map(({ heading, maxWidth }, at) => {
    if (maxWidth === undefined) return 0;
    const texts = rows.map(({ cells, isTotal }) => sheet.width(cells[at], isTotal ? strong : text));
    const widest = texts.reduce((a, b) => Math.max(a, b), sheet.width(heading, strong));
    return Math.min(widest, maxWidth);
  });
  const taken = widths.reduce((total, width) => total + width + 2 * PADDING, 0);
  let x = sheet.left;
  return columns.map((column, at) => {
    const width = column.maxWidth === undefined ? sheet.right - sheet.left - taken : widths[at];
    const place = { column, x: x + PADDING, width };
    x += width + 2 * PADDING;
    return place;
  });
}

function headingLines(
  sheet: Sheet,
  column: Column,
  width: number,
  { strong }: TableStyles,
): Line[] {
  return sheet.wrap(column.heading, width, strong).map((line) => ({ text: line, style: strong }));
}

function cellLines(
  sheet: Sheet,
  { column, width }: Place,
  row: Row,
  at: number,
  { text, strong }: TableStyles,
): Line[] {
  const style = row.isTotal ? strong : text;
  const lines = sheet.wrap(row.cells[at], width, style).map((line) => ({ text: line, style }));
  if (column.maxWidth !== undefined) return lines;
  const details = row.details.flatMap((detail) => sheet.wrap(detail, width, label));
  return [...lines, ...details.map((line) => ({ text: line, style: label }))];
}

function layoutOf(sheet: Sheet, cells: Line[][]): RowLayout {
  const count = Math.max(...cells.map((lines) => lines.length));
  const heights = Array.from({ length: count }, (_, line) => {
    const parts = cells.map((lines) => lines[line]).filter((part) => part !== undefined);
    return Math.max(...parts.map(({ style }) => sheet.lineHeight(style)));
  });
  const height = heights.reduce((total, part) => total + part, 2 * PADDING);
  return { cells, heights, height };
}

function drawHeading(sheet: Sheet, places: Place[], heading: RowLayout): void {
  sheet.band(sheet.y, heading.height);
  sheet.y += PADDING;
  for (const line of heading.heights.keys()) drawLine(sheet, places, heading, line);
  sheet.y += PADDING;
}

function drawLine(
  sheet: Sheet,
  places: Place[],
  { cells, heights }: RowLayout,
  line: number,
): void {
  for (const [at, { column, x, width }] of places.entries()) {
    const part = cells[at][line];
    if (!part) continue;
    sheet.write(part.text, column.align === "left" ? x : x + width, part.style, column.align);
  }
  sheet.y += heights[line];
}
