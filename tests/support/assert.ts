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

/** Runs `body` and answers what it throws. */
export async function thrownBy(body: () => unknown): Promise<Error> {
  try {
    await body();
  } catch (error) {
    return error as Error;
  }
  throw new Error("expected it to throw");
}
