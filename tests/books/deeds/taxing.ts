import sql from "sql-template-tag";
import { fileReturn } from "../../../domain/accountant/file_return.ts";
import { newReturn } from "../../../domain/accountant/filed_return.ts";
import { reversal } from "../../../domain/journal/reversal.ts";
import { parse } from "../../../domain/records/input.ts";
import { withheldTax } from "../../../domain/suppliers/withheld_tax.ts";
import { withholdTax } from "../../../domain/suppliers/withhold_tax.ts";
import { repayLoan, reverseRepayment, takeLoan } from "../../../domain/trade_finance/borrow.ts";
import { loan, newLoanPayment } from "../../../domain/trade_finance/loan.ts";
import { transfer } from "../../../domain/treasury/transfer.ts";
import { transferMoney } from "../../../domain/treasury/transfer_money.ts";
import { type Act, amount, day, one, owner, undoing } from "./deed.ts";

const lastMonth = Temporal.PlainDate.from(owner.today).toPlainYearMonth().subtract({ months: 1 });

/** VAT withheld and paid to the treasury, returns filed, and loans for LCs. */
export const taxing = {
  withhold: async (tx, actor, { which, much, ago }) =>
    await withholdTax(
      tx,
      actor,
      parse(withheldTax.entry, {
        kind: "vds",
        supplier_id: String(await one(tx, "suppliers", which)),
        amount: amount(much),
        withheld_on: day(ago),
      }),
    ),
  payTreasury: async (tx, actor, { which, much, ago }) =>
    await transferMoney(
      tx,
      actor,
      parse(transfer.entry, {
        from: "bank",
        to: which % 2 ? "vat_output" : "tax_withheld",
        amount: amount(much),
        date: day(ago),
      }),
    ),
  file: async (tx, actor) =>
    await fileReturn(
      tx,
      actor,
      parse(newReturn, { period: lastMonth.toString(), reason: "More is known" }),
    ),
  borrow: async (tx, actor, { much, ago }) =>
    await takeLoan(
      tx,
      actor,
      await one(tx, "lc_tt", 0, "type = 'LC'"),
      parse(loan.entry, {
        amount: amount(much + 1),
        interest_percent: "13.5",
        taken_on: day(ago),
        due_on: day(-90),
      }),
    ),
  repay: async (tx, actor, { which, much, ago }) =>
    await repayLoan(
      tx,
      actor,
      await one(tx, "lc_loans", which),
      parse(newLoanPayment, {
        principal: much % 3 ? "1.11" : undefined,
        interest: much % 2 ? String(much) : undefined,
        date: day(ago),
      }),
    ),
  unrepay: async (tx, actor, how) => {
    const free = "reverses_id is null and not exists " +
      "(select from lc_loan_payments m where m.reverses_id = t.id)";
    const id = await one(tx, "lc_loan_payments", how.which, free);
    const [{ loan_id }] = await tx.query<[{ loan_id: number }]>(
      sql`select loan_id from lc_loan_payments where id = ${id}`,
    );
    return await reverseRepayment(tx, actor, loan_id, id, undoing(reversal, how));
  },
} satisfies Record<string, Act>;
