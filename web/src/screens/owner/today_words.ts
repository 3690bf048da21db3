import { words } from "../../kit/first.ts";
import { en } from "../../strings/today.en.ts";

export const w = words(en, () => import("../../strings/today.bn.ts").then((all) => all.bn));
