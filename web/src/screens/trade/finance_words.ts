import { words } from "../../kit/mod.ts";
import { en } from "../../strings/finance.en.ts";

export const fin = words(en, () => import("../../strings/staff.bn.ts").then((all) => all.finance));
