import type { Actor } from "../access/access.ts";
import type { Database } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { audit } from "./audit.ts";

/**
 * Notes that somebody takes a whole list away as a file, before he has it.
 * @param list its path below the root of the API
 */
export async function recordExport(
  database: Database,
  actor: Actor,
  list: string,
  query: object,
): Promise<void> {
  await inTransaction(database, (tx) =>
    audit(tx, actor, {
      action: "list.export",
      entity: "list",
      entityId: null,
      reference_no: list,
      after: query,
    }));
}
