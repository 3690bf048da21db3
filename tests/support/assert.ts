import * as node from "node:assert/strict";

export function assert(condition: unknown, message?: string): asserts condition {
  node.ok(condition, message ?? "expected something true");
}

export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  if (message === undefined) return node.deepStrictEqual(actual, expected);
  node.deepStrictEqual(actual, expected, message);
}

export function assertMatch(actual: string, pattern: RegExp): void {
  node.match(actual, pattern);
}

/** Not an assertion: a busy machine may be late once, and tests/run.ts asks once more whether it stays so. */
export function inTime(tookMs: number, limitMs: number, what: string): void {
  if (tookMs >= limitMs) {
    throw new Error(`${what}: ${Math.round(tookMs)} ms, not within ${limitMs}`);
  }
}

/** Runs `body` and answers what it throws. */
export async function thrownBy(body: () => unknown): Promise<Error> {
  try {
    await body();
  } catch (error) {
    return error as Error;
  }
  throw new Error("expected it to throw");
}
