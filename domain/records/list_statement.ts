import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import { invalid } from "../errors.ts";
import { readCursor, type SortType } from "./cursor.ts";

/** What a list may be sorted by: public name → SQL expression that is never null, and its type. */
export type Sorts = Record<
  string,
  { by: Sql; type: SortType }
>;

export interface ListSource {
  /** `select` list without the keyword */
  columns: Sql;
  /** `from` clause without the keyword, with the joins that conditions and sorts need */
  from: Sql;
  /** further ones, of columns alone: each adds to a row and takes none away, and what only counts leaves them out */
  joins?: Sql;
  /** conditions that all must hold; undefined ones are left out */
  where: (Sql | undefined | false)[];
  /** the table's id, as in `s.id` */
  id: Sql;
  sorts: Sorts;
  /** as in the query parameter: `-id` */
  defaultSort?: string;
  /**
   * A statement around the page's own that adds what depends on which rows the page shows, such as
   * running balances. It must select from a CTE named `page`; its order is put behind it.
   */
  around?: (page: Sql) => Sql;
  /** A statement of one row about the whole list, such as its balances: its columns stand in `meta`. */
  beside?: Sql;
}

/** The column in which the first row of a page has what stands beside the list, as JSON. */
export const BESIDE = "beside_list";

/** A search of what many have looks among so many rows first. */
export const NEAR = 500;

/**
 * Rows that a page of a usual size reads, often one more than it shows. They stand in the statement's text: of a
 * number that it does not know PostgreSQL plans for a tenth of all rows, sorts those, and plans again each
 * time it is asked.
 */
const usualPages = new Set(
  [10, 20, 25, 50, 100, 200].flatMap((limit) => [limit, limit + 1]).concat(NEAR),
);

export function atMost(limit: number): Sql {
  return sql`limit ${usualPages.has(limit) ? raw(String(limit)) : limit}`;
}

/**
 * The statement that reads a list from the query's cursor on, `limit` rows or all of them, with its
 * keys to go on from (`sort_key`, `sort_id`) in each row. Where something stands beside the list, a page
 * without rows is one row without keys.
 *
 * @throws Refusal `invalid_fields` on a `sort` or `cursor` that this list did not give out
 */
export function listStatement(query: Asked, source: ListSource, limit?: number): Sql {
  const asked = sortOf(query, source);
  const descending = asked.startsWith("-");
  const name = asked.replace(/^-/, "");
  const sorts: Sorts = { id: { by: source.id, type: "bigint" }, ...source.sorts };
  if (!Object.hasOwn(sorts, name)) {
    throw invalid({
      sort: `must be one of ${Object.keys(sorts).join(", ")}, with - for descending`,
    });
  }
  const { by, type } = sorts[name];
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, asked, type);
  const order = descending ? raw("desc") : raw("asc");
  const beyond = after && sql`(${by}, ${source.id}) ${raw(descending ? "<" : ">")}
    (${after.value}::text::${raw(type)}, ${after.id}::bigint)`;
  const page = sql`
    select ${source.columns}, (${by})::text as sort_key, ${source.id} as sort_id
    from ${source.from}${source.joins ?? empty}
    where ${allOf([...source.where, beyond])}
    order by ${by} ${order}, ${source.id} ${order}
    ${limit === undefined ? empty : atMost(limit)}`;
  const { around, beside } = source;
  if (!around && !beside) return page;
  const rows = around ? around(page) : page;
  const inOrder = sql`order by page.sort_key::${raw(type)} ${order}, page.sort_id ${order}`;
  return sql`${beside ? withBeside(rows, beside, inOrder) : rows} ${inOrder}`;
}

/** The rows, the first with what stands beside them: in each it would be sent with each. */
function withBeside(rows: Sql, beside: Sql, inOrder: Sql): Sql {
  return sql`
    select page.*, case when row_number() over (${inOrder}) = 1 then beside.said end as ${
    raw(BESIDE)
  }
    from (select row_to_json(b) as said from (${beside}) b offset 0) beside
      left join (${rows}) page on true`;
}

/** What a query says of the order and the beginning of a page. */
export interface Asked {
  sort?: string;
  cursor?: string;
}

/** What the list is sorted by, with - in front for the other way round. */
export function sortOf(query: Asked, source: ListSource): string {
  return query.sort ?? source.defaultSort ?? "-id";
}

/** Conditions joined by `and`; `true` where there is none. */
export function allOf(conditions: (Sql | undefined | false)[]): Sql {
  const kept = conditions.filter((condition): condition is Sql => Boolean(condition));
  return kept.length === 0 ? sql`true` : join(kept, " and ");
}
