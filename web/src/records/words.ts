import { words } from "../kit/mod.ts";
import { en } from "../strings/records.en.ts";

export const rt = words(en, () => import("../strings/everyday.bn.ts").then((all) => all.records));
