import { words } from "../../kit/mod.ts";
import { statusWord } from "../../records/mod.ts";
import { en as columns } from "../../strings/office_columns.en.ts";
import { en as reports } from "../../strings/office_reports.en.ts";
import { isWord, o } from "./words.ts";

const en = { ...columns, ...reports };
const inBangla = () =>
  Promise.all([
    import("../../strings/office_columns.bn.ts"),
    import("../../strings/office_reports.bn.ts"),
  ]).then(([columns, reports]) => ({ ...columns.bn, ...reports.bn }));

export const q = words(en, inBangla);
export type ReportWord = keyof typeof en;
const isKnown = (word: string): word is ReportWord => word in en;

/** What a field of a report says by a word of the API: the field's own word for it, one of the office, a status. */
export function valueWord(field: string, value: string): string {
  const own = `${field}_${value}`;
  if (isKnown(own)) return q(own);
  return isWord(value) ? o(value) : statusWord(value);
}
