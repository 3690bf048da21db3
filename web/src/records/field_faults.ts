import { numberFault, parseNumber } from "../core/numbers.ts";
import type { FieldDef } from "./fields.tsx";

type Typed = Pick<FieldDef, "name" | "type" | "signed" | "max">;

/** How many letters the server takes of a text (domain/records/kinds.ts, `text`). */
export function longest({ name, type = "text", max }: Typed): number {
  if (max) return max;
  if (type === "tel") return 40;
  if (!/area|suggest/.test(type)) return /note|reason/.test(name) ? 500 : 200;
  return name === "note" ? 2000 : name === "address" ? 1000 : 5000;
}

/** What is wrong with what is typed, by the kind of its field: one of our words. */
export function kindFault(field: Typed, text: string) {
  const { type, signed } = field;
  if (type === "decimal" || type === "stepper") {
    // what moves nothing is no movement
    return type === "stepper" && parseNumber(text) === "0"
      ? "above_nought" as const
      : numberFault(text, signed);
  }
  return text.length > longest(field) ? "too_long" as const : undefined;
}
