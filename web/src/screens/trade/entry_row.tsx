import type { SupplierEntry } from "../../core/answers.ts";
import { date, money } from "../../kit/mod.ts";
import type { RecordRow } from "../../records/mod.ts";
import { fin } from "./finance_words.ts";

/** What was bought, or below zero paid; an exchange difference moves local money alone. */
export const amountOf = ({ credit, debit, amount_local, currency }: SupplierEntry) =>
  Number(credit) || Number(debit)
    ? money(Number(credit) || -Number(debit), currency)
    : money(amount_local);

/** What was bought or paid, and what we owed after it. */
export const entryRow = (entry: SupplierEntry, named?: boolean): RecordRow => ({
  title: named ? entry.supplier_name : entry.particulars,
  lines: [
    named && entry.particulars,
    `${date(entry.entry_date)} · ${fin(entry.entry_type as "purchase")}`,
    <span key="sums" class="between">
      <b>
        {amountOf(entry)}
      </b>
      {Number(entry.running_balance) < 0
        ? `${fin("they_owe")} ${money(-entry.running_balance, entry.currency)}`
        : fin("balance", { amount: money(entry.running_balance, entry.currency) })}
    </span>,
  ],
});
