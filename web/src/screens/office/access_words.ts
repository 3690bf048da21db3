import { words } from "../../kit/mod.ts";
import { en } from "../../strings/office_access.en.ts";

export const a = words(
  en,
  () => import("../../strings/office_access.bn.ts").then((all) => all.bn),
);
