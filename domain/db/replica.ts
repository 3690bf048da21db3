import { Refusal } from "../errors.ts";
import type { Database } from "./connect.ts";

const AWAY_MS = 10_000;

/**
 * Reads what may be some moments old from a replica. While the replica is away, or a change that it
 * replays stops a statement, the primary answers; a replica that was away is asked again after a while.
 * Closing it leaves the primary open.
 */
export function readingFrom(replica: Database, primary: Database): Database {
  let awayUntil = -Infinity;

  async function either<T>(
    read: (database: Database) => Promise<T>,
    { tellsAway = true } = {},
  ): Promise<T> {
    if (performance.now() < awayUntil) return await read(primary);
    try {
      return await read(replica);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const away = error.code === "database_unavailable";
      if (!away && !stoppedByReplay(error)) throw error;
      if (away && tellsAway) awayUntil = performance.now() + AWAY_MS;
      return await read(primary);
    }
  }

  return {
    query: (statement) => either((database) => database.query(statement)),
    texts: (statement) => either((database) => database.texts(statement)),
    atOnce: (all) => either((database) => database.atOnce(all)),
    // a pool that is full says the same as a server that is away; the next statement outside it knows
    checkOut: () => either((database) => database.checkOut(), { tellsAway: false }),
    statements: replica.statements,
    rights: primary.rights,
    primary,
    pool: () => replica.pool(),
    end: () => replica.end(),
  };
}

/** A change that a replica replays stops a read that it is in the way of. */
export function stoppedByReplay(error: unknown): boolean {
  return error instanceof Refusal &&
    (error.cause as { code?: string } | undefined)?.code === "40001";
}
