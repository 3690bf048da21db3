import { words } from "../../kit/mod.ts";
import { en } from "../../strings/warranty.en.ts";

export const w = words(en, () => import("../../strings/owner.bn.ts").then((all) => all.warranty));
