import { words } from "../../kit/mod.ts";
import { en } from "../../strings/report_names.en.ts";

/** What a report, or a group of them, is called. */
export const reportName = words(
  en,
  () => import("../../strings/report_names.bn.ts").then((all) => all.bn),
);
