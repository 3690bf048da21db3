import { z } from "zod";
import { type Actor, may, type Permission } from "../access/access.ts";
import { unwrap } from "./input.ts";

/**
 * What a reader may see of an answer that was made for another: fields that the schema shows with a
 * permission only are left out where he lacks it, however deep. Other fields stay.
 */
export function shownOf(schema: z.ZodType, reader: Pick<Actor, "role">, value: unknown): unknown {
  const inner = unwrap(schema);
  if (Array.isArray(value)) {
    const list = inner instanceof z.ZodUnion ? listOf(inner) : inner;
    return list instanceof z.ZodArray
      ? value.map((each) => shownOf(list.element as z.ZodType, reader, each))
      : value;
  }
  const object = inner instanceof z.ZodUnion ? objectOf(inner) : inner;
  if (!(object instanceof z.ZodObject) || value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => mayRead(object.shape[name], reader))
      .map(([name, each]) => {
        const field: z.ZodType | undefined = object.shape[name];
        return [name, field ? shownOf(field, reader, each) : each];
      }),
  );
}

/** Who sees a field, by its schema; undefined: everybody. */
export function seenByOf(field: z.ZodType): Permission | undefined {
  return field.meta()?.["x-seen-by"] as Permission | undefined;
}

function mayRead(field: z.ZodType | undefined, reader: Pick<Actor, "role">): boolean {
  const seenBy = field && seenByOf(field);
  return seenBy === undefined || may(reader, seenBy);
}

function listOf({ options }: z.ZodUnion): unknown {
  return options.find((option) => option instanceof z.ZodArray);
}

function objectOf({ options }: z.ZodUnion): unknown {
  return options.find((option) => option instanceof z.ZodObject);
}
