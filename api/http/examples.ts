import { z } from "zod";
import { unwrap } from "../../domain/records/input.ts";

/**
 * An example of what a schema describes, put together of its fields' own; what has none and may be left out
 * is undefined.
 */
export function exampleOf(schema: z.ZodType): unknown {
  const [own] = examplesOf(schema);
  if (own !== undefined && own !== null) return own;
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return listOf(exampleOf(inner.element as z.ZodType));
  if (inner instanceof z.ZodUnion) return exampleOf(inner.options[0] as z.ZodType);
  if (!(inner instanceof z.ZodObject)) return own === undefined ? plainExample(schema) : own;
  const fields = Object.entries(inner.shape).map(([name, field]) => [name, exampleOf(field)]);
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
}

/** Of what must be there and says no example: a value of its kind. */
function plainExample(schema: z.ZodType): unknown {
  if (schema.safeParse(undefined).success) return undefined;
  const inner = unwrap(schema);
  const { override } = (inner.meta() ?? {}) as { override?: { type?: string; format?: string } };
  const { type, format } = { ...z.toJSONSchema(inner, { unrepresentable: "any" }), ...override };
  if (inner instanceof z.ZodEnum) return inner.options[0];
  if (inner instanceof z.ZodLiteral) return inner.value;
  if (format === "date") return "2026-03-02";
  if (format === "date-time") return "2026-03-02T04:15:00.000Z";
  if (format === "binary") return undefined; // a file is no example
  return { string: "text", integer: 12, number: 12.5, boolean: true, object: {} }[`${type}`];
}

function examplesOf(schema: z.ZodType): unknown[] {
  const { examples, override } = schema.meta() ?? {};
  return (override as { examples?: unknown[] } | undefined)?.examples ?? examples ?? [];
}

function listOf(example: unknown): unknown[] {
  return example === undefined ? [] : [example];
}

/** A body of a request: every field that has an example, those that its route names, or what it says. */
export function bodyExample(
  schema: z.ZodType,
  given?: readonly string[] | Record<string, unknown>,
): Record<string, unknown> {
  if (given && !Array.isArray(given)) return given as Record<string, unknown>;
  const all = Object.entries(exampleOf(schema) as object);
  return Object.fromEntries(
    all.filter(([name, example]) => Array.isArray(given) ? given.includes(name) : example !== null),
  );
}
