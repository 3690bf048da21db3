import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers";
import type { Writable } from "node:stream";
import pg from "pg";
import { ask } from "./ask.ts";
import type { NamedStatement } from "./statements.ts";

/** A statement older than this holds up whatever is sent behind it on the same connection. */
const SLOW_MS = 200;
/** No server answers so late, which has a limit of its own: the connection is taken for dead. */
const LOST_MS = 15_000;

/** Reads as of the moment when the first of its statements begins. */
export const SNAPSHOT = "begin isolation level repeatable read read only";

interface Sending {
  statement: NamedStatement;
  asText: boolean;
}

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
  #watch: ReturnType<typeof setInterval> | undefined;
  // The server's own limit comes first: giving up only here would leave the statement running there.
  #limit: number | false = 12_000;

  constructor(
    readonly config: pg.ClientConfig,
    readonly usual: number,
    readonly most: number,
    readonly Client: typeof pg.Client,
    readonly lostMs = LOST_MS,
  ) {}

  /** Sends it and waits for the answer. @throws what the driver throws */
  async send({ statement, asText }: Sending): Promise<pg.QueryResult> {
    return await this.#through((client) => ask(client, statement, asText));
  }

  async #through<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const lane = this.#choose();
    lane.sent.push(performance.now());
    try {
      const client = await lane.client;
      sendTogether(client);
      return await work(client);
    } finally {
      lane.sent.shift();
      if (lane.sent.length === 0 && this.#lanes.length > this.usual) this.#close(lane);
    }
  }

  /** Sends them as one transaction that only reads, of one moment, and waits for all. */
  async sendAtOnce(all: Sending[]): Promise<PromiseSettledResult<pg.QueryResult>[]> {
    return await this.#through(async (client) => {
      const outcomes = Promise.allSettled([
        client.query(SNAPSHOT),
        ...all.map(({ statement, asText }) => ask(client, statement, asText)),
        client.query("commit"),
      ]);
      return (await outcomes).slice(1, -1);
    });
  }

  async end(): Promise<void> {
    const lanes = [...this.#lanes];
    for (const lane of lanes) this.#drop(lane);
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
    this.#watch ??= setInterval(() => this.#breakLost(), 1_000);
    return lane;
  }

  /** One clock for all: one for each statement costs as much as sending it. */
  #breakLost(): void {
    const since = performance.now() - this.lostMs;
    for (const { client, sent } of this.#lanes) {
      if (sent[0] < since) client.then((client) => streamOf(client).destroy(), () => {});
    }
  }

  #drop(lane: Lane): void {
    const at = this.#lanes.indexOf(lane);
    if (at >= 0) this.#lanes.splice(at, 1);
    if (this.#lanes.length > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
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
  const stream = streamOf(client);
  if (stream.writableCorked > 0) return;
  stream._writev = inOnePiece;
  stream.cork();
  setImmediate(() => stream.uncork());
}

function streamOf(client: pg.Client | pg.PoolClient): Writable {
  return (client as unknown as { connection: { stream: Writable } }).connection.stream;
}

/** What was kept as one piece: a system call for each costs more than the copy. */
function inOnePiece(
  this: Writable,
  chunks: { chunk: Uint8Array; encoding: BufferEncoding }[],
  done: (error?: Error | null) => void,
): void {
  this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "buffer" as BufferEncoding, done);
}
