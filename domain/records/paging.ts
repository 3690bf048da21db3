import sql, { raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { asksAtOnce } from "../db/one_moment.ts";
import { type RowBytes } from "../db/row_bytes.ts";
import { readJson } from "../db/values.ts";
import { jsonList, textNamed, Wire } from "../db/wire.ts";
import { writeCursor } from "./cursor.ts";
import * as field from "./fields.ts";
import { allOf, BESIDE, type ListSource, listStatement, sortOf } from "./list_statement.ts";
import { byIds, searched } from "./searched.ts";
import { WholeList } from "./whole_list.ts";

export interface Page<Row> {
  data: Row[];
  meta: { limit: number; next_cursor: string | null; total?: number } & Record<string, unknown>;
}

/** Query fields every list takes; lists add their own filters with `.extend`. */
export const listQuery = z.object({
  limit: field.count(1, 200).default(50).describe("How many rows at most."),
  cursor: field.text(2000).optional()
    .describe("The answer's meta.next_cursor, to go on from there with the same query."),
  sort: field.text(60).optional()
    .describe("A field of this list to sort by, with - in front the other way round: -created_at."),
  search: field.text(200).optional().describe("A part of what the list searches, in any case."),
  from: field.date().optional().describe("The first business day, included."),
  to: field.date().optional().describe("The last business day, included."),
  include_total: field.flag().default(false)
    .describe("Whether meta.total is wanted: how many rows match, on all pages."),
});
export type ListQuery = z.output<typeof listQuery>;

/** What lists of records take beside, for programs that know some of them or were here before. */
export const recordQuery = listQuery.extend({
  ids: z.string().transform((list, context): number[] => {
    const read = list.split(",").map((part) => field.id().safeParse(part.trim()));
    if (read.every(({ success }) => success) && read.length <= 200) {
      return read.map(({ data }) => data as number);
    }
    context.addIssue({ code: "custom", message: "must be at most 200 ids with commas" });
    return z.NEVER;
  }).meta({ override: { type: "string" } }).optional()
    .describe("Only these: a comma list of at most 200 ids."),
  updated_since: field.instant().optional()
    .describe("Only those changed at this moment or later; GET /changes misses nothing."),
});
export type RecordQuery = z.output<typeof recordQuery>;

/** A filter that may be given, of one word or a comma list of words: `status=draft,approved`. */
export function wordList<const Words extends readonly string[]>(
  words: Words,
  says: string,
  aliases = {},
) {
  const word = field.oneOf(words, aliases);
  return z.string().transform((list, context): Words[number][] =>
    list.split(",").map((part) => part.trim()).filter((part) => part !== "").map((part) => {
      const read = word.safeParse(part);
      if (read.success) return read.data;
      context.addIssue({ code: "custom", message: read.error.issues[0].message });
      return z.NEVER;
    })
  ).meta({ override: { type: "string" } }).optional()
    .describe(`${says} A comma list of: ${words.join(", ")}.`);
}

/**
 * One page of a list of records: `listPage`, with the filters of every such list, and `updated_at` to sort
 * by. `changedAt` is when a row changed, where that is not its own `updated_at`. Refuses as `listPage`.
 */
export function recordPage<Row>(
  db: Db,
  query: RecordQuery,
  { changedAt, ...source }: ListSource & { changedAt?: Sql },
): Promise<Page<Row>> {
  const by = changedAt ?? raw(source.id.sql.replace(/\bid$/, "updated_at"));
  const { ids, updated_since } = query;
  return listPage(db, query, {
    ...source,
    sorts: { ...source.sorts, updated_at: { by, type: "timestamptz" } },
    where: [
      ...source.where,
      ids && sql`${source.id} = any(${ids}::bigint[])`,
      updated_since !== undefined && sql`${by} >= ${updated_since}::timestamptz`,
    ],
  });
}

/**
 * One page of a list in one statement, a search in up to three, with what stands beside it: keyset paging, so a
 * page of a list costs the same however deep it is, and rows added meanwhile neither repeat nor hide any. In a
 * `WholeList` a page is the next batch of all rows.
 *
 * @throws Refusal `invalid_fields` on a `sort` or `cursor` that this list did not give out
 */
export async function listPage<Row>(
  db: Db,
  query: ListQuery,
  given: ListSource,
): Promise<Page<Row>> {
  if (db instanceof WholeList) return await nextBatch(db, query, given);
  if (query.include_total) {
    const source = asksAtOnce(db) ? given : (await byIds(db, given)).source;
    return await onePage(db, query, { ...source, beside: withTotal(source) });
  }
  if (asksAtOnce(db)) return await onePage(db, query, given);
  let page: Page<Row> | undefined;
  for await (const source of searched(db, query, given)) {
    page = await onePage<Row>(db, query, source);
    if (page.meta.next_cursor) break;
  }
  return page!;
}

/** The next rows of a list that is read whole, with what stands beside it at the first. */
async function nextBatch<Row>(
  list: WholeList,
  query: ListQuery,
  { beside, ...source }: ListSource,
): Promise<Page<Row>> {
  const { cursor, ...whole } = query;
  const { rows, more } = await list.next<Keyed<Row>>(() => listStatement(whole, source));
  const next_cursor = more ? "the next batch" : null;
  const [said] = cursor === undefined && beside ? await list.query<[object]>(beside) : [];
  return { data: rows.map(withoutKeys), meta: { limit: rows.length, next_cursor, ...said } };
}

function withTotal({ from, where, beside }: ListSource): Sql {
  const total = sql`select count(*) as total from ${from} where ${allOf(where)}`;
  return beside ? sql`select t.*, s.* from (${total}) t, (${beside}) s` : total;
}

async function onePage<Row>(db: Db, query: ListQuery, source: ListSource): Promise<Page<Row>> {
  const { limit } = query;
  const statement = listStatement(query, source, limit + 1);
  const next = (count: number, { sort_key, sort_id }: Keys) => ({
    limit,
    next_cursor: count > limit ? writeCursor(sortOf(query, source), sort_key, sort_id!) : null,
  });
  if (db instanceof Wire) {
    const found = await db.texts(statement);
    const text = (row: RowBytes, name: string) => textNamed(found, row, name);
    const [first] = found.rows;
    const rows = first && text(first, "sort_id") === null ? [] : found.rows;
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const keys = last
      ? { sort_key: text(last, "sort_key")!, sort_id: Number(text(last, "sort_id")) }
      : noKeys;
    const beside = source.beside ? readJson(text(first, BESIDE)!) as object : {};
    const data = jsonList({ ...found, rows: shown }, keyColumns);
    return { data: data as never, meta: { ...next(rows.length, keys), ...beside } };
  }
  const found = await db.query<Keyed<Row>[]>(statement);
  const rows = found[0]?.sort_id === null ? [] : found;
  const shown = rows.slice(0, limit);
  const meta = { ...next(rows.length, shown.at(-1) ?? noKeys), ...found[0]?.beside_list };
  return { data: shown.map(withoutKeys), meta };
}

/** What `listStatement` puts at the end of each row, to go on from, and what stands beside the list. */
interface Keys {
  sort_key: string;
  sort_id: number | null;
  beside_list?: object;
}
type Keyed<Row> = Row & Keys;
const noKeys: Keys = { sort_key: "", sort_id: 0 };
const keyColumns = [...Object.keys(noKeys), BESIDE];

function withoutKeys<Row>(keyed: Keyed<Row>): Row {
  const { sort_key: _key, sort_id: _id, beside_list: _beside, ...row } = keyed;
  return row as Row;
}

/** Records made on the business days from `from` to `to`, for lists whose documents have no date of their own. */
export function madeWithin(createdAt: Sql, { from, to }: Pick<ListQuery, "from" | "to">): Sql {
  const startOf = (day: string, daysLater: number) =>
    sql`(${day}::date + ${daysLater}::integer)::timestamp at time zone ${business.timeZone}`;
  return allOf([
    from !== undefined && sql`${createdAt} >= ${startOf(from, 0)}`,
    to !== undefined && sql`${createdAt} < ${startOf(to, 1)}`,
  ]);
}
