import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { inOpenPeriod, judgeDay } from "../journal/period.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import { nextNumber } from "../records/numbering.ts";
import { findIssuedCheque } from "./find_issued_cheques.ts";
import { type IssuedCheque, issuedCheque, type NewIssuedCheque } from "./issued_cheque.ts";
import { moneyAccount } from "./other_side.ts";
import { checkReferences } from "./record_entry.ts";
import { refuseRepeated } from "./refuse_repeated.ts";

/**
 * Gives a supplier a cheque. It pays nothing until the bank has paid it: his ledger stays as it is. What is
 * written on it is never edited. Source: docs/books.md, "Cheques to suppliers".
 *
 * @throws Refusal `forbidden`, `not_found`, `exchange_rate_missing`, `invalid_fields`, `duplicate_reference`,
 *   and as `judgeDay` on `issued_date`
 */
export async function issueCheque(
  tx: Tx,
  actor: Actor,
  supplier_id: number,
  input: NewIssuedCheque,
): Promise<IssuedCheque> {
  allow(actor, "costs.write");
  const [supplier] = await tx.query<[{ currency: string }?]>(
    sql`select currency from suppliers where id = ${supplier_id}`,
  );
  if (!supplier) throw notFound("Supplier", supplier_id);
  await checkReferences(tx, { ...input, supplier_id });
  const issued_date = await judgeDay(tx, actor, input.issued_date, "issued_date");
  const currency = input.currency ?? supplier.currency;
  const exchange_rate = rateToLocal(currency, input.exchange_rate);
  const amount_local = toLocal(input.amount, currency, exchange_rate);
  const account_id = await moneyAccount(tx, { ...input, method: "cheque" });
  const { cheque_number, allow_duplicate, note } = input;
  await refuseRepeated(
    tx,
    { reference: cheque_number, method: "cheque", allow_duplicate, note },
    input.entry_type,
  );
  const particulars = input.particulars ?? `Cheque ${cheque_number}`;
  const row = { ...input, issued_date, currency, exchange_rate, account_id, particulars };
  const reference_no = await nextNumber(tx, "CHQ", issued_date);
  const [{ id }] = await inOpenPeriod(() =>
    tx.query<[{ id: number }]>(sql`
      insert into issued_cheques (${issuedCheque.stored}, supplier_id, amount_local, reference_no,
        created_at, updated_at, created_by)
      select ${issuedCheque.stored}, ${supplier_id}, ${amount_local}, ${reference_no},
        ${actor.now}::timestamptz, ${actor.now}::timestamptz, ${actor.userId}::bigint
      from ${issuedCheque.rows([row])}
      returning id`)
  );
  await audit(tx, actor, {
    action: "issued_cheque.issue",
    entity: "issued_cheque",
    entityId: id,
    reference_no,
    after: { ...row, supplier_id, amount_local },
  });
  return await findIssuedCheque(tx, actor, id);
}
