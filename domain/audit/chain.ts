import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import sql, { type Sql } from "sql-template-tag";
import type { AuditKey, AuditKeys } from "./audit_keys.ts";

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

/** Signs the head with the first key, and says which that is. */
export function sign(head: Head, keys: AuditKeys): string {
  return signatureBy(keys[0], head);
}

/** Whether one of the keys made the signature; a chain without seals has none. */
export function isSigned(head: Head & { signature: string | null }, keys: AuditKeys): boolean {
  const { signature } = head;
  if (signature === null) return head.sealed_rows === 0 && head.hash === START;
  const given = new TextEncoder().encode(signature);
  return keys.some((key) => {
    const wanted = new TextEncoder().encode(signatureBy(key, head));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

/** The id of the key that made a signature; none where it was the secret of tokens. */
export function keyIdOf(signature: string): string | undefined {
  return /^(\w+):/.exec(signature)?.[1];
}

/** The key may sign tokens too, so one of its own is derived. */
function signatureBy({ id, bytes }: AuditKey, { sealed_rows, hash }: Head): string {
  const own = createHmac("sha256", bytes).update("audit head").digest();
  const mac = createHmac("sha256", own).update(`${sealed_rows}:${hash}`).digest("hex");
  return id === undefined ? mac : `${id}:${mac}`;
}
