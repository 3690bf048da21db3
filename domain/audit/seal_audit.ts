import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "./audit.ts";
import type { AuditKeys } from "./audit_keys.ts";
import type { Database, Db, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { conflict } from "../errors.ts";
import {
  type Head,
  isSigned,
  type SealedText,
  sealedText,
  sealHash,
  sign,
  START,
} from "./chain.ts";

const ROWS_AT_ONCE = 500;

export interface Sealed {
  rows: number;
  /** how many of the rows tell of each action: what was done, counted once over all servers */
  actions: Map<string, number>;
}

/**
 * Chains the audit rows that were committed since the last time, oldest id first: each seal hashes the
 * seal before it and its row. Writers never wait for this; only two sealers do, for each other. A
 * transaction that was rolled back left neither row nor queue entry, so a gap in the ids means nothing.
 *
 * @throws Refusal `audit_chain_broken` when the chain does not end where its signed head says: going on
 * would cover up what happened to it
 */
export async function sealAudit(database: Database, keys: AuditKeys): Promise<Sealed> {
  const sealed: Sealed = { rows: 0, actions: new Map() };
  while (await somethingWaits(database)) {
    const actions = await inTransaction(database, (tx) => sealSome(tx, keys));
    sealed.rows += actions.length;
    for (const action of actions) {
      sealed.actions.set(action, (sealed.actions.get(action) ?? 0) + 1);
    }
    if (actions.length < ROWS_AT_ONCE) break;
  }
  return sealed;
}

async function somethingWaits(db: Db): Promise<boolean> {
  const [{ waits }] = await db.query<[{ waits: boolean }]>(
    sql`select exists (select from audit_unsealed) as waits`,
  );
  return waits;
}

/** Seals one transaction's worth and answers the rows' actions. */
async function sealSome(tx: Tx, keys: AuditKeys): Promise<string[]> {
  const head = await lockHead(tx);
  if (!isSigned(head, keys)) throw broken("its head is not signed with this service's key");
  // offset 0 keeps the planner from walking the whole log beside the queue
  const rows = await tx.query<{ id: number; action: string; text: SealedText }[]>(sql`
    select a.id, a.action, a.text from audit_unsealed q cross join lateral
      (select a.id, a.action, ${sealedText(sql`a`)} as text from audit_log a
        where a.id = q.audit_id offset 0) a
    order by q.audit_id limit ${ROWS_AT_ONCE}`);
  if (rows.length === 0) return [];
  const hashes: string[] = [];
  for (const { text } of rows) hashes.push(sealHash(hashes.at(-1) ?? head.hash, text));
  const ids = rows.map(({ id }) => id);
  await tx.query(sql`
    with taken as (delete from audit_unsealed where audit_id = any(${ids}::bigint[]))
    insert into audit_seals (seal_number, audit_id, hash)
    select ${head.sealed_rows}::bigint + seal.place, seal.audit_id, seal.hash
    from unnest(${ids}::bigint[], ${hashes}::text[]) with ordinality as seal (audit_id, hash, place)`);
  await moveHead(
    tx,
    { sealed_rows: head.sealed_rows + rows.length, hash: hashes.at(-1)! },
    keys,
  );
  return rows.map(({ action }) => action);
}

/** Keeps other sealers out and makes sure that the chain ends where the head says. */
async function lockHead(tx: Tx): Promise<Head & { signature: string | null }> {
  const [head] = await tx.query<[(Head & { signature: string | null })?]>(sql`
    select sealed_rows, hash, signature from audit_head where id = 1 for update`);
  if (!head) throw broken("its head is gone");
  const [last = { sealed_rows: 0, hash: START }] = await tx.query<[Head?]>(sql`
    select seal_number as sealed_rows, hash from audit_seals order by seal_number desc limit 1`);
  if (last.sealed_rows !== head.sealed_rows || last.hash !== head.hash) {
    throw broken("its last seal is not the one that its head names");
  }
  return head;
}

async function moveHead(tx: Tx, head: Head, keys: AuditKeys): Promise<void> {
  await tx.query(sql`
    update audit_head set sealed_rows = ${head.sealed_rows}, hash = ${head.hash},
      signature = ${sign(head, keys)}, updated_at = now() where id = 1`);
}

/**
 * Signs the head with today's key, after the one before was lost or the data moved to a service
 * with another. Sealing refuses until then. Leaves an audit row that says so for ever.
 *
 * @throws Refusal `forbidden`, `audit_chain_broken` when more than the signature is wrong
 */
export async function signHeadAgain(tx: Tx, actor: Actor, keys: AuditKeys): Promise<Head> {
  allow(actor, "audit.sign");
  const { signature: _of, ...head } = await lockHead(tx);
  await moveHead(tx, head, keys);
  await audit(tx, actor, {
    action: "audit.sign_again",
    entity: "audit_head",
    entityId: null,
    after: head,
  });
  return head;
}

/** Signs the head with a key that is new, where those before it had signed; what is not so stays for verify. */
export async function signWithNewKey(
  database: Database,
  keys: AuditKeys,
  before: AuditKeys,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { signature, ...head } = await lockHead(tx);
    if (signature !== null && isSigned({ ...head, signature }, before)) {
      await moveHead(tx, head, keys);
    }
  });
}

function broken(reason: string) {
  return conflict(
    "audit_chain_broken",
    `the chain of the audit log was tampered with: ${reason}. See audit verify.`,
  );
}
