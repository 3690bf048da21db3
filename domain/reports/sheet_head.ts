import { business } from "../business/business.ts";
import { columnHead } from "../records/heading.ts";
import { listQuery } from "../records/paging.ts";
import type { Report, ReportQuery } from "./report.ts";

/**
 * What stands over a report in a spreadsheet: whose it is, what it is, of which time, what else was asked
 * for, and the currency of its amounts. Source: docs/overview.md, "Reports".
 */
export function sheetHead({ name, query }: Report, asked: ReportQuery, today: string): string[][] {
  const said = asked as Record<string, unknown>;
  const narrowed = Object.keys(query.shape).filter((each) =>
    (each === "search" || !(each in listQuery.shape)) && each !== "as_of" &&
    said[each] !== undefined
  );
  return [
    [business.name],
    [columnHead(name.replaceAll("-", "_"))],
    [timeOf(asked, "from" in query.shape, today)],
    ...narrowed.map((each) => [`${columnHead(each)}: ${said[each]}`]),
    [`Currency: ${business.localCurrency}`],
    [],
  ];
}

function timeOf(asked: ReportQuery & { as_of?: string }, spans: boolean, today: string): string {
  const { from, to, as_of } = asked;
  if (!spans) return `On the evening of ${as_of ?? today}`;
  return `${from ? `From ${from}` : "From the beginning"} to ${to ?? today}`;
}
