import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers";
import type { Writable } from "node:stream";
import pg from "pg";

/** A statement older than this holds up whatever is sent behind it on the same connection. */
const SLOW_MS = 200;

interface Lane {
  client: Promise<pg.Client>;
  /** when each statement that is not answered was sent, in order */
  sent: number[];
}

/**
 * Connections for reads outside a transaction, each with many statements on the wire. A statement goes
 * where the fewest wait; where something slow or locked is under way nothing is sent behind it as long as
 * another connection may be opened, up to `most`. Those beyond `usual` are closed as soon as they are idle.
 */
export class Readers {
  readonly #lanes: Lane[] = [];
  // The server's own limit comes first: giving up only here would leave the statement running there.
  #limit: number | false = 12_000;

  constructor(
    readonly config: pg.ClientConfig,
    readonly usual: number,
    readonly most: number,
    readonly Client: typeof pg.Client,
  ) {}

  /** Sends it and waits for the answer. @throws what the driver throws */
  async send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const lane = this.#choose();
    lane.sent.push(performance.now());
    try {
      const client = await lane.client;
      sendTogether(client);
      return await client.query(query);
    } finally {
      lane.sent.shift();
      if (lane.sent.length === 0 && this.#lanes.length > this.usual) this.#close(lane);
    }
  }

  async end(): Promise<void> {
    const lanes = this.#lanes.splice(0, this.#lanes.length);
    await Promise.allSettled(lanes.map(async ({ client }) => (await client).end()));
  }

  #choose(): Lane {
    const since = performance.now() - SLOW_MS;
    const free = this.#lanes.filter(({ sent }) => sent.length === 0 || sent[0] > since);
    const open = this.#lanes.length;
    if (open < this.usual && !free.some(({ sent }) => sent.length === 0)) return this.#open();
    if (free.length === 0 && open < this.most) return this.#open();
    return (free.length > 0 ? free : this.#lanes)
      .reduce((best, lane) => lane.sent.length < best.sent.length ? lane : best);
  }

  #open(): Lane {
    const lane: Lane = { client: this.#connect(() => this.#drop(lane)), sent: [] };
    lane.client.catch(() => this.#drop(lane));
    this.#lanes.push(lane);
    return lane;
  }

  #drop(lane: Lane): void {
    const at = this.#lanes.indexOf(lane);
    if (at >= 0) this.#lanes.splice(at, 1);
  }

  #close(lane: Lane): void {
    this.#drop(lane);
    lane.client.then((client) => client.end()).catch(() => {}); // it ended by itself
  }

  async #connect(onEnd: () => void): Promise<pg.Client> {
    const client = new this.Client({
      ...this.config,
      pipeline: true,
      statement_timeout: this.#limit,
      query_timeout: 15_000,
    } as pg.ClientConfig);
    client.on("error", onEnd);
    client.on("end", onEnd);
    try {
      await client.connect();
    } catch (error) {
      if (this.#limit === false || !refusesLimit(error)) throw error;
      this.#limit = false;
      return await this.#connect(onEnd);
    }
    return client;
  }
}

/** PgBouncer takes no limit from a connection that it shares: there the role has to have it. */
function refusesLimit(error: unknown): boolean {
  return /unsupported startup parameter.*statement_timeout/.test((error as Error).message);
}

/** Keeps what is sent until the end of this turn of the event loop: one write for the statements of many. */
export function sendTogether(client: pg.Client | pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (stream.writableCorked > 0) return;
  stream._writev = inOnePiece;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** What was kept as one piece: a system call for each costs more than the copy. */
function inOnePiece(
  this: Writable,
  chunks: { chunk: Uint8Array; encoding: BufferEncoding }[],
  done: (error?: Error | null) => void,
): void {
  this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "buffer" as BufferEncoding, done);
}
