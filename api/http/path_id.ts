import { notFound } from "../../domain/errors.ts";
import * as field from "../../domain/records/fields.ts";

/** A further id of a path, such as `cost_id`. @throws Refusal `not_found` for what is no id */
export function pathId(params: Record<string, string>, name: string): number {
  const read = field.id().safeParse(params[name]);
  if (read.success) return read.data;
  const what = name.replace(/_id$/, "");
  throw notFound(what[0].toUpperCase() + what.slice(1), params[name]);
}
