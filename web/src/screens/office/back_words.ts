import { words } from "../../kit/mod.ts";
import { en } from "../../strings/office_back.en.ts";

export const m = words(en, () => import("../../strings/office_back.bn.ts").then((all) => all.bn));
