import { words } from "../../kit/mod.ts";
import { type FieldDef, rt } from "../../records/mod.ts";
import { en } from "../../strings/stock.en.ts";

export const w = words(en, () => import("../../strings/staff.bn.ts").then((all) => all.stock));
export type StockWord = keyof typeof en;
export const isStockWord = (name: string): name is StockWord => name in en;

/** A movement by hand. */
export type Kind = "out" | "in" | "adjust";

/** The reason that fits most often comes first, and is chosen already. */
const reasons: Record<Kind, StockWord[]> = {
  out: ["r_issued", "r_used", "r_sample", "r_broken"],
  in: ["r_bought", "r_returned", "r_found"],
  adjust: ["r_counted", "r_found", "r_broken"],
};

/** Why it moves, and where it lies. */
export const reasonAndBin = (kind: Kind): FieldDef[] => [
  {
    name: "reason",
    label: () => rt("reason"),
    type: "chips",
    choices: () => reasons[kind].map((key) => ({ value: w(key), label: w(key) })),
    initial: () => w(reasons[kind][0]),
    required: true,
  },
  { name: "bin_location", label: () => w("bin") },
];
