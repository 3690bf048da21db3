import { words } from "../../kit/mod.ts";
import { en } from "../../strings/desk.en.ts";

export const d = words(en, () => import("../../strings/desk.bn.ts").then((all) => all.bn));
