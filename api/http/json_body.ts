import { Decimal } from "../../domain/money/decimal.ts";
import { Refusal } from "../../domain/errors.ts";

const MAX_DEPTH = 32;
/** Fields of objects and elements of lists, all in all: each takes about a microsecond. */
const MAX_VALUES = 100_000;
const whitespace = /[ \t\n\r]*/y;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// deno-lint-ignore no-control-regex
const stringToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const literals: Record<string, unknown> = { true: true, false: false, null: null };

/**
 * Reads a JSON body as the service needs it and `JSON.parse` does not: every number an exact decimal,
 * a key twice refused, at most 32 levels deep (RFC 8259; docs/wire.md, "Text").
 *
 * @throws Refusal `malformed_body` saying what is wrong and where
 */
export function readJsonBody(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("malformed_body", "The body is not valid UTF-8.");
  }
  return new Reader(text).whole();
}

class Reader {
  #at = 0;
  #values = 0;
  constructor(readonly text: string) {}

  whole(): unknown {
    const value = this.#value(1);
    this.#space();
    if (this.#at < this.text.length) this.#fail("text after the end");
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) this.#fail(`more than ${MAX_DEPTH} levels deep`);
    this.#space();
    const start = this.text[this.#at];
    if (start === "{") return this.#object(depth);
    if (start === "[") return this.#array(depth);
    if (start === '"') return this.#string();
    const number = this.#token(numberToken);
    if (number !== undefined) return new Decimal(number);
    for (const [word, value] of Object.entries(literals)) {
      if (this.text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    this.#fail(start === undefined ? "the body ends too early" : "a value is expected");
  }

  #object(depth: number): Record<string, unknown> {
    const members = new Map<string, unknown>();
    this.#at++;
    if (this.#next("}")) return {};
    do {
      this.#space();
      if (this.text[this.#at] !== '"') this.#fail("a field name is expected");
      const name = this.#string();
      if (members.has(name)) this.#fail(`the field ${JSON.stringify(name)} stands there twice`);
      this.#count();
      if (!this.#next(":")) this.#fail("a colon is expected");
      members.set(name, this.#value(depth + 1));
    } while (this.#next(","));
    if (!this.#next("}")) this.#fail("a comma or } is expected");
    return Object.fromEntries(members); // defines own fields, so __proto__ is only a name
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at++;
    if (this.#next("]")) return items;
    do {
      this.#count();
      items.push(this.#value(depth + 1));
    } while (this.#next(","));
    if (!this.#next("]")) this.#fail("a comma or ] is expected");
    return items;
  }

  #string(): string {
    const token = this.#token(stringToken);
    if (token === undefined) this.#fail("a text is not closed or has a bad escape");
    return JSON.parse(token);
  }

  #count(): void {
    if (++this.#values > MAX_VALUES) this.#fail(`more than ${MAX_VALUES} values`);
  }

  #next(mark: string): boolean {
    this.#space();
    if (this.text[this.#at] !== mark) return false;
    this.#at++;
    return true;
  }

  #space(): void {
    this.#token(whitespace);
  }

  #token(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #fail(what: string): never {
    throw new Refusal(
      "malformed_body",
      `The body is not JSON: ${what}, at character ${this.#at + 1}.`,
    );
  }
}
