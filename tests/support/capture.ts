import type pg from "pg";
import type { Database, Db } from "../../domain/db/connect.ts";

type Rows = unknown[];

/** As it is sent, prepared or not. */
export interface Sent {
  text: string;
  values: unknown[];
}

/** Sends a statement, and whatever else is to happen around it. `begin` and `commit` do not come here. */
export type Around = (statement: Sent, send: () => Promise<Rows>) => Promise<Rows>;

/** The same database with `around` each statement, whether it is sent in a transaction or not. */
export function watching(database: Database, around: Around): Database {
  const watchedBy = (db: Db): Db => ({
    query: (statement) => around(statement, () => db.query(statement)) as never,
    texts: (statement) => withRows(statement, around, () => db.texts(statement)),
  });
  return {
    ...database,
    ...watchedBy(database),
    rights: watchedBy(database.rights),
    checkOut: async () => watched(await database.checkOut(), around),
  };
}

function watched(client: pg.PoolClient, around: Around): pg.PoolClient {
  return new Proxy(client, {
    get(target, name) {
      if (name === "query") {
        return async (statement: string | Sent) => {
          if (typeof statement === "string") return await target.query(statement);
          return await withRows(statement, around, () => target.query(statement));
        };
      }
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** `around` sees the rows of a whole result. */
async function withRows<Result extends { rows: Rows }>(
  statement: Sent,
  around: Around,
  send: () => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  const rows = await around(statement, async () => (result = await send()).rows);
  return { ...result!, rows };
}

/** A database whose every answer is kept, whether it was asked in a transaction or not. */
export function capturing(database: Database): { database: Database; captured: Rows[] } {
  const captured: Rows[] = [];
  const kept = watching(database, async (_, send) => {
    const rows = await send();
    captured.push([...rows]);
    return rows;
  });
  return { database: kept, captured };
}
