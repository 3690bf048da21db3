import pg from "pg";
import type { Sql } from "sql-template-tag";
import { Refusal } from "../errors.ts";
import { addressesOf } from "../config/database_url.ts";
import { clientFor } from "./hosts.ts";
import { Readers } from "./readers.ts";
import type { RowBytes } from "./row_bytes.ts";
import { nameFailed, Statements } from "./statements.ts";
import { types } from "./values.ts";

/** Whatever can be read from: the pool or an open transaction. `Rows` says how many rows come back. */
export interface Db {
  query<Rows extends readonly unknown[]>(statement: Sql): Promise<Rows>;
  /** The same rows as PostgreSQL writes them, for what is only sent on (`domain/db/wire.ts`). */
  texts(statement: Sql): Promise<Texts>;
}

/** Rows as PostgreSQL writes them, with the names and types of their columns. */
export interface Texts {
  fields: { name: string; dataTypeID: number }[];
  rows: RowBytes[];
}

declare const inTransactionBrand: unique symbol;

/** An open transaction. Only `inTransaction` makes one, so a write can never be handed the pool. */
export interface Tx extends Db {
  readonly [inTransactionBrand]: true;
  /**
   * Goes on while a write whose answer nobody needs is under way. What it throws, the next statement or
   * the commit throws. Statements run in the order in which they were sent.
   */
  later(write: Promise<unknown>): Promise<void>;
  /**
   * For one statement that only reads: the commit is sent right behind it, or the rollback of a dry run. What
   * throws once it was read changes nothing any more.
   */
  readAndEnd(): Db;
}

/** A statement of several that are sent at once. */
export interface Asked {
  statement: Sql;
  /** whether it answers `Texts` */
  asText: boolean;
}

/** The process's connection to PostgreSQL: pipelined clients for reads, a pool for transactions. */
export interface Database extends Db {
  /** A client of its own for one transaction; give it back with `release(true)` when it broke. */
  checkOut(): Promise<pg.PoolClient>;
  /** How many were sent since the start, which a test holds lists to, and which of them are prepared. */
  readonly statements: Statements;
  /**
   * Where rights are asked: connections of their own, so that nobody waits to be let in behind what
   * somebody else reads.
   */
  readonly rights: Db;
  /** Sends statements that only read as of one moment, all at once: see `together` of one_moment.ts. */
  atOnce(all: Asked[]): Promise<pg.QueryResult[]>;
  /** Of a replica: where to read what it could not answer. */
  readonly primary?: Database;
  /** How busy the pool for transactions is. */
  pool(): { inUse: number; waiting: number; limit: number };
  /** Waits for what is under way, then closes every connection. */
  end(): Promise<void>;
}

const USUAL_READERS = 2;
/** For each usual reader, while reads are slow. */
const AT_MOST = 4;
const MOST_FOR_RIGHTS = 2;
/** Connections beside the pool when reads and rights are slow. */
export const MOST_READERS = AT_MOST * USUAL_READERS + MOST_FOR_RIGHTS;

export interface ConnectOptions {
  /** Where reads outside a transaction go as another role; left out, as everything else. */
  readUrl?: string;
  /** What it shares with another connection to the same database. */
  statements?: Statements;
  /** Clients that share autocommit reads, as long as none of them is slow: see `Readers`. */
  readers?: number;
  /** Transactions at the same time. */
  writers?: number;
  /** How long to wait for a connection before saying the database is away. */
  waitMs?: number;
}

