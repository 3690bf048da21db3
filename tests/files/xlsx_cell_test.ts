import { columnOf, dayToDate, isDateFormat, unescapeText } from "../../domain/files/xlsx_cell.ts";
import { assertEquals } from "../support/assert.ts";

Deno.test("isDateFormat() knows the built-in formats of dates, at both ends of each stretch", () => {
  const dates = Array.from({ length: 100 }, (_, id) => id)
    .filter((id) => isDateFormat(id, undefined));
  const stretch = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at);
  assertEquals(dates, [...stretch(14, 17), 22, ...stretch(27, 36), ...stretch(50, 58)]);
});

Deno.test("isDateFormat() reads a workbook's own format: a day or a year is a date, minutes are none", () => {
  for (const code of ["dd/mm/yyyy", "mmm", "[$-409]d", "yyyy;@"]) {
    assertEquals(isDateFormat(164, code), true, code);
  }
  for (const code of ["0.00", "General", "hh:mm", "mm:ss", "[h]:mm", '"day" 0', "\\d0"]) {
    assertEquals(isDateFormat(164, code), false, code);
  }
});

Deno.test("dayToDate() counts as the spreadsheets do, the day that never was included", () => {
  const days: [string, string | undefined][] = [
    ["-1", undefined],
    ["0", undefined],
    ["1", "1900-01-01"],
    ["59", "1900-02-28"],
    ["60", "1900-02-29"],
    ["61", "1900-03-01"],
    ["45658.75", "2025-01-01"],
    ["2958465", "9999-12-31"],
    ["2958466", undefined],
  ];
  for (const [stored, date] of days) assertEquals(dayToDate(stored, false), date, stored);
  assertEquals(dayToDate("0", true), "1904-01-01");
});

Deno.test("columnOf() and unescapeText() read what a cell is called and holds", () => {
  const columns: [string | undefined, number | undefined][] = [
    ["A1", 0],
    ["Z9", 25],
    ["AA1", 26],
    ["bc12", 54],
    ["XFD1", 16383],
    ["A", undefined],
    [undefined, undefined],
  ];
  for (const [reference, at] of columns) assertEquals(columnOf(reference), at, reference);
  assertEquals(unescapeText("a_x0041__x000a_b_x41_"), "aA\nb_x41_");
});
