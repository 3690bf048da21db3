import type { Config } from "../config/config.ts";
import { placeOf } from "../config/database_url.ts";
import { connect, type Database } from "./connect.ts";
import { openEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { readingFrom } from "./replica.ts";
import { connectAs, findRoles } from "./roles.ts";

export interface OpenDatabase {
  database: Database;
  /** where it is, without the password */
  place: string;
  /** where it is, for the role that owns the tables */
  url: string;
  close(): Promise<void>;
}

export interface ServingDatabase extends Omit<OpenDatabase, "url"> {
  /** for lists and reports, which may be some moments old: the replica, where there is one */
  replica: Database;
  /** the migrations that it was brought forward by */
  applied: string[];
  /** why the owner of the tables serves, where the roles that may not change ledgers cannot */
  ownerServes?: string;
}

/** The database of the configuration, the one at DATABASE_URL, else the embedded one in DATA_DIR, as its owner. */
export async function openDatabase(
  config: Config,
  log?: (line: string) => void,
): Promise<OpenDatabase> {
  const { url, place, release } = await locate(config, log);
  const database = connect(url, { writers: config.DB_POOL });
  return {
    database,
    place,
    url,
    async close() {
      await database.end();
      await release();
    },
  };
}

/**
 * The same to serve from: its owner brings the schema forward, then leaves it to roles that own nothing.
 * Where those are not let in, the owner serves.
 */
export async function openServing(
  config: Config,
  log?: (line: string) => void,
): Promise<ServingDatabase> {
  const { url, place, release } = await locate(config, log);
  const owner = connect(url, { writers: config.DB_POOL });
  try {
    const applied = await migrate(owner);
    const roles = await findRoles(owner, url, { make: true });
    const ownerServes = typeof roles === "string" ? roles : undefined;
    const database = typeof roles === "string"
      ? owner
      : connectAs(roles, { writers: config.DB_POOL });
    if (database !== owner) await owner.end();
    const replica = config.DATABASE_READ_URL
      ? readingFrom(
        connect(config.DATABASE_READ_URL, { writers: config.DB_POOL, waitMs: 2_000 }),
        database,
      )
      : database;
    return {
      database,
      replica,
      place,
      applied,
      ownerServes,
      async close() {
        await Promise.all([database.end(), replica === database || replica.end()]);
        await release();
      },
    };
  } catch (error) {
    await owner.end();
    await release();
    throw error;
  }
}

async function locate(config: Config, log?: (line: string) => void) {
  if (config.DATABASE_URL) {
    const url = config.DATABASE_URL;
    return { url, place: placeOf(url), release: async () => {} };
  }
  const { url, release } = await openEmbedded(config.DATA_DIR, { log });
  return { url, place: config.DATA_DIR, release };
}
