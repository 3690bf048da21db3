import { words } from "../../kit.ts";
import { en } from "../../strings/imports.en.ts";

export const w = words(en, () => import("../../strings/imports.bn.ts"));
