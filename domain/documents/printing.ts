import { z } from "zod";
import { business } from "../business/business.ts";
import { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import type { DocumentOptions } from "./letterhead.ts";

/** How a document is to be printed; digits go with the language unless they are asked for. */
export const printQuery = z.object({
  lang: field.oneOf(["en", "bn"]).default("en").describe("English or Bangla."),
  digits: field.oneOf(["latn", "beng"]).optional()
    .describe("Latin or Bengali digits. Left out: those of the language."),
});
export type PrintQuery = z.output<typeof printQuery>;

/** A document made for printing. */
export interface Printout {
  file_name: string;
  bytes: Uint8Array;
}

/** Our letterhead, the books' currency, and what was asked for. */
export function documentOptions({ lang, digits }: PrintQuery): DocumentOptions {
  return {
    business: { name: business.name, address: business.address, phone: business.phone },
    language: lang,
    digits: digits ?? (lang === "bn" ? "beng" : "latn"),
    currency: business.localCurrency,
  };
}

/** A figure of a list inside a record, where whole numbers are plain ones. */
export function exact(value: Decimal | number): Decimal {
  return new Decimal(String(value));
}
