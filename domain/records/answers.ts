import { z } from "zod";
import { Decimal } from "../money/decimal.ts";

/**
 * The kinds of field an answer can have. Record schemas made of them give the type of a row, the
 * OpenAPI description, and what the contract tests hold every answer to.
 */

/** An exact decimal: a `Decimal` in code, a JSON number on the wire. */
export const number = z.custom<Decimal>((value) =>
  value instanceof Decimal || typeof value === "number"
)
  .meta({ override: { type: "number" } });
export const id = z.custom<number>((value) => Number.isSafeInteger(value))
  .meta({ override: { type: "integer" } });
export const text = z.string();
export const date = z.string().meta({ override: { type: "string", format: "date" } });
export const instant = z.string().meta({ override: { type: "string", format: "date-time" } });
export const flag = z.boolean();
export const wholeNumber = id;

/** What every record carries (docs/wire.md, "Common fields"). */
export const common = {
  id,
  reference_no: text,
  title: text,
  created_at: instant,
  updated_at: instant,
  created_by: id.nullable(),
  version: wholeNumber,
};
