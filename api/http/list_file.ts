import { z } from "zod";
import {
  contentTypes,
  type FileFormat,
  formats,
  writeList,
} from "../../domain/records/list_file.ts";
import * as field from "../../domain/records/fields.ts";
import { type Fields, recordNamed, type RecordOf } from "../../domain/records/record.ts";
import { FileAnswer } from "./file_answer.ts";
import type { Call, Route } from "./route.ts";

/** What a list of a record takes beside its own filters. */
export const formatQuery = {
  format: field.oneOf(formats).default("json")
    .describe("csv or xlsx: the whole list as a file, whatever page is asked for."),
};
export const fileTypes = Object.values(contentTypes);

/** The record that a route lists, where it has a definition: such a list comes as a file too. */
export function listedBy({ method, spec }: Route): RecordOf<Fields> | undefined {
  if (method !== "GET" || spec.file === false || !(spec.answer instanceof z.ZodArray)) {
    return undefined;
  }
  return recordNamed((spec.answer.element as z.ZodType).meta()?.id ?? "");
}

/** The list as a file, where the query asks for one; it is written when it is opened. */
export function listFile(route: Route, call: Call<unknown, unknown>): FileAnswer | undefined {
  const record = listedBy(route);
  const { format } = call.query as { format?: "json" | FileFormat };
  if (!record || format === undefined || format === "json") return undefined;
  const { actor, db, params, query, signal } = call;
  const name = route.path.split("/").findLast((segment) => !segment.startsWith(":"))!;
  const list = {
    record,
    query,
    read: (db: Call<unknown, unknown>["db"], query: unknown) =>
      route.read!({ ...call, db, query }) as Promise<Record<string, unknown>[]>,
  };
  return new FileAnswer({
    content_type: contentTypes[format],
    name: `${[name, ...Object.values(params), actor.today].join("-")}.${format}`,
    tag: crypto.randomUUID(),
    async open() {
      const folder = await Deno.makeTempDir({ prefix: "list-" });
      const path = `${folder}/${name}`;
      try {
        await writeList(db, actor, list, format, path, signal());
        return (await Deno.open(path)).readable;
      } finally {
        await Deno.remove(folder, { recursive: true }); // what is open stays readable to its end
      }
    },
  });
}
