import type { Sql } from "sql-template-tag";
import type { Asked, Database, Db, Texts } from "./connect.ts";
import { stoppedByReplay } from "./replica.ts";
import { inTransaction } from "./transaction.ts";
import { Wire } from "./wire.ts";

/**
 * Reads by several statements what belongs together, as of one moment, where one needs the answer of another.
 * What is a transaction already is one moment by itself. All go over one connection, so await them one after
 * another.
 */
export async function atOneMoment<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (db instanceof Wire) return await atOneMoment(db.source, (db) => read(new Wire(db)));
  if (!isPool(db)) return await read(db);
  try {
    return await inTransaction(db, read, { snapshot: "brief" });
  } catch (error) {
    if (!db.primary || !stoppedByReplay(error)) throw error;
    return await atOneMoment(db.primary, read);
  }
}

/**
 * Reads as of one moment by statements of which none needs another's answer: a ledger and the balance beside
 * it. All are sent at once, so `read` asks them before it waits for any.
 */
export async function together<Answers extends unknown[]>(
  db: Db,
  read: (db: Db) => [...{ [At in keyof Answers]: Promise<Answers[At]> }],
): Promise<Answers> {
  if (db instanceof Wire) return await together<Answers>(db.source, (db) => read(new Wire(db)));
  if (!isPool(db)) return await Promise.all(read(db)) as Answers;
  const collecting = new Collecting();
  const answers = Promise.all(read(collecting));
  collecting.send(db);
  return await answers as Answers;
}

/** Whether all has to be asked before anything is answered, as in `together`. */
export function asksAtOnce(db: Db): boolean {
  return db instanceof Wire ? asksAtOnce(db.source) : db instanceof Collecting;
}

/** Keeps what is asked until all is known. */
class Collecting implements Db {
  readonly #asked: Asked[] = [];
  readonly #results = Promise.withResolvers<Texts[]>();
  #sent = false;

  query<Rows extends readonly unknown[]>(statement: Sql): Promise<Rows> {
    return this.#ask({ statement, asText: false }).then(({ rows }) => rows as unknown as Rows);
  }

  texts(statement: Sql): Promise<Texts> {
    return this.#ask({ statement, asText: true });
  }

  async #ask(asked: Asked): Promise<Texts> {
    if (this.#sent) throw new Error("This was asked after what is read together was sent");
    const at = this.#asked.push(asked) - 1;
    return (await this.#results.promise)[at];
  }

  send(database: Database): void {
    this.#sent = true;
    this.#results.resolve(database.atOnce(this.#asked) as Promise<Texts[]>);
  }
}

/** Not a transaction, and not a list that is read whole within one. */
function isPool(db: Db): db is Database {
  return "checkOut" in db && !("next" in db);
}
