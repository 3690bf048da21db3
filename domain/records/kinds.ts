import type { Sql } from "sql-template-tag";
import { z } from "zod";
import type { Actor, Permission, Rights } from "../access/access.ts";
import * as answer from "./answers.ts";
import type { Decimal } from "../money/decimal.ts";
import * as reader from "./fields.ts";
import { units } from "./unit_words.ts";

/** Who sees a field of an answer: every reader of the record, nobody (it is only entered), or a permission's roles. */
export type Seen = "everybody" | "nobody" | Permission;

/** Whose rights a SELECT is made for, and the moment that is now for him. */
export type Reader = Pick<Actor, "role" | "only" | "userId" | "now" | "today">;

/** What a verb reads for itself, whatever the rights of who asked for it. */
export function seeingAll(actor: Reader): Reader {
  return { ...actor, role: "system", only: undefined };
}

/** For records of which everybody sees the same. */
export const anybody: Reader = { role: "system", userId: null, now: "", today: "" };

/** A value as JSON carries it: exact decimals are numbers there. */
export type Wire<T> = T extends Decimal ? number
  : T extends readonly (infer Each)[] ? readonly Wire<Each>[]
  : T extends object ? { [Name in keyof T]: Wire<T[Name]> }
  : T;

/** What is said of a field besides its kind and its sentence. */
export interface Options<Out> {
  /** as it stands on the wire */
  example: Wire<Out> | null;
  seenBy?: Seen;
  /** an older name, which stays, of another field */
  deprecated?: true;
  /** who may enter it; default whoever may write the record */
  setBy?: Permission;
  /** whether it is entered, and what stands where it is left out */
  entry?: "required" | "optional" | { default: Out };
  /** what a field that is left out becomes, where the row's other data decide: "the supplier's currency" */
  unsent?: string;
  /**
   * `false`: entered once, no part of a change; `"kept"`: changed, but never cleared; `"only"`: no
   * part of the entry
   */
  change?: false | "kept" | "only";
  /** whether answers may hold null; default: whether the entry is optional */
  nullable?: boolean;
  /** whether answers leave it out where there is nothing to say; it is no column then, unless `sql` says */
  sometimes?: true;
  /**
   * what is read, where it is not the column of that name; `"around"`: put in by the statement around a page
   */
  sql?: Sql | ((reader: Reader, table: string) => Sql) | "around";
  /** how a list reads it, where `sql` would look into another table for each row: that one is joined instead */
  listed?: (table: string) => { sql: Sql; join: Sql };
  /** said of an entered field that has `sql`: whether there is a column of its name to store it in */
  stored?: boolean;
  /** how an entry is read, where the kind's own way does not do */
  reads?: z.ZodType<Out>;
  /** further names that a request may use */
  aliases?: readonly string[];
}

/** One field of a record: kind, sentence and options. Made by the functions below. */
export interface Field<Out = unknown, O = Options<Out>, Kind extends string = string> {
  readonly kind: Kind;
  readonly says: string;
  readonly options: O;
  /** makes the schema of a value in an answer */
  readonly shown: () => z.ZodType<Out>;
  /** makes the schema of what a request sends, where the field is entered */
  readonly reads: (() => z.ZodType<Out>) | undefined;
  /** PostgreSQL's type, for rows that are inserted */
  readonly sqlType: string;
  /** what a reader sees of the rows that are embedded here */
  readonly shownTo?: (reader: Rights, row: object) => object;
}

interface Kind<Out> {
  shown: () => z.ZodType<Out>;
  reads?: () => z.ZodType<Out>;
  sqlType: string;
}

/** Makes the function of a kind of field: `text("What it is called.", { example: "Rahim Traders" })`. */
function kind<Out, Name extends string>(name: Name, { shown, reads, sqlType }: Kind<Out>) {
  return <const O extends Options<Out>>(says: string, options: O): Field<Out, O, Name> => ({
    kind: name,
    says,
    options,
    shown,
    reads: options.reads ? () => options.reads! : options.entry && reads,
    sqlType,
  });
}

