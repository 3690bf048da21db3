import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import type { About } from "../journal/line.ts";
import { moneyAccount, type NamedAccount, namedAccount } from "../journal/name_account.ts";
import { judgeDay } from "../journal/period.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { decimal } from "../money/decimal.ts";
import { nextNumber } from "../records/numbering.ts";
import { linkUpload } from "../uploads/link_upload.ts";
import type { ExpenseDetail, NewExpense } from "./expense.ts";
import { findExpense } from "./find_expenses.ts";
import { lockOpenLine, matchPosted } from "./match_lines.ts";

/**
 * Enters what was spent from a money account on rent, salaries and the like. Final: it can only be
 * reversed. Source: docs/books.md, "Transfers and expenses".
 *
 * @throws Refusal `forbidden`, `invalid_fields`, `duplicate_reference`, as `judgeDay`, `lockOpenLine`
 */
export async function spendMoney(
  tx: Tx,
  actor: Actor,
  input: NewExpense,
): Promise<ExpenseDetail> {
  allow(actor, "books.write");
  return await enterExpense(tx, actor, input, {});
}

/**
 * The same for a document that has asked its own permission; `about` is what its lines of the journal name.
 *
 * @throws Refusal `invalid_fields`, `duplicate_reference`, as `judgeDay`, `lockOpenLine`
 */
export async function enterExpense(
  tx: Tx,
  actor: Actor,
  input: NewExpense,
  about: About,
): Promise<ExpenseDetail> {
  const account = await moneyAccount(tx, input);
  const category = await namedAccount(tx, input.category, "category");
  if (category.type !== "expense") {
    throw invalid({ category: `${category.name} is no expense account` });
  }
  const { amount, payee, reference, note, file, vat_amount: vat = decimal("0"), vat_creditable } =
    input;
  if (vat.gte(amount)) throw invalid({ vat_amount: `must be below the amount, ${amount}` });
  const date = await judgeDay(tx, actor, input.date, "date");
  await refuseDuplicate(tx, account, input);
  const line = input.statement_line_id;
  if (line !== undefined) {
    await lockOpenLine(tx, line, [{ account: account.id, amount: amount.neg() }]);
  }
  const entry = await openEntry(tx);
  const reference_no = await nextNumber(tx, "EXP", date);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into expenses (reference_no, account_id, category_id, amount, vat_amount, vat_creditable, date,
      payee, reference, note, entry_id, created_at, updated_at, created_by)
    values (${reference_no}, ${account.id}, ${category.id}, ${amount}, ${vat}, ${vat_creditable},
      ${date}, ${payee ?? null}, ${reference ?? null}, ${
    note ?? null
  }, ${entry}, ${actor.now}, ${actor.now}, ${actor.userId})
    returning id`);
  if (file !== undefined) {
    await linkUpload(tx, actor, file, { related_type: "expense", related_id: id });
  }
  await audit(tx, actor, {
    action: "expense.create",
    entity: "expense",
    entityId: id,
    reference_no,
    after: { ...input, account: account.number, category: category.number, date },
  });
  await postEntry(tx, actor, {
    id: entry,
    entry_date: date,
    kind: "expense",
    source: { type: "expense", id, reference_no },
    narration: [category.name, payee, reference, note].filter(Boolean).join(", "),
    lines: rules.expense(
      category.id,
      { amount, vat: vat_creditable ? vat : decimal("0") },
      account.id,
      about,
    ),
  });
  if (line !== undefined) await matchPosted(tx, actor, line, entry);
  return await findExpense(tx, actor, id);
}

/** The lock on the account makes who sends the same twice find the first. */
async function refuseDuplicate(
  tx: Tx,
  account: NamedAccount,
  { reference, allow_duplicate, note }: NewExpense,
): Promise<void> {
  if (allow_duplicate) {
    if (!note) throw invalid({ note: "is required with allow_duplicate" });
    return;
  }
  if (reference === undefined) return;
  await tx.query(sql`select id from accounts where id = ${account.id} for no key update`);
  const [other] = await tx.query<[{ id: number; reference_no: string }?]>(sql`
    select id, reference_no from expenses
    where account_id = ${account.id} and lower(reference) = lower(${reference})
      and reversed_at is null
    limit 1`);
  if (!other) return;
  throw conflict(
    "duplicate_reference",
    `${other.reference_no} from ${account.name} has the reference ${reference} already; send allow_duplicate with a note if this is another.`,
    { id: other.id, reference_no: other.reference_no },
  );
}
