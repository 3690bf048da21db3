import { may, Screen } from "../../kit/mod.ts";
import { AsTable } from "../../records/mod.ts";
import { reportFiles } from "./report_files.ts";
import { o } from "./words.ts";

export function Reports() {
  const mine = reportFiles.filter(([, right]) => may(right));
  return (
    <Screen title={o("reports")}>
      {mine.length === 0 && <p class="card">{o("no_reports")}</p>}
      <div class="actions">
        {mine.map(([name]) => (
          <AsTable key={name} path={`/reports/${name}`} name={name} label={o(name)} />
        ))}
      </div>
    </Screen>
  );
}
