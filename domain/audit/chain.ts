import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import sql, { type Sql } from "sql-template-tag";
import type { TokenKeys } from "../access/token_keys.ts";

/** The hash before the first seal. */
export const START = "0".repeat(64);

/** An audit row as it is hashed: every column as text, in this order for ever. */
export type SealedText = [id: string, ...columns: (string | null)[]];

/** `select` expression for the row's `SealedText`; independent of time zone and settings. */
export function sealedText(row: Sql): Sql {
  return sql`array[${row}.id::text,
    to_char(${row}.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    ${row}.actor_id::text, ${row}.actor_name, ${row}.source, ${row}.action, ${row}.entity,
    ${row}.entity_id::text, ${row}.reference_no, ${row}.before::text, ${row}.after::text,
    ${row}.request_id]`;
}

/** The hash of a seal: of the seal before it and of the audit row. */
export function sealHash(previous: string, row: SealedText): string {
  return createHash("sha256").update(previous).update(JSON.stringify(row)).digest("hex");
}

/** Where the chain ends: how many rows are sealed, and the hash of the last seal. */
export interface Head {
  sealed_rows: number;
  hash: string;
}

/** Signs the head with the first key. The keys sign tokens too, so a key of its own is derived. */
export function sign(head: Head, keys: TokenKeys): string {
  return signatureBy(keys[0], head);
}

/** Whether one of the keys made the signature; a chain without seals has none. */
export function isSigned(head: Head & { signature: string | null }, keys: TokenKeys): boolean {
  const { signature } = head;
  if (signature === null) return head.sealed_rows === 0 && head.hash === START;
  const given = new TextEncoder().encode(signature);
  return keys.some((key) => {
    const wanted = new TextEncoder().encode(signatureBy(key, head));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

function signatureBy(key: Uint8Array, { sealed_rows, hash }: Head): string {
  const own = createHmac("sha256", key).update("audit head").digest();
  return createHmac("sha256", own).update(`${sealed_rows}:${hash}`).digest("hex");
}
