import { words } from "../../kit/mod.ts";
import { en } from "../../strings/office_bank.en.ts";

export const k = words(en, () => import("../../strings/office_bank.bn.ts").then((all) => all.bn));
