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

/** A body of a request as its route shows it: every field that has something to say, or those it names. */
export function bodyExample(schema: z.ZodType, only?: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(exampleOf(schema) as object).filter(([name, example]) =>
      only ? only.includes(name) : example !== null
    ),
  );
}