const decimalKind = <Name extends string>(name: Name, reads: () => z.ZodType<Decimal>) =>
  kind(name, { shown: () => answer.number, reads, sqlType: "numeric" });

export const id = kind("id", { shown: () => answer.id, reads: reader.id, sqlType: "bigint" });
export const flag = kind("flag", {
  shown: () => answer.flag,
  reads: reader.flag,
  sqlType: "boolean",
});
export const date = kind("date", { shown: () => answer.date, reads: reader.date, sqlType: "date" });
export const time = kind("time", { shown: () => answer.text, reads: reader.time, sqlType: "time" });
export const instant = kind("instant", {
  shown: () => answer.instant,
  reads: reader.instant,
  sqlType: "timestamptz",
});
/** Money in any currency, at most 4 decimals. */
export const money = decimalKind("money", () => reader.money());
/** Money in local currency, at most 2 decimals. */
export const localMoney = decimalKind("money", () => reader.localMoney());
export const quantity = decimalKind("quantity", () => reader.quantity());
export const rate = decimalKind("rate", () => reader.rate());
export const percent = decimalKind("percent", () => reader.percent());
/** Days, or their average at 2 decimals. */
export const days = decimalKind("days", () => reader.quantity());
export const weight = decimalKind("weight", () => reader.weight());
export const volume = decimalKind("volume", () => reader.volume());
/** A password: never trimmed, and no column of any answer. */
export const secret = kind("secret", {
  shown: () => answer.text,
  reads: reader.secret,
  sqlType: "text",
});
export const currency = kind("currency", {
  shown: () => answer.text,
  reads: reader.currency,
  sqlType: "text",
});
export const unit = kind("unit", {
  shown: () => z.enum(units) as z.ZodType<string>,
  reads: reader.unit as () => z.ZodType<string>,
  sqlType: "text",
});
export const serialNumbers = kind("serial_numbers", {
  shown: () => z.array(answer.text),
  reads: reader.serialNumbers,
  sqlType: "text[]",
});

/** A text of at most `max` characters (200 where nothing is said). */
export function text<const O extends Options<string> & { max?: number }>(
  says: string,
  options: O,
): Field<string, O, "text"> {
  const reads = () => reader.text(options.max);
  return kind("text", { shown: () => answer.text, reads, sqlType: "text" })(says, options);
}

/** A whole number from 0 or `min` to `max`. */
export function count<const O extends Options<number> & { min?: number; max?: number }>(
  says: string,
  options: O,
): Field<number, O, "count"> {
  const reads = () => reader.count(options.min ?? 0, options.max ?? 1_000_000_000);
  return kind("count", { shown: () => answer.wholeNumber, reads, sqlType: "integer" })(
    says,
    options,
  );
}

/** One word of a list; `spelled` reads other spellings as words of the list. */
export function word<
  const Words extends readonly string[],
  const O extends Options<Words[number]> & { spelled?: Record<string, Words[number]> },
>(words: Words, says: string, options: O): Field<Words[number], O, "word"> {
  const reads = () => reader.oneOf(words, options.spelled ?? {}) as z.ZodType<Words[number]>;
  const shown = () => z.enum(words) as z.ZodType<Words[number]>;
  return kind("word", { shown, reads, sqlType: "text" })(says, options);
}

/** What has a shape of its own: a list of words, totals, an entry of lines. */
export function shaped<Out, const O extends Options<Out>>(
  shown: z.ZodType<Out>,
  says: string,
  options: O,
): Field<Out, O, "shaped">;
/** The same where the shape's own fields have the examples. */
export function shaped<Out, const O extends Omit<Options<Out>, "example">>(
  shown: z.ZodType<Out>,
  says: string,
  options?: O,
): Field<Out, O & { example: null }, "shaped">;
export function shaped(shown: z.ZodType, says: string, options = {}): Field<unknown, unknown> {
  const make = kind("shaped", { shown: () => shown, reads: () => shown, sqlType: "jsonb" });
  return make(says, options as Options<unknown>);
}
