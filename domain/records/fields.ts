import { z } from "zod";
import { isCurrency } from "../business/business.ts";
import { Decimal, scaleOf, significantDigits } from "../money/decimal.ts";
import { unitAliases, units } from "./unit_words.ts";

/**
 * The kinds of field a request can have. Each reads the wire's dirty forms (numeric strings, lower
 * or upper case words) and says what is wrong in a short sentence that follows the field's name.
 * Source: docs/wire.md, "Numbers", "Dates" and "Text".
 */

/** Strings that must not be trimmed: passwords. By their definition, which a described copy shares. */
export const untrimmed = new WeakSet<object>();

/** One line or paragraph of text, 1 to `max` characters, no NUL and no half of a surrogate pair. */
export function text(max = 200) {
  return z.string("must be a text").min(1, "must not be empty")
    .max(max, `must have at most ${max} characters`)
    .refine(storable, "must not contain NUL or broken characters");
}

function storable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

/** A password as typed: never trimmed. Its length rules live in staff/passwords.ts. */
export function secret() {
  const schema = z.string("must be a text").min(1, "must not be empty").max(1000, "is too long");
  untrimmed.add(schema.def);
  return schema;
}

const idPattern = /^[1-9]\d{0,15}$/;

/** The id of another record; a numeric string is read as a number. */
export function id() {
  return read(idFrom, { type: "integer", minimum: 1 });
}

function idFrom(value: unknown): number {
  const plain = value instanceof Decimal ? (scaleOf(value) === 0 ? plainText(value) : "") : value;
  if (typeof plain !== "string" || !idPattern.test(plain) || !Number.isSafeInteger(Number(plain))) {
    throw new Error("must be the id of a record");
  }
  return Number(plain);
}

/** A user in a filter: his id, or `me` for whoever asks. */
export function userOrMe() {
  return read(
    (value) => typeof value === "string" && value.toLowerCase() === "me" ? "me" : idFrom(value),
    { type: "string", pattern: "^(me|[1-9][0-9]*)$" },
  );
}

/** A whole number within limits, such as days or months. */
export function count(min: number, max: number) {
  return read((value) => {
    const number = decimalFrom(value);
    if (scaleOf(number) > 0) throw new Error("must be a whole number");
    if (number.lt(String(min)) || number.gt(String(max))) {
      throw new Error(`must be from ${min} to ${max}`);
    }
    return Number(plainText(number));
  }, { type: "integer", minimum: min, maximum: max });
}

interface DecimalLimits {
  decimals: number;
  /** exclusive */
  below: string;
  sign?: "any" | "positive" | "not_negative";
}

function exact({ decimals, below, sign = "not_negative" }: DecimalLimits) {
  return read((value) => {
    const number = decimalFrom(value);
    if (significantDigits(number) > 15) throw new Error("must have at most 15 significant digits");
    if (scaleOf(number) > decimals) {
      throw new Error(
        decimals === 0 ? "must be a whole number" : `must have at most ${decimals} decimals`,
      );
    }
    if (number.abs().gte(below)) throw new Error(`must be below ${below}`);
    if (sign === "positive" && number.lte("0")) throw new Error("must be above zero");
    if (sign === "not_negative" && number.lt("0")) throw new Error("must not be negative");
    return number;
  }, { type: "number" });
}

type Sign = DecimalLimits["sign"];
/** Money in any currency: at most 4 decimals, below 10^11. */
export const money = (sign?: Sign) => exact({ decimals: 4, below: "100000000000", sign });
/** Money in local currency: at most 2 decimals, below 10^13. */
export const localMoney = (sign?: Sign) => exact({ decimals: 2, below: "10000000000000", sign });
/** A quantity: at most 3 decimals, below 10^11. */
export const quantity = (sign?: Sign) => exact({ decimals: 3, below: "100000000000", sign });
/** Local units for one unit of the currency: at most 8 decimals, above zero. */
export const rate = () => exact({ decimals: 8, below: "10000000", sign: "positive" });
export const weight = () => exact({ decimals: 3, below: "1000000000" });
export const volume = () => exact({ decimals: 6, below: "1000000000" });
export const percent = () => exact({ decimals: 4, below: "1000" });

const numberPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

