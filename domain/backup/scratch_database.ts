import sql, { raw } from "sql-template-tag";
import type { Config } from "../config/config.ts";
import { connect, type Database } from "../db/connect.ts";
import { openEmbedded } from "../db/embedded.ts";

/** An empty database to try something on, gone when it is disposed of. */
export interface Scratch extends AsyncDisposable {
  database: Database;
  /** where it is */
  place: string;
}

/**
 * A scratch database beside the one at DATABASE_URL where its role may make one, else an embedded one in
 * `folder`. A database of its own, so that nothing which happens there reaches the real books.
 */
export async function scratchDatabase(config: Config, folder: string): Promise<Scratch> {
  return config.DATABASE_URL && await besideTheRealOne(config.DATABASE_URL) ||
    await embedded(folder);
}

async function besideTheRealOne(url: string): Promise<Scratch | undefined> {
  const name = `back_office_drill_${crypto.randomUUID().slice(0, 8)}`;
  const admin = connect(url, { readers: 1, writers: 1 });
  try {
    await admin.query(sql`create database ${raw(name)} template template0`);
  } catch (error) {
    await admin.end();
    if ((error as { code?: string }).code === "42501") return undefined; // not permitted
    throw error;
  }
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = connect(own.href);
  return {
    database,
    place: `database ${name}`,
    async [Symbol.asyncDispose]() {
      await database.end();
      await admin.query(sql`drop database if exists ${raw(name)}`);
      await admin.end();
    },
  };
}

async function embedded(folder: string): Promise<Scratch> {
  const { url, release } = await openEmbedded(`${folder}/database`, { fast: true });
  const database = connect(url);
  return {
    database,
    place: "an embedded database",
    async [Symbol.asyncDispose]() {
      await database.end();
      await release();
    },
  };
}
