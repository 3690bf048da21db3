import sql, { raw } from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import { judgeLaterDay } from "../journal/period.ts";
import type { reversal } from "../journal/reversal.ts";
import { mirrorEntry } from "../journal/reverse_entry.ts";

const tables = { transfer: "transfers", expense: "expenses" } as const;

interface Document {
  reference_no: string;
  date: string;
  entry_id: number;
  reversed: boolean;
}

/**
 * Takes a transfer or an expense back by the mirror of its entry, once. The document keeps what it said.
 * Source: docs/books.md, "Transfers and expenses".
 *
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`, `invalid_fields`, as `judgeDay`
 */
export async function reverseDocument(
  tx: Tx,
  actor: Actor,
  kind: keyof typeof tables,
  id: number,
  { reason, date }: z.output<typeof reversal>,
): Promise<void> {
  allow(actor, "books.write");
  const table = raw(tables[kind]);
  const [found] = await tx.query<[Document?]>(sql`
    select reference_no, date, entry_id, reversed_at is not null as reversed
    from ${table} where id = ${id} for no key update`);
  if (!found) throw notFound(kind === "transfer" ? "Transfer" : "Expense", id);
  if (found.reversed) {
    throw conflict("already_reversed", `${found.reference_no} was already reversed.`);
  }
  const entry_date = await judgeLaterDay(tx, actor, date, found.date, {
    the: `the date of ${found.reference_no}`,
  });
  await tx.query(sql`
    update ${table} set reversed_at = ${actor.now}, reversed_on = ${entry_date},
      reversed_by = ${actor.userId}, reversal_reason = ${reason}, updated_at = ${actor.now},
      version = version + 1
    where id = ${id}`);
  await audit(tx, actor, {
    action: `${kind}.reverse`,
    entity: kind,
    entityId: id,
    reference_no: found.reference_no,
    after: { reason, date: entry_date },
  });
  await mirrorEntry(tx, actor, found.entry_id, {
    entry_date,
    narration: `Reversal of ${found.reference_no}: ${reason}`,
  });
}
