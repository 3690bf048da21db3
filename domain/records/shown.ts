import { z } from "zod";
import { type Actor, may, type Permission } from "../access/access.ts";
import { unwrap } from "./input.ts";

/**
 * What a reader may see of an answer that was made for another: fields that the schema shows with a
 * permission only are left out where he lacks it, however deep; of a union, where any of its shapes
 * says so. Other fields stay.
 */
export function shownOf(schema: z.ZodType, reader: Pick<Actor, "role">, value: unknown): unknown {
  return shownAs([schema], reader, value);
}

function shownAs(
  schemas: readonly z.ZodType[],
  reader: Pick<Actor, "role">,
  value: unknown,
): unknown {
  if (value === null || typeof value !== "object") return value;
  const shapes = schemas.flatMap(shapesIn);
  if (Array.isArray(value)) {
    const elements = shapes.flatMap((shape) =>
      shape instanceof z.ZodArray ? shape.element as z.ZodType : []
    );
    return elements.length === 0 ? value : value.map((each) => shownAs(elements, reader, each));
  }
  const objects = shapes.filter((shape) => shape instanceof z.ZodObject);
  if (objects.length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const fields = objects.flatMap(({ shape }): z.ZodType[] => shape[name] ?? []);
      return fields.every((field) => mayRead(field, reader))
        ? [[name, shownAs(fields, reader, each)]]
        : [];
    }),
  );
}

/** What a schema may be: itself, or each shape of a union. */
function shapesIn(schema: z.ZodType): z.ZodType[] {
  const inner = unwrap(schema);
  return inner instanceof z.ZodUnion ? (inner.options as z.ZodType[]).flatMap(shapesIn) : [inner];
}

/** Who sees a field, by its schema; undefined: everybody. */
export function seenByOf(field: z.ZodType): Permission | undefined {
  return field.meta()?.["x-seen-by"] as Permission | undefined;
}

function mayRead(field: z.ZodType, reader: Pick<Actor, "role">): boolean {
  const seenBy = seenByOf(field);
  return seenBy === undefined || may(reader, seenBy);
}
