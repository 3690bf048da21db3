import { words } from "../../kit.ts";
import { en } from "../../strings/warranty.en.ts";

export const w = words(en, () => import("../../strings/warranty.bn.ts"));
