import { en } from "../strings/core.en.ts";
import { words } from "./i18n.ts";

export type CoreWord = keyof typeof en;

/** The words of the frame and of what every screen shares. */
export const t = words(en, () => import("../strings/core.bn.ts").then((all) => all.bn));
