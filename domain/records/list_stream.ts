import { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Database } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { Refusal } from "../errors.ts";
import { type List, turns } from "./list_file.ts";
import { shownOf } from "./shown.ts";
import { everyRow, WholeList } from "./whole_list.ts";

const CHUNK_CHARS = 1 << 16;
/** Who takes nothing for so long holds up a snapshot, and whoever waits for his turn. */
const LONGEST_STALL_MS = 30_000;

/**
 * Streams a whole list, whatever page was asked for, one record a line, each as the list answers it. It
 * is of one snapshot; no more than a batch of it is ever here, and it goes on as fast as it is taken.
 * What is refused before the first line is thrown; a failure after that breaks the stream off, so that
 * nobody takes a part for the whole. `signal`, or who no longer reads, ends it.
 *
 * @throws Refusal `invalid_fields`, `busy`; what `read` refuses; the reason of `signal`
 */
export async function streamList<Query>(
  database: Database,
  actor: Actor,
  { record, query, read }: List<Query>,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  const schema = z.array(record.schema);
  const started = Promise.withResolvers<void>();
  let sent = false;

  const send = async (lines: string) => {
    sent = true;
    started.resolve();
    const stall = setTimeout(() => {
      writer.abort(new Refusal("client_closed_request", "The client takes no more of the list."));
    }, LONGEST_STALL_MS);
    try {
      await writer.write(encoder.encode(lines));
    } finally {
      clearTimeout(stall);
    }
  };
  const sendAll = async (list: WholeList) => {
    let lines = "";
    for await (const row of everyRow(list, query, read)) {
      lines += `${JSON.stringify((shownOf(schema, actor, [row]) as unknown[])[0])}\n`;
      if (lines.length < CHUNK_CHARS) continue;
      await send(lines);
      lines = "";
    }
    if (lines !== "") await send(lines);
  };

  turns.take(() =>
    inTransaction(database, async (tx) => {
      try {
        await sendAll(new WholeList(database, tx));
      } catch (error) {
        if (!sent || error instanceof Refusal) throw error;
        // what has gone out cannot be sent again: nothing is tried anew
        const broken = new Refusal("client_closed_request", "The list was broken off.");
        throw Object.assign(broken, { cause: error });
      }
    }, { snapshot: true, signal }), { signal })
    .then(() => {
      started.resolve();
      return writer.close();
    })
    .catch((error) => {
      started.reject(error);
      return writer.abort(error);
    }).catch(() => {}); // whoever read it is gone
  await started.promise;
  return readable;
}
