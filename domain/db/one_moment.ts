import type { Database, Db } from "./connect.ts";
import { stoppedByReplay } from "./replica.ts";
import { inTransaction } from "./transaction.ts";
import { Wire } from "./wire.ts";

/**
 * Reads by several statements what belongs together, as of one moment: a balance and the ledger beside it.
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

/** Not a transaction, and not a list that is read whole within one. */
function isPool(db: Db): db is Database {
  return "checkOut" in db && !("next" in db);
}
