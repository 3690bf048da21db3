import sql, { raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { asksAtOnce, together } from "../db/one_moment.ts";
import { jsonList, textNamed, Wire } from "../db/wire.ts";
import { writeCursor } from "./cursor.ts";
import * as field from "./fields.ts";
import { allOf, type ListSource, listStatement, sortOf } from "./list_statement.ts";
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
 * One page of a list in one statement, a search in up to three, two of one moment with `include_total`: keyset paging, so a page
 * of a list costs the same however deep it is, and rows added meanwhile neither repeat nor hide any. In a
 * `WholeList` a page is the next batch of all rows.
 *
 * @throws Refusal `invalid_fields` on a `sort` or `cursor` that this list did not give out
 */
export async function listPage<Row>(
  db: Db,
  query: ListQuery,
  given: ListSource,
): Promise<Page<Row>> {
  if (db instanceof WholeList) {
    const { cursor: _, ...whole } = query;
    const { rows, more } = await db.next<Keyed<Row>>(() => listStatement(whole, given));
    const next_cursor = more ? "the next batch" : null;
    return { data: rows.map(withoutKeys), meta: { limit: rows.length, next_cursor } };
  }
  if (query.include_total) return await countedPage(db, query, given);
  if (asksAtOnce(db)) return await onePage(db, query, given);
  let page: Page<Row> | undefined;
  for await (const source of searched(db, query, given)) {
    page = await onePage<Row>(db, query, source);
    if (page.meta.next_cursor) break;
  }
  return page!;
}

async function countedPage<Row>(db: Db, query: ListQuery, given: ListSource): Promise<Page<Row>> {
  const source = asksAtOnce(db) ? given : (await byIds(db, given)).source;
  const counted = sql`select count(*) as total from ${source.from} where ${allOf(source.where)}`;
  const [page, [{ total }]] = await together(
    db,
    (db) => [onePage<Row>(db, query, source), db.query<[{ total: number }]>(counted)],
  );
  page.meta.total = total;
  return page;
}

async function onePage<Row>(db: Db, query: ListQuery, source: ListSource): Promise<Page<Row>> {
  const { limit } = query;
  const statement = listStatement(query, source, limit + 1);
  const next = (count: number, { sort_key, sort_id }: Keys) => ({
    limit,
    next_cursor: count > limit ? writeCursor(sortOf(query, source), sort_key, sort_id) : null,
  });
  if (db instanceof Wire) {
    const found = await db.texts(statement);
    const { rows } = found;
    const shown = rows.slice(0, limit);
    const key = (name: string) => shown.length > 0 ? textNamed(found, shown.at(-1)!, name) : null;
    const keys = { sort_key: key("sort_key") ?? "", sort_id: Number(key("sort_id")) };
    const data = jsonList({ ...found, rows: shown }, keyColumns);
    return { data: data as never, meta: next(rows.length, keys) };
  }
  const rows = await db.query<Keyed<Row>[]>(statement);
  const shown = rows.slice(0, limit);
  return { data: shown.map(withoutKeys), meta: next(rows.length, shown.at(-1) ?? noKeys) };
}

/** What `listStatement` puts at the end of each row, to go on from. */
interface Keys {
  sort_key: string;
  sort_id: number;
}
type Keyed<Row> = Row & Keys;
const noKeys: Keys = { sort_key: "", sort_id: 0 };
const keyColumns = Object.keys(noKeys);

function withoutKeys<Row>({ sort_key: _key, sort_id: _id, ...row }: Keyed<Row>): Row {
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
