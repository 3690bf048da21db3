const LAST_DAY_1900 = 2_958_465; // 9999-12-31

/**
 * A stored cell number as plain decimal text. Spreadsheets keep doubles and show 15 significant
 * digits, so 0.30000000000000004 is 0.3. From 1e15 on the double itself may be off by a unit: the
 * stored text is given out as it is, so that validation refuses it.
 */
export function plainNumber(stored: string): string {
  const number = Number(stored);
  if (!/^-?[\d.]+(e[-+]?\d+)?$/i.test(stored) || !(Math.abs(number) < 1e15)) return stored;
  const [mantissa, exponent] = Math.abs(number).toExponential(14).split("e");
  const digits = mantissa.replace(".", "");
  const point = Number(exponent) + 1;
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  const fraction = (point > 0 ? digits.slice(point) : "0".repeat(-point) + digits)
    .replace(/0+$/, "");
  return (number < 0 ? "-" : "") + whole + (fraction && `.${fraction}`);
}

/**
 * A stored day number as YYYY-MM-DD, its time of day left out; undefined when it lies outside the
 * calendar. In the 1900 system day 60 is 1900-02-29, a day that Excel has and the calendar has not.
 * Source: ECMA-376 part 1, 18.17.4.1.
 */
export function dayToDate(stored: string, date1904: boolean): string | undefined {
  const serial = Number(plainNumber(stored));
  const day = Math.floor(serial) + (date1904 ? 1462 : 0);
  if (!(serial >= 0 && day >= 1 && day <= LAST_DAY_1900)) return undefined;
  if (day === 60) return "1900-02-29";
  const days = day < 60 ? day + 1 : day;
  return Temporal.PlainDate.from("1899-12-30").add({ days }).toString();
}

/** Whether a number format shows a calendar date. Source: ECMA-376 part 1, 18.8.30 and 18.8.31. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) {
    return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  }
  // Out go colours and locales (but not [h]), quoted words, escaped, padding and fill characters.
  const [marks] = code.toLowerCase().replace(/\[(?![hms]+\])[^\]]*\]|"[^"]*"|[\\_*]./g, "")
    .split(";");
  if (marks.includes("general")) return false;
  return /[yd]/.test(marks) || (marks.includes("m") && !/[hs]/.test(marks));
}

/** Undoes _xHHHH_, by which XLSX writes characters that XML cannot hold (ECMA-376, 22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(
    /_x([0-9a-fA-F]{4})_/g,
    (_, hex: string) => String.fromCharCode(parseInt(hex, 16)),
  );
}

/** The zero-based column of a cell reference like "BC12"; undefined without one. */
export function columnOf(reference: string | undefined): number | undefined {
  const letters = reference?.match(/^[A-Za-z]{1,3}(?=\d)/)?.[0];
  if (letters === undefined) return undefined;
  return [...letters.toUpperCase()]
    .reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The letters of a zero-based column: 0 is A, 26 is AA. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + column % 26);
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
