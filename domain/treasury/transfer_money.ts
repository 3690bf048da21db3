import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { type NamedAccount, namedAccount } from "../journal/name_account.ts";
import { judgeDay } from "../journal/period.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { nextNumber } from "../records/numbering.ts";
import { findTransfer } from "./find_transfers.ts";
import { lockOpenLine, matchPosted } from "./match_lines.ts";
import type { Transfer, transfer } from "./transfer.ts";

/** What is no money of ours: the owner's, and the VAT and tax withheld that the treasury is paid. */
const others: readonly (string | null)[] = ["owner", "vat_output", "tax_withheld"];
/** Money comes from there too: a bank's interest, scrap that was sold. */
const sources = [...others, "other_income"];

/**
 * Moves money from one account to another; to or from the owner's it is his money, out or in, to 2300 or 2310
 * what the treasury is paid of VAT or of tax withheld, from 4900 what came in besides sales. Final: it can only be reversed. Source: docs/books.md, "Transfers and expenses".
 *
 * @throws Refusal `forbidden`, `invalid_fields`, as `judgeDay`, `lockOpenLine`
 */
export async function transferMoney(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof transfer.entry>,
): Promise<Transfer> {
  allow(actor, "books.write");
  const from = await endOf(tx, input.from, "from", sources);
  const to = await endOf(tx, input.to, "to", others);
  if (from.id === to.id) throw invalid({ to: "must be another account than from" });
  const date = await judgeDay(tx, actor, input.date, "date");
  const line = input.statement_line_id;
  if (line !== undefined) {
    await lockOpenLine(tx, line, [
      { account: from.id, amount: input.amount.neg() },
      { account: to.id, amount: input.amount },
    ]);
  }
  const entry = await openEntry(tx);
  const reference_no = await nextNumber(tx, "TRF", date);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into transfers (reference_no, from_account_id, to_account_id, amount, date, note, entry_id,
      created_at, updated_at, created_by)
    values (${reference_no}, ${from.id}, ${to.id}, ${input.amount}, ${date}, ${input.note ?? null},
      ${entry}, ${actor.now}, ${actor.now}, ${actor.userId})
    returning id`);
  await audit(tx, actor, {
    action: "transfer.create",
    entity: "transfer",
    entityId: id,
    reference_no,
    after: { ...input, from: from.number, to: to.number, date },
  });
  await postEntry(tx, actor, {
    id: entry,
    entry_date: date,
    kind: "transfer",
    source: { type: "transfer", id, reference_no },
    narration: [`${from.name} to ${to.name}`, input.note].filter(Boolean).join(": "),
    lines: rules.transfer(to.id, from.id, input.amount),
  });
  if (line !== undefined) await matchPosted(tx, actor, line, entry);
  return await findTransfer(tx, id);
}

async function endOf(
  tx: Tx,
  name: string,
  field: string,
  besides: readonly (string | null)[],
): Promise<NamedAccount> {
  const found = await namedAccount(tx, name, field);
  if (found.kind === "money" || besides.includes(found.role)) return found;
  throw invalid({
    [field]:
      `${found.name} holds no money, and is neither the owner's nor what is owed to the treasury`,
  });
}
