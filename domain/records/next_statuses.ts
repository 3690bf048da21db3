import sql, { join, raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { may, type Permission } from "../access/access.ts";
import { type Reader, shaped } from "./kinds.ts";

interface Following<Status extends string> {
  /** the column that holds the status; default `status` */
  column?: string;
  /** what the change of status needs */
  may: Permission | ((reader: Reader, to: Status) => boolean);
  /** what may follow a status: as its change is judged, for one kind of document or for all */
  after: (reader: Reader) => readonly { when?: Sql; next(from: Status): readonly Status[] }[];
  /** where a status may not follow, for what hangs on the record */
  unless?: (reader: Reader) => Partial<Record<Status, Sql>>;
}

/** What a detail says of the way on: the statuses that its reader may choose next. */
export function nextStatuses<Status extends string>(
  words: readonly Status[],
  { column = "status", may: needed, after, unless }: Following<Status>,
) {
  const allowed = (reader: Reader, to: Status) =>
    typeof needed === "string" ? may(reader, needed) : needed(reader, to);
  return shaped(z.array(z.enum(words)), "The statuses that the reader may choose next.", {
    example: [words[1]],
    seenBy: "everybody",
    sql: (reader: Reader, table: string) => {
      const of = ({ when, next }: ReturnType<typeof after>[number]) => {
        const cases = words.flatMap((from) => {
          const follow = next(from).filter((to) => allowed(reader, to));
          return follow.length > 0 ? [sql`when ${from} then ${JSON.stringify(follow)}::json`] : [];
        });
        const then = cases.length > 0
          ? sql`case ${raw(`${table}.${column}`)} ${join(cases, " ")} end`
          : sql`null::json`;
        return when ? sql`case when ${when} then ${then} end` : then;
      };
      const follow = sql`coalesce(${join([...after(reader).map(of), sql`'[]'::json`])})`;
      const barred = Object.entries<Sql | undefined>(unless?.(reader) ?? {})
        .map(([word, where]) => sql`word = ${word} and ${where}`);
      if (barred.length === 0) return follow;
      return sql`(select coalesce(json_agg(word order by place), '[]'::json)
        from json_array_elements_text(${follow}) with ordinality as follow (word, place)
        where not (${join(barred, " or ")}))`;
    },
  });
}
