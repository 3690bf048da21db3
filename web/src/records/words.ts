import { words } from "../kit.ts";
import { en } from "../strings/records.en.ts";

export const rt = words(en, () => import("../strings/records.bn.ts"));
