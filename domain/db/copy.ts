import { Buffer } from "node:buffer";
import { once } from "node:events";
import type pg from "pg";
import type { Tx } from "./connect.ts";
import { clientOf } from "./handle.ts";

/** A table on its way, in PostgreSQL's COPY text format: one line a row, the same on every server. */
export interface TableColumns {
  table: string;
  columns: string[];
}

/** What is read ahead of the one who takes it. */
const AHEAD_BYTES = 1 << 18;

/**
 * Streams a table out, as fast as the reader takes it; the generator's answer is the number of rows.
 * A reader that stops half way costs the connection, because the rest could not be taken back.
 */
export async function* copyOut(
  tx: Tx,
  { table, columns }: TableColumns,
): AsyncGenerator<Uint8Array, number> {
  const lines: Uint8Array[] = [];
  let bytes = 0;
  let wake = () => {};
  const copy = new Copy(`copy ${quoted(table)} (${columnList(columns)}) to stdout`, (line) => {
    lines.push(Buffer.from(line)); // the driver uses its memory again
    bytes += line.length;
    if (bytes > AHEAD_BYTES) copy.connection!.stream.pause();
    wake();
  });
  (await clientOf(tx)).query(copy);
  copy.ended.then(() => wake(), () => wake());
  try {
    for (;;) {
      if (copy.failure !== undefined) throw copy.failure;
      if (lines.length > 0) {
        const block = Buffer.concat(lines.splice(0));
        bytes = 0;
        copy.connection!.stream.resume();
        yield block;
      } else if (copy.rows !== undefined) return copy.rows;
      else await new Promise<void>((resolve) => wake = resolve);
    }
  } finally {
    if (copy.rows === undefined && copy.failure === undefined) copy.connection?.stream.destroy();
  }
}

/** Streams rows into a table and answers how many there were. */
export async function copyIn(
  tx: Tx,
  { table, columns }: TableColumns,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const copy = new Copy(`copy ${quoted(table)} (${columnList(columns)}) from stdin`);
  (await clientOf(tx)).query(copy);
  const to = await copy.ready;
  try {
    for await (const chunk of content) {
      if (copy.failure !== undefined) break;
      to.sendCopyFromChunk(Buffer.from(chunk));
      if (to.stream.writableNeedDrain) {
        await Promise.race([once(to.stream, "drain"), copy.ended]);
      }
    }
  } catch (error) {
    if (copy.failure !== undefined) throw copy.failure;
    to.sendCopyFail("the source failed");
    await copy.ended.catch(() => {}); // the server answers that it was told so
    throw error;
  }
  if (copy.failure === undefined) to.endCopyFrom();
  await copy.ended;
  return copy.rows!;
}

/** What the driver has for it and its types leave out. */
interface Connection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(message: string): void;
  endCopyFrom(): void;
}

/** One COPY statement as the driver drives it. pg-copy-streams would do the same, but hangs on Deno. */
class Copy {
  connection: Connection | undefined;
  /** how many there were, once that is known */
  rows: number | undefined;
  failure: unknown;
  readonly #ready = Promise.withResolvers<Connection>();
  readonly #ended = Promise.withResolvers<void>();
  /** the server waits for rows */
  readonly ready = this.#ready.promise;
  readonly ended = this.#ended.promise;
  #told: number | undefined;

  constructor(readonly text: string, readonly onLine: (line: Uint8Array) => void = () => {}) {
    this.ready.catch(() => {});
    this.ended.catch(() => {});
  }

  submit(connection: Connection): void {
    this.connection = connection;
    connection.query(this.text);
  }

  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    this.onLine(chunk);
  }

  handleCopyInResponse(connection: Connection): void {
    this.#ready.resolve(connection);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#told = Number(/^COPY (\d+)/.exec(text)?.[1]);
  }

  handleReadyForQuery(): void {
    this.rows = this.#told;
    this.#ended.resolve();
  }

  handleError(error: unknown): void {
    this.failure = error;
    this.#ready.reject(error);
    this.#ended.reject(error);
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function columnList(columns: string[]): string {
  return columns.map(quoted).join(", ");
}
