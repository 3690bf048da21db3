import type { Config } from "../config.ts";
import { connect, type Database } from "./connect.ts";
import { openEmbedded } from "./embedded.ts";

export interface OpenDatabase {
  database: Database;
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
    return { database, place: `${host}${pathname}`, close: () => database.end() };
  }
  const embedded = await openEmbedded(config.DATA_DIR, { log });
  const database = connect(embedded.url, { writers: config.DB_POOL });
  return {
    database,
    place: config.DATA_DIR,
    async close() {
      await database.end();
      await embedded.release();
    },
  };
}
