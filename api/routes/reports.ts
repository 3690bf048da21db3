import { z } from "zod";
import { readReport, type Report, type ReportQuery } from "../../domain/reports/report.ts";
import { allReports } from "../../domain/reports/reports.ts";
import { contentTypes, reportFileName, writeReport } from "../../domain/reports/write_report.ts";
import { FileAnswer } from "../http/file_answer.ts";
import { type Area, type Call, get } from "../http/route.ts";

export const reports: Area = {
  name: "Reports",
  routes: allReports.map((report) =>
    get<z.ZodType<ReportQuery>>(`/reports/${report.name}`, {
      summary: report.summary,
      may: report.may,
      query: report.query as unknown as z.ZodType<ReportQuery>,
      answer: z.array(report.record.schema),
      files: Object.values(contentTypes),
      refuses: ["not_found"],
    }, (call) => answer(report, call))
  ),
};

async function answer(report: Report, { db, actor, query, signal }: Call<ReportQuery, unknown>) {
  const { format } = query;
  if (format === "json") return await readReport(db, actor, report, query);
  return new FileAnswer({
    content_type: contentTypes[format],
    name: reportFileName(report, actor, format),
    tag: crypto.randomUUID(),
    async open() {
      const folder = await Deno.makeTempDir({ prefix: "report-" });
      const path = `${folder}/${report.name}`;
      try {
        await writeReport(db, actor, report, query, format, path, signal());
        return (await Deno.open(path)).readable;
      } finally {
        await Deno.remove(folder, { recursive: true }); // what is open stays readable to its end
      }
    },
  });
}
