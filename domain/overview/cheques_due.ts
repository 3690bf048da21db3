import sql from "sql-template-tag";
import { rowsAsJson } from "../records/embedded.ts";
import type { Actor } from "../access/access.ts";
import { date, id, localMoney, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { dueThisWeek } from "../sales/find_payments.ts";
import { isDueBy } from "../suppliers/find_issued_cheques.ts";
import { issuedCheque, issuedChequeTables } from "../suppliers/issued_cheque.ts";
import { chequeStates } from "../sales/payment_words.ts";

const AT_MOST = 20;

/** A customer's cheque that waits to be cleared. */
export const chequeDue = record(
  "ChequeDue",
  "d",
  everybody({
    id: id("The payment's.", { example: 18 }),
    reference_no: text("The payment's number.", { example: "PAY-2026-000018" }),
    customer_id: id("Whose cheque it is.", { example: 12 }),
    customer_name: text("His name.", { example: "Rahim Uddin" }),
    cheque_number: text("The cheque's number.", { example: "0045512", nullable: true }),
    cheque_date: date("The day on the cheque.", { example: "2026-03-05" }),
    cheque_state: word(chequeStates, "How far the cheque is.", { example: "in_hand" }),
    amount: localMoney("What it is about.", { example: 40000, seenBy: "everybody" }),
  }),
);

/** Customers' cheques due within a week, and those whose day has passed. Source: docs/overview.md, "Dashboard". */
export function chequesDue(reader: Actor) {
  const until = dueThisWeek(reader.today);
  const due = sql`from (
    select p.id, p.reference_no, p.customer_id, c.name as customer_name, p.cheque_number, p.cheque_date,
      p.cheque_state, p.amount
    from payments p join customers c on c.id = p.customer_id
    where p.pending and p.cheque_date <= ${until}::date
    order by p.cheque_date, p.id limit ${AT_MOST}) d`;
  return {
    value: sql`select ${rowsAsJson(chequeDue, reader, due, sql`r.cheque_date, r.id`)}`,
    list: `/payments?cheque_due_by=${until}&sort=cheque_date`,
  };
}

/** A cheque of ours that a supplier holds. */
export const supplierChequeDue = record("SupplierChequeDue", "q", {
  ...issuedCheque.part([
    "id",
    "reference_no",
    "supplier_id",
    "supplier_name",
    "cheque_number",
    "cheque_date",
    "state",
    "amount",
    "currency",
    "amount_local",
  ]).fields,
});

/** Our own that the bank is still to pay, alike. Source: docs/overview.md, "Dashboard". */
export function supplierChequesDue(reader: Actor) {
  const until = dueThisWeek(reader.today);
  const due = sql`from ${issuedChequeTables} where ${isDueBy(until)}
    order by q.cheque_date, q.id limit ${AT_MOST}`;
  return {
    value: sql`select ${rowsAsJson(supplierChequeDue, reader, due, sql`r.cheque_date, r.id`)}`,
    list: `/supplier-cheques?due_by=${until}&sort=cheque_date`,
  };
}
