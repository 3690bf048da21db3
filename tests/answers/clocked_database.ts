import pg from "pg";
import { migrate } from "../../domain/db/migrate.ts";
import { emptyDatabase } from "../support/db.ts";
import { startClock } from "./clock.ts";
import { clockOfTheDatabase } from "./office.ts";

/** A database of a test, migrated under a clock of its own; `admin` owns it. Time goes on when it is disposed of. */
export async function clockedDatabase() {
  const db = await emptyDatabase();
  const admin = new pg.Client({ connectionString: db.url });
  await admin.connect();
  await admin.query(clockOfTheDatabase);
  await migrate(db.database);
  return {
    database: db.database,
    admin,
    async [Symbol.asyncDispose]() {
      startClock();
      await admin.end();
      await db[Symbol.asyncDispose]();
    },
  };
}