/**
 * Opens the database. Nothing is sent yet: the first query connects.
 *
 * Reads go through a few pipelined clients (`Readers`); one that fails is dropped and its queries are sent
 * once more on a fresh connection, which is safe because they only read.
 */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { readers = USUAL_READERS, writers = 10, waitMs = 5_000, readUrl = url } = options;
  const { statements = new Statements() } = options;
  const config = {
    connectionString: addressesOf(url)[0],
    types,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    application_name: "back-office",
  };
  const Client = clientFor(url, waitMs);
  const pool = new pg.Pool({ ...config, Client, max: writers, idleTimeoutMillis: 30_000 });
  pool.on("error", () => {}); // an idle connection died; the pool has already dropped it
  const reading = { ...config, connectionString: addressesOf(readUrl)[0] };
  const Reader = readUrl === url ? Client : clientFor(readUrl, waitMs);
  const reads = new Readers(reading, readers, AT_MOST * readers, Reader);
  const rights = new Readers(reading, 1, MOST_FOR_RIGHTS, Reader);

  async function send(to: Readers, statement: Sql, asText = false): Promise<pg.QueryResult> {
    statements.count++;
    return await onceMore(async () => {
      try {
        return await to.send({ statement: statements.named(statement), asText });
      } catch (error) {
        statements.learnFrom(error, statement.text);
        throw error;
      }
    });
  }

  async function atOnce(all: Asked[]): Promise<pg.QueryResult[]> {
    statements.count += all.length;
    return await onceMore(async () => {
      const outcomes = await reads.sendAtOnce(
        all.map(({ statement, asText }) => ({ statement: statements.named(statement), asText })),
      );
      const failed = outcomes.findIndex(({ status }) => status === "rejected");
      if (failed < 0) {
        return outcomes.map((each) => (each as PromiseFulfilledResult<pg.QueryResult>).value);
      }
      const { reason } = outcomes[failed] as PromiseRejectedResult;
      statements.learnFrom(reason, all[failed].statement.text);
      throw reason;
    });
  }

  const readingBy = (by: Readers): Db => ({
    query: async (statement) => (await send(by, statement)).rows as never,
    texts: (statement) => send(by, statement, true) as Promise<Texts>,
  });

  return {
    ...readingBy(reads),
    rights: readingBy(rights),
    atOnce,
    statements,
    pool: () => ({
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
      limit: writers,
    }),
    async checkOut() {
      try {
        return await pool.connect();
      } catch (error) {
        throw known(error);
      }
    },
    async end() {
      await Promise.allSettled([reads.end(), rights.end(), pool.end()]);
    },
  };
}

/** A read whose connection or prepared statement is no more is sent again, on a fresh connection. */
async function onceMore<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await read();
    } catch (error) {
      tellWhoAsked(error);
      if (attempt === 1 && (connectionBroke(error) || nameFailed(error))) continue;
      throw known(error);
    }
  }
}

/** Puts the lines that lead to the statement in place of those that lead to the socket. */
export function tellWhoAsked(error: unknown): void {
  if (error instanceof Error) Error.captureStackTrace(error);
}

/** Whether the connection, not the statement, is what failed. */
export function connectionBroke(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string") {
    return /^(08|57P0[123])/.test(code) ||
      /^(ECONN|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH)/.test(code);
  }
  return /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection ended)/
    .test(error.message);
}

/** Read-only, as a primary that became a standby is; disk or memory full; a disk that fails. */
export function takesNoWrites(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "25006" || code === "53100" || code === "53200" || code === "58030";
}

/** Turns what the driver throws into a refusal where the caller can do something about it. */
export function known(error: unknown): unknown {
  if (connectionBroke(error)) {
    return new Refusal("database_unavailable", "The database is away. Try again shortly.", {
      retryAfterSeconds: 2,
    });
  }
  if (takesNoWrites(error)) {
    const away = new Refusal(
      "database_unavailable",
      "The database takes no changes at the moment. Try again shortly.",
      { retryAfterSeconds: 5 },
    );
    away.cause = error; // what its administrator is to mend
    return away;
  }
  const code = (error as { code?: unknown } | null)?.code;
  if (
    code === "55P03" || code === "57014" || code === "53300" || code === "40001" || code === "40P01"
  ) {
    const busy = new Refusal(
      "busy",
      "The database is busy with the same records. Try again shortly.",
      { retryAfterSeconds: 1 },
    );
    busy.cause = { code };
    return busy;
  }
  return error;
}

/** The name of the constraint that a statement broke, if that is what happened. */
export function brokenConstraint(error: unknown): string | undefined {
  const fault = error as { code?: string; constraint?: string } | null;
  return fault?.code?.startsWith("23") ? fault.constraint : undefined;
}
