import type pg from "pg";
import type { Asked, Database, Db, Texts } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { jsonList } from "../../domain/db/wire.ts";

type Rows = unknown[];

/** As it is sent, prepared or not. */
export interface Sent {
  text: string;
  values: unknown[];
}

/** A statement as `ask` hands it to the driver. */
interface Handed extends Sent {
  callback(error: Error | null, result: pg.QueryResult): void;
}

/** Sends a statement, and whatever else is to happen around it. `begin` and `commit` do not come here. */
export type Around = (statement: Sent, send: () => Promise<Rows>) => Promise<Rows>;

/** The same database with `around` each statement, whether it is sent in a transaction or not. */
export function watching(database: Database, around: Around): Database {
  const watchedBy = (db: Db): Db => ({
    query: (statement) => around(statement, () => db.query(statement)) as never,
    texts: (statement) => withRows(statement, around, () => db.texts(statement)),
  });
  const noted: Database = {
    ...database,
    ...watchedBy(database),
    rights: watchedBy(database.rights),
    atOnce: (all) => oneByOne(noted, all) as ReturnType<Database["atOnce"]>,
    checkOut: async () => watched(await database.checkOut(), around),
  };
  return noted;
}

/** What is sent at once, with time between, in which something may happen. */
function oneByOne(database: Database, all: Asked[]): Promise<unknown[]> {
  return inTransaction(database, async (tx) => {
    const results = [];
    for (const { statement, asText } of all) {
      results.push(asText ? await tx.texts(statement) : { rows: await tx.query(statement) });
    }
    return results;
  }, { snapshot: "brief" });
}

function watched(client: pg.PoolClient, around: Around): pg.PoolClient {
  return new Proxy(client, {
    get(target, name) {
      if (name === "query") {
        return (statement: string | Handed) => {
          if (typeof statement === "string") return target.query(statement);
          const { callback } = statement;
          withRows(statement, around, () =>
            new Promise<pg.QueryResult>((resolve, reject) => {
              statement.callback = (error, result) => error ? reject(error) : resolve(result);
              target.query(statement as unknown as pg.Query);
            })).then((result) => callback(null, result), (error) => callback(error, undefined!));
        };
      }
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** `around` sees the rows of a whole result; what was to be sent on as bytes goes on as it came. */
async function withRows<Result extends { rows: Rows }>(
  statement: Sent,
  around: Around,
  send: () => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  const rows = await around(statement, async () => readable(result = await send()));
  return result!.rows[0] instanceof Uint8Array ? result! : { ...result!, rows };
}

function readable(result: { rows: Rows }): Rows {
  if (!(result.rows[0] instanceof Uint8Array)) return result.rows;
  return JSON.parse(jsonList(result as Texts, []).text());
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
