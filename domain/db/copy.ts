import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Tx } from "./connect.ts";
import { clientOf } from "./transaction.ts";

/** Rows of a table on their way, in PostgreSQL's COPY text format: one line a row, the same on every server. */
export interface TableColumns {
  table: string;
  columns: string[];
}

/**
 * Streams a table out, as fast as the reader takes it; the generator's answer is the number of rows.
 * A reader that stops half way costs the connection, because the rest could not be taken back.
 */
export async function* copyOut(
  tx: Tx,
  { table, columns }: TableColumns,
): AsyncGenerator<Uint8Array, number> {
  const client = clientOf(tx);
  const stream = client.query(copyTo(`copy ${quoted(table)} (${columnList(columns)}) to stdout`));
  stream.on("error", () => {}); // told by the loop; a second one would end the process
  let whole = false;
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
    whole = true;
  } finally {
    if (!whole) socketOf(client).destroy();
  }
  await client.query("select 1"); // only after it has the server told how many rows there were
  return stream.rowCount;
}

/** Streams rows into a table and answers how many there were. */
export async function copyIn(
  tx: Tx,
  { table, columns }: TableColumns,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const stream = clientOf(tx).query(
    copyFrom(`copy ${quoted(table)} (${columnList(columns)}) from stdin`),
  );
  await pipeline(Readable.from(content, { objectMode: false }), stream);
  return stream.rowCount;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function columnList(columns: string[]): string {
  return columns.map(quoted).join(", ");
}

function socketOf(client: unknown): { destroy(): void } {
  return (client as { connection: { stream: { destroy(): void } } }).connection.stream;
}
