import type pg from "pg";
import type { Sql } from "sql-template-tag";
import { Refusal } from "../errors.ts";
import { ask } from "./ask.ts";
import { connectionBroke, type Db, tellWhoAsked, type Texts, type Tx } from "./connect.ts";
import { fillingMarks } from "./marks.ts";
import { sendTogether } from "./readers.ts";
import type { Statements } from "./statements.ts";

const ENDED = Symbol();
/** What a statement is answered behind one that failed in the same transaction. */
const ABORTED = "25P02";

/** The transaction as its body sees it: dead after the end and after a broken connection. */
export class Handle {
  #dead: unknown;
  #ending: Promise<unknown> | undefined;
  /** what the newest statement threw that failed by itself: whatever comes behind it is aborted */
  #failed: unknown;
  /** sent, and not known to have gone well, in order */
  readonly #sent = new Set<Promise<unknown>>();
  constructor(
    readonly client: pg.PoolClient,
    readonly statements: Statements,
    readonly dryRun: boolean,
  ) {}

  asTx(): Tx {
    return this as unknown as Tx;
  }

  close(because: unknown = ENDED): void {
    this.#dead ??= because;
  }

  readAndEnd(): Db {
    const last = <Answer>(answer: Promise<Answer>) => {
      if (this.#dead) return answer; // which throws why
      this.#sendEnd().catch(() => {}); // told by `end` or `unknownOutcome`
      this.close();
      return answer;
    };
    return {
      query: (statement) => last(this.query(statement)),
      texts: (statement) => last(this.texts(statement)),
    };
  }

  async query<Rows extends readonly unknown[]>(statement: Sql): Promise<Rows> {
    return (await this.#send(statement, false)).rows as unknown as Rows;
  }

  texts(statement: Sql): Promise<Texts> {
    return this.#send(statement, true) as Promise<Texts>;
  }

  later(write: Promise<unknown>): Promise<void> {
    this.#sent.add(write);
    write.then(() => this.#sent.delete(write), () => {}); // thrown by whoever waits next
    return Promise.resolve();
  }

  /** Waits for what was sent. @throws what the first that failed threw */
  async caughtUp(): Promise<void> {
    for (const write of [...this.#sent]) await write;
  }

  /** Waits for what was sent and for the end behind it: where nobody knows the outcome, that counts most. */
  async end(): Promise<void> {
    const ending = this.#sendEnd();
    const [ended] = await Promise.allSettled([ending, ...this.#sent]);
    if (ended.status === "rejected" && ended.reason instanceof Refusal) throw ended.reason;
    await this.caughtUp();
    await ending;
  }

  #sendEnd(): Promise<unknown> {
    return this.#ending ??= this.dryRun ? this.client.query("rollback") : commit(this.client);
  }

  /** What the commit threw that may have gone through, where it was sent. */
  async unknownOutcome(): Promise<Refusal | undefined> {
    const [ended] = await Promise.allSettled([this.#ending]);
    return ended.status === "rejected" && ended.reason instanceof Refusal
      ? ended.reason
      : undefined;
  }

  async #send(statement: Sql, asText: boolean): Promise<pg.QueryResult> {
    if (this.#dead === ENDED) throw new Error("This transaction has ended");
    if (this.#dead) throw this.#dead;
    this.statements.count++;
    const before = [...this.#sent];
    const filled = fillingMarks(statement);
    try {
      sendTogether(this.client);
      return await ask(this.client, this.statements.named(filled), asText);
    } catch (error) {
      tellWhoAsked(error);
      this.statements.learnFrom(error, filled.text);
      if (connectionBroke(error)) this.close(error as Error);
      if ((error as { code?: string }).code === ABORTED) {
        for (const write of before) await write;
        throw this.#failed ?? error; // whose statement may be awaited later than this one
      }
      throw this.#failed = error;
    }
  }
}

export async function commit(client: pg.PoolClient): Promise<void> {
  let outcome: pg.QueryResult;
  try {
    outcome = await client.query("commit");
  } catch (error) {
    if (!connectionBroke(error)) throw error;
    throw new Refusal(
      "outcome_unknown",
      "The connection broke while the change was being saved, so it may have been made. With its Idempotency-Key it " +
        "can be sent again; without one look first, or it is made twice.",
      { retryAfterSeconds: 1 },
    );
  }
  // PostgreSQL answers ROLLBACK to a commit when an error inside was swallowed.
  if (outcome.command !== "COMMIT") {
    throw new Error("The transaction had failed and was rolled back");
  }
}

/** The client behind a transaction, for what `query` cannot do: streaming a table in or out. */
export async function clientOf(tx: Tx): Promise<pg.PoolClient> {
  const handle = tx as unknown as Handle;
  await handle.caughtUp();
  pipeline(handle.client, false);
  return handle.client;
}

/** Whether statements are sent without waiting for the answer to those before. */
export function pipeline(client: pg.PoolClient, on: boolean): void {
  Object.assign(client, { pipeline: on });
}
