import { words } from "../../kit/first.ts";
import { en } from "../../strings/figures.en.ts";

export type FigureName = keyof typeof en;

/** Figures of the day by name, on Home and with the owner. */
export const figureWord = words(
  en,
  () => import("../../strings/figures.bn.ts").then((all) => all.bn),
);
