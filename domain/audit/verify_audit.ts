import sql from "sql-template-tag";
import type { Database, Db } from "../db/connect.ts";
import { Refusal } from "../errors.ts";
import type { AuditKeys } from "./audit_keys.ts";
import { type Head, isSigned, keyIdOf } from "./chain.ts";
import { sealAudit } from "./seal_audit.ts";
import { type VerifyOptions, walkChain } from "./walk_chain.ts";

const PROBLEMS_SHOWN = 100;

export interface AuditReport extends Head {
  /** nothing is wrong */
  intact: boolean;
  /** in sentences, at most 100 of them */
  problems: string[];
}

/**
 * Seals what waits, then holds the whole audit log against its chain: no row was edited, deleted,
 * swapped or added by hand, and the end was not cut off. Writes nothing but seals.
 * Source: docs/terminal.md, "Audit log".
 */
export async function verifyAudit(
  database: Database,
  keys: AuditKeys,
  { expectedHead, onProgress }: VerifyOptions = {},
): Promise<AuditReport> {
  await sealUnlessBroken(database, keys);
  const { last_seal, ...head } = await readHead(database);
  const { end, problems } = await walkChain(database, last_seal, { expectedHead, onProgress });
  const all = [
    ...headProblems(head, end, keys),
    ...problems,
    ...await outsiders(database),
  ];
  const more = all.length - PROBLEMS_SHOWN;
  return {
    intact: all.length === 0,
    ...end,
    problems: more > 0 ? [...all.slice(0, PROBLEMS_SHOWN), `… and ${more} more.`] : all,
  };
}

/** A broken chain is not sealed any further; the walk then says what is wrong with it. */
async function sealUnlessBroken(database: Database, keys: AuditKeys): Promise<void> {
  try {
    await sealAudit(database, keys);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "audit_chain_broken")) throw error;
  }
}

type StoredHead = Head & { signature: string | null };

/** Head and end of the chain of one moment, so that a sealer at work does not look like a break. */
async function readHead(db: Db): Promise<Partial<StoredHead> & { last_seal: number }> {
  const [head] = await db.query<[Partial<StoredHead> & { last_seal: number }]>(sql`
    select h.sealed_rows, h.hash, h.signature, coalesce(s.last_seal, 0) as last_seal
    from (select max(seal_number) as last_seal from audit_seals) s
      left join audit_head h on h.id = 1`);
  return head;
}

function headProblems(head: Partial<StoredHead>, end: Head, keys: AuditKeys): string[] {
  if (typeof head.sealed_rows !== "number") return ["The head of the chain was deleted."];
  const { sealed_rows, hash } = head as StoredHead;
  const problems: string[] = [];
  if (!isSigned(head as StoredHead, keys)) {
    const id = keyIdOf(head.signature ?? "");
    problems.push(
      "The head of the chain is not signed with this service's key: it was changed by something else, or " +
        (id === undefined
          ? "the key was replaced (set AUDIT_KEY_PREVIOUS, or run audit sign-again)."
          : `that key, ${id}, was replaced (set AUDIT_KEY_PREVIOUS to it, or run audit sign-again).`),
    );
  }
  if (end.sealed_rows < sealed_rows) {
    problems.push(
      `The head of the chain counts ${sealed_rows} sealed rows, but only ${end.sealed_rows} seals ` +
        "are there: the end of the audit log was cut off.",
    );
  } else if (end.sealed_rows > sealed_rows) {
    problems.push(
      `The head of the chain counts ${sealed_rows} sealed rows, but there are ${end.sealed_rows} ` +
        "seals: the head was set back, or seals were added by hand.",
    );
  } else if (end.hash !== hash) {
    problems.push(
      `The last seal, ${sealed_rows}, is not the one that the head names: it was edited.`,
    );
  }
  return problems;
}

/** Rows that never came into the queue, and queue entries whose row is gone. */
async function outsiders(db: Db): Promise<string[]> {
  const rows = await db.query<{ audit_id: number; added: boolean }[]>(sql`
    (select a.id as audit_id, true as added from audit_log a
      where not exists (select from audit_seals s where s.audit_id = a.id)
        and not exists (select from audit_unsealed q where q.audit_id = a.id)
      order by a.id limit ${PROBLEMS_SHOWN + 1})
    union all
    (select q.audit_id, false from audit_unsealed q
      where not exists (select from audit_log a where a.id = q.audit_id)
      order by q.audit_id limit ${PROBLEMS_SHOWN + 1})`);
  return rows.map(({ audit_id, added }) =>
    added
      ? `Audit row ${audit_id} stands outside the chain: this service did not write it.`
      : `Audit row ${audit_id} was deleted before it could be sealed.`
  );
}
