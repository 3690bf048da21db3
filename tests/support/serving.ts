import type { Database } from "../../domain/db/connect.ts";
import { connectAs, rolesBeside } from "../../domain/db/roles.ts";

/**
 * Each connection costs as much as copying the database: one to read by, more only while that is slow. A
 * hundred at once take their turns, however slow the machine is.
 */
export const usual = { readers: 1, writers: 20, waitMs: 60_000 };

const beside = new WeakMap<Database, Database>();

/** The same database as a server opens it: by roles that own no table. Their statements count together. */
export function servingOf(owners: Database): Database {
  return beside.get(owners) ?? owners;
}

/** Opens it so, beside the owner's connection. */
export function openServing(owners: Database, url: string): Database {
  const { statements } = owners;
  return serveBy(owners, connectAs(rolesBeside(url)!, { ...usual, statements }));
}

/** From now on the tests' API over `owners` serves by this one. */
export function serveBy(owners: Database, serving: Database): Database {
  beside.set(owners, serving);
  return serving;
}
