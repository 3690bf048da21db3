import type { Config } from "../config/config.ts";
import { connect, type Database } from "./connect.ts";
import { openEmbedded } from "./embedded.ts";
import { readingFrom } from "./replica.ts";

export interface OpenDatabase {
  database: Database;
  /** for lists and reports, which may be some moments old: the replica, where there is one */
  replica: Database;
  /** where it is, without the password */
  place: string;
  close(): Promise<void>;
}

/** The database of the configuration: the one at DATABASE_URL, else the embedded one in DATA_DIR. */
export async function openDatabase(
  config: Config,
  log?: (line: string) => void,
): Promise<OpenDatabase> {
  if (config.DATABASE_URL) {
    const database = connect(config.DATABASE_URL, { writers: config.DB_POOL });
    const { host, pathname } = new URL(config.DATABASE_URL);
    const replica = config.DATABASE_READ_URL
      ? readingFrom(
        connect(config.DATABASE_READ_URL, { writers: config.DB_POOL, waitMs: 2_000 }),
        database,
      )
      : database;
    return {
      database,
      replica,
      place: `${host}${pathname}`,
      async close() {
        await Promise.all([database.end(), replica === database || replica.end()]);
      },
    };
  }
  const embedded = await openEmbedded(config.DATA_DIR, { log });
  const database = connect(embedded.url, { writers: config.DB_POOL });
  return {
    database,
    replica: database,
    place: config.DATA_DIR,
    async close() {
      await database.end();
      await embedded.release();
    },
  };
}
