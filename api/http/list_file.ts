import { z } from "zod";
import {
  contentTypes,
  type FileFormat,
  formats,
  writeList,
} from "../../domain/records/list_file.ts";
import { printQuery } from "../../domain/documents/printing.ts";
import { streamList } from "../../domain/records/list_stream.ts";
import * as field from "../../domain/records/fields.ts";
import { type Fields, recordNamed, type RecordOf } from "../../domain/records/record.ts";
import { FileAnswer, pdfAnswer } from "./file_answer.ts";
import type { Call, Route } from "./route.ts";

/** For a spreadsheet that people read. */
const headed = {
  headed: field.flag().default(false)
    .describe(
      "A spreadsheet (xlsx) for people: its columns in words, and of a report a head of whom, what and when.",
    ),
};
/** What a list of a record takes beside its own filters. */
const formatQuery = {
  format: field.oneOf(formats).default("json")
    .describe(
      "csv or xlsx: the whole list as a file, whatever page is asked for; ndjson: as a stream, a record a line.",
    ),
  ...headed,
};
/** The same of a list that is also a document. */
const documentQuery = {
  format: field.oneOf([...formats, "pdf"]).default("json")
    .describe(
      "csv, xlsx or pdf: the whole list as a file, whatever page is asked for; ndjson: as a stream, a record a line.",
    ),
  ...headed,
  ...printQuery.shape,
};
const fileTypes = Object.values(contentTypes);

/** What a route takes beside its own filters, and the types of the files it answers then. */
export function filesOf(route: Route): { query: z.ZodRawShape; types: string[] } | undefined {
  if (!listedBy(route)) return undefined;
  return route.spec.print
    ? { query: documentQuery, types: [...fileTypes, "application/pdf"] }
    : { query: formatQuery, types: fileTypes };
}

/** The record that a route lists, where it has a definition: such a list comes as a file too. */
export function listedBy({ method, spec }: Route): RecordOf<Fields> | undefined {
  if (method !== "GET" || spec.file === false || !(spec.answer instanceof z.ZodArray)) {
    return undefined;
  }
  return recordNamed((spec.answer.element as z.ZodType).meta()?.id ?? "");
}

/** The list as a file, where the query asks for one; a table is written when it is opened. */
export async function listFile(
  route: Route,
  call: Call<unknown, unknown>,
): Promise<FileAnswer | undefined> {
  const record = listedBy(route);
  const { format, headed } = call.query as {
    format?: "json" | "ndjson" | "pdf" | FileFormat;
    headed?: boolean;
  };
  if (!record || format === undefined || format === "json") return undefined;
  if (format === "pdf") return pdfAnswer(await route.spec.print!(call));
  const { actor, db, params, query, signal } = call;
  const name = route.path.split("/").findLast((segment) => !segment.startsWith(":"))!;
  const list = {
    record,
    // rows inside a row have no column
    query: format === "ndjson" ? query : { ...query as object, include: undefined },
    above: headed ? route.spec.above?.(call) ?? [] : undefined,
    read: (db: Call<unknown, unknown>["db"], query: unknown) =>
      route.read!({ ...call, db, wire: db, query }) as Promise<Record<string, unknown>[]>,
  };
  return new FileAnswer({
    content_type: contentTypes[format],
    name: `${[name, ...Object.values(params), actor.today].join("-")}.${format}`,
    tag: crypto.randomUUID(),
    async open() {
      if (format === "ndjson") return await streamList(db, actor, list, signal());
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
