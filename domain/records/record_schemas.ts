import { z } from "zod";
import { alsoNamed } from "./input.ts";
import type { Field } from "./kinds.ts";

/** The schema of a field in an answer, with its documentation. */
export function answerOf({ says, options, shown }: Field): z.ZodType {
  const { example, nullable = options.entry === "optional", seenBy, sometimes, deprecated } =
    options;
  const limited = seenBy !== undefined && seenBy !== "everybody";
  let schema: z.ZodType = nullable ? shown().nullable() : shown();
  if (limited || sometimes) schema = schema.optional();
  return schema.meta({
    description: limited ? `${says} Shown with ${seenBy} only.` : says,
    ...isExample(schema, example) && { examples: [example] },
    ...limited && { "x-seen-by": seenBy },
    ...deprecated && { deprecated },
  });
}

/** None where a record may have none, and a request or another reader may not. */
function isExample(schema: z.ZodType, example: unknown): boolean {
  return example !== undefined && (example !== null || schema.safeParse(null).success);
}

type Named = [name: string, field: Field][];

/**
 * An object of these fields. Their schemas are made when it is first used: most are only documentation, and
 * together they are half of what a service that has just started holds in memory.
 */
export function objectOf(fields: Named, as: (field: Field) => z.ZodType): z.ZodObject {
  const shape = {};
  for (const [name, field] of fields) {
    Object.defineProperty(shape, name, { enumerable: true, get: () => as(field) });
  }
  return z.object(shape);
}

/** The schema of what a request sends of these fields, further names included. */
export function requestSchema(entered: Named, as: (field: Field) => z.ZodType): z.ZodObject {
  return objectOf(entered, (field) => alsoNamed(as(field), field.options.aliases ?? []));
}

/** A field as a POST takes it. */
export function entryOf(field: Field): z.ZodType {
  const { options: { entry, unsent }, reads } = field;
  if (entry === "required") return explained(field, reads!());
  if (entry === "optional") return explained(field, reads!().optional(), unsent);
  return explained(field, reads!().default((entry as { default: unknown }).default));
}

/** A field as a change takes it: a required one may be left out, but never cleared. */
export function changeOf(field: Field): z.ZodType {
  const { options: { entry, change }, reads } = field;
  const clearable = entry !== "required" && change !== "kept";
  return explained(field, (clearable ? reads!().nullable() : reads!()).optional());
}

function explained({ says, options }: Field, schema: z.ZodType, unsent?: string): z.ZodType {
  const { example, setBy } = options;
  const parts = [
    says,
    unsent && `Left out: ${unsent}.`,
    setBy && `Entered with ${setBy} only.`,
  ];
  return schema.meta({
    description: parts.filter(Boolean).join(" "),
    // zod leaves out the examples and defaults of what it transforms, but not what is put over it
    override: {
      ...schema.meta()?.override as object,
      ...isExample(schema, example) && { examples: [example] },
      ...schema instanceof z.ZodDefault && { default: schema.def.defaultValue },
    },
  });
}
