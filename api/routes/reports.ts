import { z } from "zod";
import type { PrintQuery } from "../../domain/documents/printing.ts";
import {
  printReport,
  readReport,
  reportMeta,
  type ReportQuery,
} from "../../domain/reports/report.ts";
import { allReports } from "../../domain/reports/reports.ts";
import { sheetHead } from "../../domain/reports/sheet_head.ts";
import { type Area, get } from "../http/route.ts";

export const reports: Area = {
  name: "Reports",
  says: "Lists of figures, as pages and as files.",
  routes: allReports.map((report) =>
    get<z.ZodType<ReportQuery>>(`/reports/${report.name}`, {
      summary: report.summary,
      may: report.may,
      query: report.query as unknown as z.ZodType<ReportQuery>,
      answer: z.array(report.record.schema),
      meta: reportMeta(report),
      refuses: ["not_found"],
      above: ({ query, actor }) => sheetHead(report, query as ReportQuery, actor.today),
      print: report.print && (({ db, actor, query, signal }) =>
        printReport(db, actor, report, query as ReportQuery, query as PrintQuery, signal())),
    }, ({ wire, actor, query }) => readReport(wire, actor, report, query))
  ),
};
