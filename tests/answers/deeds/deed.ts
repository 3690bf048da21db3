import type { Role } from "../roles.ts";

/**
 * One request of the script: by whom, what, with which body. `{name.path}` anywhere in it stands for a
 * part of an earlier answer's data that was kept with `as`; `by` may be such a token.
 */
export type Deed = [
  by: Role | "anyone" | `{${string}}`,
  request: string,
  body?: unknown,
  more?: { as?: string; headers?: Record<string, string>; files?: string[] },
];

/** A version that no record has. */
export const stale = { headers: { "if-match": '"99"' } };

let phones = 0;
/** What a phone sends along that was without a network. */
export function offline() {
  const client_id = `00000000-0000-4000-8000-${String(++phones).padStart(12, "0")}`;
  return { client_id, occurred_at: "2026-06-15T05:30:00Z" };
}
