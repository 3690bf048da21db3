import { join, type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Field, Reader } from "./kinds.ts";
import { wordList } from "./paging.ts";
import { type Fields, record, type RecordOf } from "./record.ts";

/** A record as its list answers it: with those rows of its detail that `include` asks for. */
export interface ListedRecord<F extends Fields> extends RecordOf<F> {
  /** the parameter of the list's query */
  include: z.ZodType<string[] | undefined>;
  /** as of every list; each row brings along those of its own that are asked for: one statement */
  listed(reader: Reader, include?: string[]): { columns: Sql; joins: Sql };
}

/**
 * A list whose records bring rows of their detail along, by the detail's own definition: `of` is the
 * record of the list, and whatever the detail embeds many of may be asked for.
 */
export function withRows<F extends Fields, D extends Fields>(
  name: string,
  of: RecordOf<F>,
  detail: RecordOf<D>,
): ListedRecord<F> {
  const rows = Object.entries(detail.fields as Fields)
    .filter(([field, { kind }]) => kind === "many" && of.fields[field]?.kind !== "many");
  const names = rows.map(([field]) => field);
  const wanted = rows.map(([field, each]): [string, Field] => [
    field,
    {
      ...each,
      says: `${each.says} With include only.`,
      options: { ...each.options, sometimes: true },
    },
  ]);
  const listed = record(
    name,
    of.table,
    { ...of.fields, ...Object.fromEntries(wanted) } as never,
  ) as unknown as RecordOf<F>;
  return {
    ...listed,
    include: wordList(names, "Rows of each record that are wanted too, as its detail has them."),
    listed(reader: Reader, include: string[] = []) {
      const seen = include.filter((field) => detail.seenBy(reader).includes(field));
      const own = of.listed(reader);
      if (seen.length === 0) return own;
      return { ...own, columns: join([own.columns, detail.columns(reader, seen)]) };
    },
  };
}
