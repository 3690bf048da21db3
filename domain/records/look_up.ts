import sql, { join, raw, Sql } from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { PLANNED_ANEW } from "../db/statements.ts";
import type { Reader } from "./kinds.ts";
import { phoneSearch } from "./phone_number.ts";

/** A pattern that finds `search` anywhere, with its own wildcards taken literally. */
export function containing(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Whether any of the expressions contains the search text, whatever the case. */
export function matches(search: string, expressions: Sql[]): Sql;
export function matches(search: string | undefined, expressions: Sql[]): Sql | undefined;
export function matches(search: string | undefined, expressions: Sql[]): Sql | undefined {
  if (search === undefined) return undefined;
  const pattern = containing(search);
  return sql`(${
    join(expressions.map((expression) => sql`${expression} ilike ${pattern}`), " or ")
  })`;
}

/** What a list's rows refer to by a column: found by the texts of that, too. */
export interface Linked {
  by: Sql;
  /** a select of the ids that a search means */
  ids: (search: string) => Sql;
}

/** So many ids at most are put into the statement; of more PostgreSQL is not told, see searched.ts. */
const FEW = 100;

/**
 * Whether any of the columns contains the search text, or what the row is linked to is meant. The ids of that
 * are looked up first: an `or` over the texts of several tables joins all their rows before it can judge one.
 */
export class LookUp extends Sql {
  readonly #search: string;
  readonly #own: Sql[];
  readonly #linked: Linked[];

  constructor(search: string, own: Sql[], linked: Linked[]) {
    super(["", ""], [anew(anyOf([...own, ...linked.map((one) => meantBy(search, one))]))]);
    this.#search = search;
    this.#own = own;
    this.#linked = linked;
  }

  /** The same of few rows, each judged by itself: by a plan that is kept. */
  oneByOne(): Sql {
    return anyOf([
      ...this.#own,
      ...this.#linked.map(({ by, ids }) =>
        // without the offset all that is meant might be read first
        sql`exists (select from (${ids(this.#search)}) meant (id) where meant.id = ${by} offset 0)`
      ),
    ]);
  }

  /**
   * The same by the ids themselves, and whether one of the linked means `many` of them. Only of values does
   * PostgreSQL know how few rows they mean: of a list that is still to be read it expects a page full close by,
   * and walks through all rows where there is none.
   */
  async byIds(db: Db): Promise<{ where: Sql; many: boolean }> {
    if (this.#linked.length === 0) return { where: this, many: false };
    const meant = this.#linked.map(({ ids }, at) =>
      sql`array(select id from (${ids(this.#search)}) as meant (id) limit ${FEW + 1})
        as ${raw(`linked_${at}`)}`
    );
    const [row] = await db.query<[Record<string, number[]>]>(
      sql`select ${join(meant)} where ${PLANNED_ANEW}`,
    );
    const found = this.#linked.map((one, at) => ({ one, ids: row[`linked_${at}`] }));
    const parts = found.filter(({ ids }) => ids.length > 0).map(({ one, ids }) =>
      ids.length > FEW ? meantBy(this.#search, one) : sql`${one.by} = any(${ids}::bigint[])`
    );
    return {
      where: anew(anyOf([...this.#own, ...parts])),
      many: found.some(({ ids }) => ids.length > FEW),
    };
  }
}

/** Planned for its values each time: an index of texts helps for what is rare. */
const anew = (found: Sql) => sql`(${PLANNED_ANEW} and ${found})`;

const meantBy = (search: string, { by, ids }: Linked) => sql`${by} = any(array(${ids(search)}))`;

const anyOf = (all: Sql[]) => all.length > 0 ? sql`(${join(all, " or ")})` : sql`false`;

/** What `LookUp` finds, by a plan that is kept: inside another search, or for few rows whose many joins take longer to plan than to read. */
export function matchesLinked(
  search: string,
  columns: Sql[],
  linked: Linked[],
  also: Sql[] = [],
): Sql {
  const parts = linked.map((one) => meantBy(search, one));
  return anyOf([...own(search, columns), ...also, ...parts]);
}

const own = (search: string, columns: Sql[]) =>
  columns.length > 0 ? [matches(search, columns)] : [];

/**
 * `LookUp` of a search, where there is one, over columns with an index of their texts, such as
 * migrations/0040_text_in_lists.sql makes.
 * `also` are conditions of another kind by which a row is found, too.
 */
export function lookUp(
  search: string | undefined,
  columns: Sql[],
  linked: Linked[] = [],
  also: Sql[] = [],
): LookUp | undefined {
  if (search === undefined) return undefined;
  return new LookUp(
    search,
    [...own(search, columns), ...also],
    linked,
  );
}

/** The records of a table of which one of these columns contains the search text. */
export function linkedTo(by: Sql, table: string, texts: string[]): Linked {
  const columns = texts.map((text) => sql`linked.${raw(text)}`);
  return {
    by,
    ids: (search) =>
      sql`select linked.id from ${raw(table)} linked where ${matches(search, columns)}`,
  };
}

/** Whether a column of `phoneDigits` has what is asked for, where that may be a phone: however it was typed. */
export function phoneMatches(digits: Sql, search: string | undefined): Sql[] {
  const phone = phoneSearch(search);
  return phone === undefined ? [] : [sql`${digits} like ${containing(phone)}`];
}

/** Of one user, who may have been asked for as `me` (`field.userOrMe`); false: of whomever. */
export function ofUser(
  column: Sql,
  asked: number | "me" | undefined,
  { userId }: Pick<Reader, "userId">,
) {
  return asked !== undefined && sql`${column} = ${asked === "me" ? userId : asked}`;
}
