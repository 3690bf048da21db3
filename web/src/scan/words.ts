import { words } from "../kit/mod.ts";
import { en } from "../strings/find.en.ts";

/** The words of searching and scanning. */
export const f = words(en, () => import("../strings/everyday.bn.ts").then((all) => all.find));

export function kindWord(kind: string): string {
  return kind in en ? f(kind as keyof typeof en) : kind.replaceAll("_", " ");
}
