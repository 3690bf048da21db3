import { createHash } from "node:crypto";
import sql, { type Sql } from "sql-template-tag";

/** A statement that came so often is prepared: PostgreSQL then reads it once per connection. */
const OFTEN = 3;
/** Each prepared one takes some 100 KB of every connection; and a text with a row per value never ends. */
const MOST_NAMES = 500;
const LONGEST_TEXT = 40_000;
/** Of the others some are several in one text, which cannot be prepared. */
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i;
/**
 * A condition that is always met, of a statement that is planned for its values each time and yet read only once.
 * Whether an index of texts helps depends on what is looked for: a plan that is kept expects a page full of any
 * text close by, and walks through all rows for one that is rare. PostgreSQL keeps a plan that looks no dearer
 * than one for the values: with them the condition is gone before anything is planned, and without them it
 * looks as if a billion rows might have to be counted.
 */
export const PLANNED_ANEW =
  sql`(${true}::boolean or (select count(*) from generate_series(1, 1000000000::bigint)) > 0)`;

export interface NamedStatement {
  name?: string;
  text: string;
  values: unknown[];
}

/**
 * What is sent to one database, and the names under which it is prepared on each connection. A name
 * comes from the text alone, so that processes which share connections through a pooler mean the same.
 */
export class Statements {
  /** sent since the start */
  count = 0;
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string | undefined>();
  readonly #failed = new Set<string>();
  #off = false;

  named({ text, values }: Pick<Sql, "text" | "values">): NamedStatement {
    return { name: this.#off ? undefined : this.#nameOf(text), text, values };
  }

  #nameOf(text: string): string | undefined {
    if (this.#names.has(text)) return this.#names.get(text);
    if (this.#names.size >= MOST_NAMES || text.length > LONGEST_TEXT) return undefined;
    if (!PREPARABLE.test(text)) return undefined;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < OFTEN) {
      if (this.#uses.size > 10 * MOST_NAMES) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    this.#names.set(text, name);
    return name;
  }

  /**
   * Learns from a statement that failed. A pooler in transaction mode that knows nothing of prepared
   * statements ends the naming of all; a table that changed since ends it for this one, and so does one of
   * this text that failed before the database had prepared it, to those behind it on the wire.
   */
  learnFrom(error: unknown, text: string): void {
    if (!nameFailed(error)) {
      if (this.#failed.size >= MOST_NAMES) this.#failed.clear();
      if (this.#names.has(text)) this.#failed.add(text);
    } else if ((error as { code: string }).code === "0A000" || this.#failed.has(text)) {
      this.#names.set(text, undefined);
    } else this.#off = true;
  }
}

/** Whether only the name failed, so that the same statement may be sent again without. */
export function nameFailed(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return code === "26000" || code === "42P05" ||
    code === "0A000" && /cached plan/.test(message ?? "");
}