function decimalFrom(value: unknown): Decimal {
  if (value instanceof Decimal) return value;
  if (typeof value === "string" && numberPattern.test(value) && value.length <= 40) {
    return new Decimal(value.replace(/^\+/, ""));
  }
  throw new Error("must be a number");
}

/** The digits of a small decimal without an exponent. */
function plainText(value: Decimal): string {
  return significantDigits(value) > 20 || value.e > 20 ? "" : value.toFixed();
}

/** A real calendar date, `YYYY-MM-DD`, years 1900 to 2199. */
export function date() {
  return z.string("must be a date, YYYY-MM-DD").refine(
    isCalendarDate,
    "must be a real calendar date, YYYY-MM-DD",
  ).meta({ override: { type: "string", format: "date" } });
}

export function isCalendarDate(value: string): boolean {
  return /^(19|20|21)/.test(value) && isDay(value);
}

/** Whether it is a day at all, `YYYY-MM-DD` of any year from 1 on. */
export function isDay(value: string): boolean {
  const parts = /^(?!0000)(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

/** A month, `YYYY-MM`. */
export function month() {
  return z.string("must be a month, YYYY-MM")
    .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, "must be a month, YYYY-MM");
}

/** A time of day, `HH:MM`, in the business's time zone. */
export function time() {
  return z.string("must be a time, HH:MM")
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time, HH:MM");
}

/** An instant, RFC 3339 with offset; kept in UTC. */
export function instant() {
  return z.iso.datetime({ offset: true, error: "must be a time, RFC 3339 with offset" })
    .refine((value) => isCalendarDate(value.slice(0, 10)), "must be a real time")
    .transform((value) => new Date(value).toISOString())
    .meta({ override: { type: "string", format: "date-time" } });
}

export function flag() {
  return read((value) => {
    if (typeof value === "boolean") return value;
    const word = typeof value === "string" ? value.toLowerCase() : "";
    if (word === "true" || word === "1") return true;
    if (word === "false" || word === "0") return false;
    throw new Error("must be true or false");
  }, { type: "boolean" });
}

/** An ISO 4217 code, upper case; lower case is read too. */
export function currency() {
  return read((value) => {
    const code = typeof value === "string" ? value.toUpperCase() : "";
    if (!isCurrency(code)) throw new Error("must be an ISO 4217 currency code");
    return code;
  }, { type: "string", pattern: "^[A-Z]{3}$" });
}

/** One of a list of words, in any case, with `-` or space for `_`; aliases are read as the word. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  aliases: Record<string, Words[number]> = {},
) {
  return read((value) => {
    const asked = typeof value === "string" ? value.toLowerCase().replace(/[-\s]+/g, "_") : "";
    const word = words.find((w) => w.toLowerCase() === asked) ?? aliases[asked];
    if (word === undefined) throw new Error(`must be one of ${words.join(", ")}`);
    return word as Words[number];
  }, { type: "string", enum: [...words] });
}

/** One of them, in singular or plural. */
export const unit = () => oneOf(units, unitAliases);

/** Serial numbers of a line: distinct, trimmed. */
export function serialNumbers() {
  return z.array(text(100)).max(10_000, "must have at most 10000 serial numbers")
    .refine((all) => new Set(all).size === all.length, "must not repeat a serial number");
}

type JsonSchema = { type: "integer" | "number" | "boolean" | "string" } & Record<string, unknown>;

/** A field read by `parse`, which throws an Error whose message follows the field's name. */
function read<T>(parse: (value: unknown) => T, jsonSchema: JsonSchema) {
  return z.unknown().transform((value, context): T => {
    if (value === undefined) {
      context.addIssue({ code: "custom", message: "is required" });
      return z.NEVER;
    }
    try {
      return parse(value);
    } catch (error) {
      context.addIssue({ code: "custom", message: (error as Error).message });
      return z.NEVER;
    }
  }).meta({ override: jsonSchema });
}

/** A business identification number of Bangladesh, 13 digits: `004712345-0101`. */
export const bin = () =>
  text(20).transform((written) => written.replace(/^(\d{9})[-\s]?(\d{4})$/, "$1-$2"))
    .refine((number) => /^\d{9}-\d{4}$/.test(number), "must be 13 digits, as 004712345-0101");
