import sql, { raw, type Sql } from "sql-template-tag";
import type { Database, Db, Texts, Tx } from "../db/connect.ts";

const BATCH = 2_000;

/**
 * A transaction in which a list is read from its first row to its last. Its statement runs once, behind
 * a cursor of the server, and each page that is asked for is the next batch of it: no more than a batch
 * is ever here, and the server sorts what does not fit its memory on disk. Each batch, the first with its
 * sorting included, has a minute.
 */
export class WholeList implements Database {
  readonly statements: Database["statements"];
  readonly rights: Database["rights"];
  #opened: Promise<unknown> | undefined;

  constructor(readonly database: Database, readonly tx: Tx) {
    this.statements = database.statements;
    this.rights = database.rights;
  }

  query<Rows extends readonly unknown[]>(statement: Sql): Promise<Rows> {
    return this.tx.query(statement);
  }

  texts(statement: Sql): Promise<Texts> {
    return this.tx.texts(statement);
  }

  atOnce: Database["atOnce"] = (all) => this.database.atOnce(all);
  checkOut = () => this.database.checkOut();
  pool = () => this.database.pool();
  end = () => this.database.end();

  /** The next rows of the list, and whether there may be more. */
  async next<Row>(list: () => Sql): Promise<{ rows: Row[]; more: boolean }> {
    await (this.#opened ??= this.#open(list()));
    const rows = await this.tx.query<Row[]>(sql`fetch ${raw(String(BATCH))} from whole_list`);
    return { rows, more: rows.length === BATCH };
  }

  async #open(list: Sql): Promise<void> {
    // the plan for all rows, not the one that is quickest with the first
    await this.tx.query(sql`
      select set_config('statement_timeout', '60s', true), set_config('cursor_tuple_fraction', '1', true)`);
    await this.tx.query(sql`declare whole_list no scroll cursor for ${list}`);
  }
}

/** Whether this is a later batch of a list that is read whole: what stands beside its rows was read with the first. */
export function isLaterBatch(db: Db, query: { cursor?: string }): boolean {
  return db instanceof WholeList && query.cursor !== undefined;
}

interface Listed<Row> {
  data: Row[];
  meta: { next_cursor: string | null };
}

/** Every row of a list, whatever page the query asks for. */
export async function* everyRow<Row, Query>(
  list: WholeList,
  query: Query,
  read: (list: WholeList, query: Query) => Promise<Listed<Row> | Row[]>,
): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    const page = await read(list, { ...query, cursor, include_total: false, limit: 200 });
    if (Array.isArray(page)) return yield* page;
    yield* page.data;
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
