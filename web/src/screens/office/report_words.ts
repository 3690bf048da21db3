import { words } from "../../kit/mod.ts";
import { en } from "../../strings/office_reports.en.ts";

export const q = words(
  en,
  () => import("../../strings/office_reports.bn.ts").then((all) => all.bn),
);
export type ReportWord = keyof typeof en;
