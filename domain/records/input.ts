import { z } from "zod";
import { Decimal } from "../money/decimal.ts";
import { untrimmed } from "./fields.ts";
import { type FieldErrors, Refusal } from "../errors.ts";

type Shape = Record<string, z.ZodType>;
/** Kept with the field itself, so that every schema made of it knows them. */
const aliasesOf = new WeakMap<z.ZodType, readonly string[]>();

/**
 * Lets a request call a field by another name: `{eta: "eta_chittagong"}`. The schema gets a copy of the field,
 * so that others which share it do not take the name.
 */
export function withAliases<S extends z.ZodType>(schema: S, aliases: Record<string, string>): S {
  const { shape } = unwrap(schema) as z.ZodObject<Shape>;
  for (const [alias, name] of Object.entries(aliases)) {
    const shared = shape[name];
    shape[name] = alsoNamed(shared.meta({ ...shared.meta() }), [
      ...aliasesOf.get(shared) ?? [],
      alias,
    ]);
  }
  return schema;
}

/** The same field, which a request may call by these names too. */
export function alsoNamed(field: z.ZodType, aliases: readonly string[]): z.ZodType {
  if (aliases.length > 0) aliasesOf.set(field, aliases);
  return field;
}

/** Nobody remembers which of the two a record has, so each is read as the other. */
const notes: Record<string, string> = { note: "notes", notes: "note" };

/** Other name → field, of every field that has one. */
export function aliasesIn(shape: Shape): Record<string, string> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) =>
      [...aliasesOf.get(field) ?? [], ...Object.hasOwn(notes, name) ? [notes[name]] : []]
        .map((alias) => [alias, name])
    ),
  );
}

export interface Tidied {
  value: unknown;
  /** Paths of fields that the schema does not know. */
  ignored: string[];
}

/**
 * Tidies a request the way the field's clients need it (docs/wire.md, "Dirty input"): strings
 * trimmed, blank strings and null in optional fields dropped, aliases renamed, unknown fields
 * named. A null stays where the schema takes it: in a PUT or PATCH it clears the field.
 */
export function tidy(schema: z.ZodType, raw: unknown, path = ""): Tidied {
  const inner = unwrap(schema);
  if (typeof raw === "string" && !untrimmed.has(inner.def)) {
    return { value: raw.trim(), ignored: [] };
  }
  if (inner instanceof z.ZodArray && Array.isArray(raw)) {
    const parts = raw.map((item, index) =>
      tidy(inner.element as z.ZodType, item, `${path}${index}.`)
    );
    return {
      value: parts.map((part) => part.value),
      ignored: parts.flatMap((part) => part.ignored),
    };
  }
  if (inner instanceof z.ZodUnion && raw !== null && typeof raw === "object") {
    const match = (inner.options as z.ZodType[]).find((option) =>
      (unwrap(option) instanceof z.ZodArray) === Array.isArray(raw)
    );
    return match ? tidy(match, raw, path) : { value: raw, ignored: [] };
  }
  if (inner instanceof z.ZodObject && isPlainObject(raw)) {
    return tidyObject(inner, raw, path);
  }
  // zod would take the number for an object without fields
  if (inner instanceof z.ZodObject && raw instanceof Decimal) {
    return { value: String(raw), ignored: [] };
  }
  return { value: raw, ignored: [] };
}

function tidyObject(
  object: z.ZodObject,
  raw: Record<string, unknown>,
  path: string,
): Tidied {
  const shape = object.shape as Shape;
  const aliases = aliasesIn(shape);
  const value: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [name, given] of Object.entries(raw)) {
    const field = Object.hasOwn(shape, name)
      ? name
      : Object.hasOwn(aliases, name)
      ? aliases[name]
      : undefined;
    if (field === undefined) {
      ignored.push(path + name);
      continue;
    }
    if (field !== name && isAbsent(shape[field], given)) continue;
    // sent under two names: the field's own wins, then the first alias
    if (field !== name && (!isAbsent(shape[field], raw[field]) || Object.hasOwn(value, field))) {
      ignored.push(path + name);
      continue;
    }
    const tidied = tidy(shape[field], given, `${path}${field}.`);
    ignored.push(...tidied.ignored);
    if (!isAbsent(shape[field], tidied.value)) value[field] = tidied.value;
  }
  return { value, ignored };
}

/** Blank and null count as not sent, except a null that the field takes to be cleared. */
function isAbsent(field: z.ZodType, value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value === "string") return value.trim() === "";
  return value === null && !field.isNullable();
}

/**
 * Reads a raw request with a schema: tidied, checked, typed.
 * @throws Refusal `invalid_fields` with every field that is wrong
 */
export function parse<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const { value } = tidy(schema, raw);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusalFrom(result.error.issues, value);
}

/** The 422 for zod's issues with a value: `errors` maps `items.0.ordered_qty` to its reasons. */
export function refusalFrom(issues: readonly z.core.$ZodIssue[], value: unknown): Refusal {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    (errors[issue.path.join(".") || "body"] ??= []).push(reason(issue, value));
  }
  const sentence = Object.entries(errors).map(([field, reasons]) =>
    `${field} ${reasons.join(", ")}`
  );
  return new Refusal("invalid_fields", sentence.join("; ") + ".", { errors });
}

/** zod's issues do not say what they found, so it is looked up: what is not there "is required". */
function reason(issue: z.core.$ZodIssue, value: unknown): string {
  const found = issue.path.reduce<unknown>(
    (inner, name) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[name],
    value,
  );
  if (issue.code === "invalid_type" && found === undefined) return "is required";
  if (issue.code === "invalid_type" && issue.expected === "object") return "must be an object";
  if (issue.code === "invalid_type" && issue.expected === "array") return "must be a list";
  return issue.message;
}

/** The schema inside: of what may be left out, null or stands by default. */
export function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (
    inner instanceof z.ZodOptional || inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault
  ) inner = inner.unwrap() as z.ZodType;
  return inner;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value) &&
    (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
}
