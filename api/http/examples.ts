import { z } from "zod";
import { unwrap } from "../../domain/records/input.ts";

/** An example of what a schema describes, put together of its fields' own; undefined where one lacks it. */
export function exampleOf(schema: z.ZodType): unknown {
  const [own] = examplesOf(schema);
  if (own !== undefined && own !== null) return own;
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return listOf(exampleOf(inner.element as z.ZodType));
  if (inner instanceof z.ZodUnion) return exampleOf(inner.options[0] as z.ZodType);
  if (!(inner instanceof z.ZodObject)) return own;
  const fields = Object.entries(inner.shape).map(([name, field]) => [name, exampleOf(field)]);
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
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
