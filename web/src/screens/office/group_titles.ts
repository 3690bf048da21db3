import { addDays, date } from "../../kit/mod.ts";
import { monthOf } from "../trade/month.ts";
import { q, type ReportWord, valueWord } from "./report_words.ts";
import type { Asked } from "./chosen_report.tsx";

/** What the server calls what belongs to none, in English. */
const nones: Record<string, ReportWord> = {
  "No supplier": "no_supplier",
  "On no invoice": "no_invoice",
  "Services": "no_product",
  "Late costs of goods sold": "no_customer",
  "Of no shipment": "no_shipment",
  "Nobody": "no_salesperson",
  "Without category": "no_category",
};

/** The Monday of 202611, the 11th week by ISO 8601. */
function mondayOf(week: number): string {
  const fourth = `${Math.floor(week / 100)}-01-04`; // is always in the first
  const weekday = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(fourth, 7 * (week % 100 - 1) - weekday);
}

/** What a row that adds up a group is called in the language of the phone. */
export function groupTitle(
  { id, reference_no, title }: { id: number; reference_no: string; title: string },
  { query }: Pick<Asked, "query">,
): string {
  switch (query.get("group_by")) {
    case "month":
      return monthOf(reference_no);
    case "week":
      return q("week_from", { day: date(mondayOf(id)) });
    case "type":
      return valueWord("discrepancy_type", reference_no);
  }
  return id === 0 && title in nones ? q(nones[title]) : title;
}
