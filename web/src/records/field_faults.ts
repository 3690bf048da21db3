import { numberFault, parseNumber } from "../core/numbers.ts";
import type { FieldDef } from "./fields.tsx";

type Typed = Pick<FieldDef, "name" | "type" | "signed" | "max">;

/** How many letters a text may have at the most, where its field does not say; the server knows it exactly. */
export function longest({ name, type = "text", max }: Typed): number {
  if (max) return max;
  if (type === "tel") return 40;
  return name === "address" || type === "text" && !/note|reason/.test(name) ? 1000 : 5000;
}

/** What is wrong with what is typed, by the kind of its field: one of our words. */
export function kindFault(field: Typed, text: string) {
  const { type = "text", signed } = field;
  // what moves nothing is no movement
  if (type === "stepper" && parseNumber(text) === "0") return "above_nought" as const;
  if (type === "decimal" || type === "stepper") return numberFault(text, signed);
  const isTyped = /text|area|suggest|tel|email/.test(type);
  return isTyped && text.length > longest(field) ? "too_long" as const : undefined;
}
