import sql, { raw, type Sql } from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { type Asked, type ListSource, listStatement, NEAR, sortOf } from "./list_statement.ts";
import { LookUp } from "./look_up.ts";

/**
 * Where to look for a page of a search, one list after the other until one fills it. How common a word is
 * PostgreSQL knows of the list's own texts, and of few that are linked. Of many it does not: then the rows nearest
 * to where the page begins are judged one by one, by a plan that is kept, which fills the page where the word is
 * common among them; and else all that is found by their index is put in order. Only of a list without
 * other conditions, which may leave few of those rows and have an index of their own.
 */
export async function* searched(
  db: Db,
  query: Asked,
  list: ListSource,
): AsyncGenerator<ListSource> {
  const { source, where, many } = await byIds(db, list);
  const table = many ? inItsOrder(query, list) : undefined;
  if (!table) return yield source;
  const { id, sorts, defaultSort } = list;
  const rows = { columns: sql`1`, from: table, where: [], id, sorts, defaultSort };
  const near = listStatement(query, rows, NEAR);
  yield searchedBy(
    list,
    (search) =>
      sql`${id} = any(array(select sort_id from (${near}) near)) and ${search.oneByOne()}`,
  );
  yield searchedBy(list, () => sql`${id} = any(array(select ${id} from ${table} where ${where}))`);
}

/** The list with what its search means looked up by the ids of what is linked. */
export async function byIds(db: Db, list: ListSource) {
  const search = searchOf(list);
  if (!search) return { source: list, many: false };
  const { where, many } = await search.byIds(db);
  return { source: searchedBy(list, () => where), where, many };
}

const searchOf = ({ where }: ListSource) => where.find((part) => part instanceof LookUp);

function searchedBy(list: ListSource, as: (search: LookUp) => Sql): ListSource {
  return { ...list, where: list.where.map((part) => part instanceof LookUp ? as(part) : part) };
}

/** The table of a list that is asked for whole and in its own order, by a column that must have an index. */
function inItsOrder(query: Asked, list: ListSource): Sql | undefined {
  const [, table, alias] = /^\s*(\w+) (\w+)\b/.exec(list.from.sql) ?? [];
  const own = sortOf({}, list);
  const by = list.sorts[own.replace(/^-/, "")]?.by ?? list.id;
  const known = list.id.sql === `${alias}.id` && by.sql.startsWith(`${alias}.`);
  const whole = list.where.every((part) => !part || part instanceof LookUp || part.sql === "true");
  return known && whole && sortOf(query, list) === own ? raw(`${table} ${alias}`) : undefined;
}
