import sql from "sql-template-tag";
import type { z } from "zod";
import { ageBuckets, sumByAge } from "../records/age_buckets.ts";
import { localMoney } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import type { Db } from "../db/connect.ts";

/** How a customer stands with us; local currency. */
export const accountSummary = record(
  "CustomerAccount",
  "a",
  everybody({
    invoiced: localMoney("Invoices that are not void.", { example: 184000, seenBy: "everybody" }),
    received: localMoney("Payments that are not reversed, cheques in hand left out.", {
      example: 141500,
      seenBy: "everybody",
    }),
    balance: localMoney("What he owes us by his ledger, opening balance included.", {
      example: 42500,
      seenBy: "everybody",
    }),
    overdue: localMoney("What is due on invoices past their due date.", {
      example: 22500,
      seenBy: "everybody",
    }),
    on_account: localMoney("Received and not allocated to an invoice.", {
      example: 0,
      seenBy: "everybody",
    }),
    cheques_in_hand: localMoney("Cheques of his that are not cleared yet; he still owes them.", {
      example: 0,
      seenBy: "everybody",
    }),
    credit_available: localMoney("What he may still buy on credit; null where there is no limit.", {
      example: 7500,
      seenBy: "everybody",
      nullable: true,
    }),
  }),
);

/** What a customer owes by days past the due date: the buckets less `on_account` make the balance. */
export const accountAgeing = record("CustomerAgeing", "a", {
  not_due: localMoney("Not due yet.", { example: 20000, seenBy: "everybody" }),
  ...ageBuckets,
  on_account: localMoney("His money beyond what he owed from before.", {
    example: 0,
    seenBy: "everybody",
  }),
});

type Account = {
  summary: z.output<typeof accountSummary.schema>;
  ageing: z.output<typeof accountAgeing.schema>;
};

/**
 * Summary and ageing of a customer's account in one statement. Invoices are aged by their due date, an
 * opening debt by its own; money on account counts against that debt first, because no invoice carries
 * it. Source: docs/books.md, "Customer ledger".
 *
 * @param today `YYYY-MM-DD`
 */
export async function customerAccount(db: Db, id: number, today: string): Promise<Account> {
  const [account] = await db.query<[Account]>(sql`
    with billed as (
      select coalesce(sum(total) filter (where voided_at is null), 0) as invoiced,
        coalesce(sum(due) filter (where due_date < ${today}::date), 0) as overdue
      from invoices where customer_id = ${id}),
    paid as (
      select coalesce(sum(amount), 0) as received, coalesce(sum(amount - allocated - refunded), 0) as on_account
      from payments where customer_id = ${id} and reversed_at is null and not pending),
    held as (
      select coalesce(sum(amount), 0) as cheques_in_hand from payments
      where customer_id = ${id} and pending),
    ledger as (
      select coalesce(sum(debit - credit), 0) as balance,
        coalesce(sum(debit - credit) filter (where type in ('opening', 'opening_reversal')), 0) as opening,
        max(date) filter (where type = 'opening') as opened_on
      from customer_ledger where customer_id = ${id}),
    open as (
      select due, ${today}::date - due_date as days from invoices
      where customer_id = ${id} and due > 0
      union all
      select opening - on_account, ${today}::date - opened_on from ledger, paid
      where opening > on_account),
    aged as (
      select coalesce(sum(due) filter (where days < 0), 0) as not_due,
        ${sumByAge(sql`due`)}
      from open)
    select
      json_build_object('invoiced', invoiced, 'received', received, 'balance', balance,
        'overdue', overdue, 'on_account', on_account,
        'cheques_in_hand', cheques_in_hand, 'credit_available',
        case when c.cash_only then 0 when c.credit_limit > 0 then greatest(0, c.credit_limit - balance)
        end) as summary,
      json_build_object('not_due', not_due, 'd0_30', d0_30, 'd31_60', d31_60, 'd61_90', d61_90,
        'd90_plus', d90_plus, 'on_account', greatest(0, on_account - opening)) as ageing
    from customers c, billed, paid, held, ledger, aged where c.id = ${id}`);
  return account;
}
