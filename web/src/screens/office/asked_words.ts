import { words } from "../../kit/mod.ts";
import { en } from "../../strings/office_asked.en.ts";

export const k = words(en, () => import("../../strings/office_asked.bn.ts").then((all) => all.bn));
