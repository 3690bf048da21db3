import sql, { raw } from "sql-template-tag";
import type { Config } from "../config/config.ts";
import { besideOf } from "../config/database_url.ts";
import { connect, type Database } from "../db/connect.ts";
import { openEmbedded } from "../db/embedded.ts";
import { clusterOf } from "../db/embedded_cluster.ts";
import { removeFolder } from "../db/embedded_programs.ts";

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
  const database = connect(besideOf(url, name));
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
  const dataDir = `${folder}/database`;
  const { url, release } = await openEmbedded(dataDir, { fast: true });
  const database = connect(url);
  return {
    database,
    place: "an embedded database",
    async [Symbol.asyncDispose]() {
      await database.end();
      await release();
      // root's may lie outside the folder, where nobody else would remove it
      const cluster = await clusterOf(dataDir);
      if (cluster) await removeFolder(cluster);
    },
  };
}
