import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import type { Line } from "../journal/line.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { mirrorOf } from "../journal/reverse_entry.ts";
import { type Deed, rules } from "../journal/rules.ts";
import { isZero } from "../money/decimal.ts";
import { append, type Posted, postingColumns } from "./append_entry.ts";
import { differenceLeft } from "./carrying.ts";
import {
  appendDifference,
  differenceLines,
  findDifferences,
  isAutomatic,
} from "./exchange_difference.ts";
import { findCarried } from "./find_carried.ts";
import { findEntry } from "./find_entries.ts";
import type { Entry, reversal } from "./ledger_entry.ts";
import { lineOf } from "./post_entry.ts";

/**
 * Takes an entry of the supplier ledger back by a row of its own. Source: docs/books.md, "Supplier
 * ledger".
 *
 * @returns the new row
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`, `not_reversible`, `invalid_fields`
 */
export async function reverseEntry(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof reversal>,
): Promise<Entry> {
  allow(actor, "costs.write");
  return await findEntry(tx, actor, (await takeBack(tx, actor, id, input)).id);
}

/**
 * Takes an entry back with the whole entry of the journal that it made: nothing else hangs on it than what
 * it was booked against. Where the journal's entry was another document's, a receipt's or a cost's, only
 * the supplier's side is taken back, against goods not billed.
 *
 * @throws Refusal as `postReversal`
 */
export async function takeBack(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof reversal>,
): Promise<Posted> {
  const entry = await openEntry(tx);
  const { lines, difference, ...mirror } = await postReversal(tx, actor, id, input, entry);
  const [made] = await tx.query<[MadeBy?]>(sql`
    select j.id, j.kind, (select count(*) from supplier_ledger e
        where e.entry_id = j.id and e.cause_id is null) = 1
      and j.kind in ('supplier_entry', 'supplier_payment', 'opening', 'claim_recovered') as alone
    from supplier_ledger e join journal_entries j on j.id = e.entry_id where e.id = ${id}`);
  const { supplier_id, shipment_id } = mirror;
  await postEntry(tx, actor, {
    id: entry,
    entry_date: mirror.entry_date,
    kind: made?.alone ? `${made.kind}.reversal` : "supplier_entry.reversal",
    source: { type: "supplier_ledger", id: mirror.id, reference_no: mirror.reference_no },
    narration: mirror.particulars,
    ...made?.alone && { reverses_id: made.id },
    lines: made?.alone
      ? [...await mirrorOf(tx, made.id), ...difference]
      : rules.supplier_entry(lines, "goods_not_billed", { supplier_id, shipment_id }),
  });
  return mirror;
}

interface MadeBy {
  id: number;
  kind: Deed;
  /** whether the journal's entry is this row's alone */
  alone: boolean;
}

/**
 * The same for a document that is itself being taken back and has asked its own permission. The row
 * mirrors the stored numbers, `amount_local` too: nothing is computed again. What the entry had
 * realised as an exchange difference is taken back with it. `lines` are the journal's lines of all of that,
 * `difference` those of them that the reversal itself realised, because other entries came in between.
 * Locks the supplier and takes an SLE number, so call it last.
 *
 * @param carrying the journal's entry for it
 * @throws Refusal `not_found`, `already_reversed`, `not_reversible`, `invalid_fields`, `period_closed`
 */
export async function postReversal(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof reversal>,
  carrying: number,
): Promise<Posted & { lines: Line[]; difference: Line[] }> {
  const entry = await lockedEntry(tx, id);
  await refuseIrreversible(tx, entry);
  // before the entry's own date it would make the balances of the days between wrong
  const entry_date = await judgeLaterDay(tx, actor, input.entry_date, entry.entry_date, {
    field: "entry_date",
    the: `the date of ${entry.reference_no}`,
  });
  const mirror = await append(tx, actor, "supplier_ledger.reverse", {
    ...entry,
    entry_date,
    particulars: [`Reversal of ${entry.reference_no}`, input.reason].filter(Boolean).join(": "),
    credit: entry.debit,
    debit: entry.credit,
    amount_local: entry.amount_local.neg(),
    reverses_id: id,
    reason: input.reason ?? null,
    note: null,
  }, carrying);
  const lines = [lineOf(mirror)];
  for (const realised of await findDifferences(tx, id)) {
    const back = realised.amount_local.neg();
    lines.push(
      ...differenceLines(await appendDifference(tx, actor, mirror, back, carrying, realised)),
    );
  }
  const rest = differenceLeft(await findCarried(tx, mirror), mirror);
  const difference = isZero(rest)
    ? []
    : differenceLines(await appendDifference(tx, actor, mirror, rest, carrying));
  return { ...mirror, lines: [...lines, ...difference], difference };
}

async function refuseIrreversible(tx: Tx, entry: Posted): Promise<void> {
  if (isAutomatic(entry)) {
    throw conflict(
      "not_reversible",
      `${entry.reference_no} is an exchange difference; it follows the entries it came from.`,
    );
  }
  if (entry.reverses_id !== null) {
    throw conflict("not_reversible", `${entry.reference_no} is itself a reversal.`);
  }
  const [earlier] = await tx.query<[{ id: number; reference_no: string }?]>(
    sql`select id, reference_no from supplier_ledger where reverses_id = ${entry.id}`,
  );
  if (earlier) {
    throw conflict(
      "already_reversed",
      `${entry.reference_no} was already reversed by ${earlier.reference_no}.`,
      { reversed_by_id: earlier.id },
    );
  }
  // whoever lets it bounce has said so on the cheque before
  const [cheque] = await tx.query<[{ id: number; reference_no: string }?]>(sql`
    select id, reference_no from issued_cheques
    where ledger_entry_id = ${entry.id} and state = 'cleared'`);
  if (cheque) {
    throw conflict(
      "not_reversible",
      `${entry.reference_no} is the cheque ${cheque.reference_no}: it is taken back when that bounces.`,
      { cheque_id: cheque.id },
    );
  }
  const [credit] = await tx.query<[{ reference_no: string }?]>(sql`
    select t.reference_no from supplier_return_lines l join supplier_returns t on t.id = l.return_id
    where l.supplier_ledger_id = ${entry.id} and l.product_id is not null`);
  if (!credit) return;
  throw conflict(
    "not_reversible",
    `${entry.reference_no} is the credit for goods of ${credit.reference_no}, whose outcome is final.`,
  );
}

/** The supplier's lock makes a second reversal wait for the first, and then find it. */
async function lockedEntry(tx: Tx, id: number): Promise<Posted> {
  await tx.query(sql`
    select from suppliers where id = (select supplier_id from supplier_ledger where id = ${id})
    for no key update`);
  const [entry] = await tx.query<[Posted?]>(sql`
    select id, reference_no, ${postingColumns} from supplier_ledger where id = ${id}`);
  if (!entry) throw notFound("Supplier ledger entry", id);
  return entry;
}
