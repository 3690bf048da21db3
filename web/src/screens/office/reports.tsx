import { ButtonLink, Card, may, Screen, t } from "../../kit/mod.ts";
import { papers, type ReportGroup, reportGroups, screenOf } from "../trade/report_list.ts";
import { reportName } from "../trade/report_names.ts";
import { o } from "./words.ts";

export function Reports() {
  const groups = (Object.keys(reportGroups) as ReportGroup[]).map((group) => ({
    group,
    reports: reportGroups[group].filter(([, right]) => may(right)),
    lists: papers[group].filter(([, , right]) => may(right)),
  })).filter(({ reports, lists }) => reports.length + lists.length > 0);
  return (
    <Screen title={t("reports")}>
      {groups.length === 0 && <p class="card">{o("no_reports")}</p>}
      {groups.map(({ group, reports, lists }) => (
        <Card key={group} title={reportName(group)}>
          <div class="actions">
            {reports.map((one) => (
              <ButtonLink key={one[0]} href={`#${screenOf(one)}`} icon="chart" wide>
                {reportName(one[0])}
              </ButtonLink>
            ))}
            {lists.map(([word, path]) => (
              <ButtonLink key={path} href={`#/reports/${path}`} icon="paper" wide>
                {reportName(word)}
              </ButtonLink>
            ))}
          </div>
        </Card>
      ))}
    </Screen>
  );
}
