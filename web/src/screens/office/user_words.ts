import { words } from "../../kit/mod.ts";
import { en } from "../../strings/office_users.en.ts";

export const w = words(en, () => import("../../strings/office_users.bn.ts").then((all) => all.bn));
