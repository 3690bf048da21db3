import { words } from "../../kit/mod.ts";
import { en } from "../../strings/claims.en.ts";

export const w = words(en, () => import("../../strings/staff.bn.ts").then((all) => all.claims));
