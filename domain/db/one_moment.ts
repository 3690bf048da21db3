import type { Database, Db } from "./connect.ts";
import { inTransaction } from "./transaction.ts";

/**
 * Reads by several statements what belongs together, as of one moment: a balance and the ledger beside it.
 * What is a transaction already is one moment by itself.
 */
export function atOneMoment<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return "checkOut" in db ? inTransaction(db as Database, read, { snapshot: "brief" }) : read(db);
}
