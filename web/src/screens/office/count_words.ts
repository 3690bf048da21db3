import { words } from "../../kit/mod.ts";
import { en } from "../../strings/office_count.en.ts";

export const c = words(en, () => import("../../strings/office_count.bn.ts").then((all) => all.bn));
