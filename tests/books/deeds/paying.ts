import sql from "sql-template-tag";
import { closePeriod } from "../../../domain/journal/close_period.ts";
import { reversal } from "../../../domain/journal/reversal.ts";
import { parse } from "../../../domain/records/input.ts";
import { issueCheque } from "../../../domain/suppliers/issue_cheque.ts";
import { issuedCheque, issuedChequeMove } from "../../../domain/suppliers/issued_cheque.ts";
import { moveIssuedCheque } from "../../../domain/suppliers/move_issued_cheque.ts";
import {
  reversal as entryReversal,
  supplierEntry,
} from "../../../domain/suppliers/ledger_entry.ts";
import { enterEntry } from "../../../domain/suppliers/record_entry.ts";
import { reverseEntry } from "../../../domain/suppliers/reverse_entry.ts";
import { changeLcTtStatus, lcTtMove } from "../../../domain/trade_finance/change_lc_tt_status.ts";
import {
  addSettlement,
  newSettlement,
  reverseSettlement,
} from "../../../domain/trade_finance/settlements.ts";
import { expense } from "../../../domain/treasury/expense.ts";
import { reverseDocument } from "../../../domain/treasury/reverse_document.ts";
import { spendMoney } from "../../../domain/treasury/spend_money.ts";
import { transfer } from "../../../domain/treasury/transfer.ts";
import { transferMoney } from "../../../domain/treasury/transfer_money.ts";
import { type Act, amount, day, one, undoing } from "./deed.ts";

const rate = (much: number) => (118 + much % 9 + 0.13).toFixed(2);

/** What suppliers are owed and paid, money between accounts, and the end of a month. */
export const paying = {
  owe: async (tx, actor, { which, much, ago }) => {
    const entry_type = [
      "purchase",
      "payment",
      "advance",
      "bank_charge",
      "freight",
      "adjustment",
      "payment",
    ][much % 7];
    const lowers = ["payment", "advance"].includes(entry_type);
    await enterEntry(
      tx,
      actor,
      parse(supplierEntry.entry, {
        supplier_id: String(await one(tx, "suppliers", which)),
        entry_type,
        particulars: "By hand",
        [lowers ? "debit" : "credit"]: String(10 + much),
        exchange_rate: rate(much),
        entry_date: day(ago),
      }),
    );
  },
  unowe: async (tx, actor, how) =>
    await reverseEntry(
      tx,
      actor,
      await one(
        tx,
        "supplier_ledger",
        how.which,
        "reverses_id is null and credit + debit > 0 and not exists " +
          "(select from supplier_ledger m where m.reverses_id = t.id)",
      ),
      undoing(entryReversal, how),
    ),
  giveCheque: async (tx, actor, { which, much, ago }) => {
    const foreign = which % 2 === 1;
    await issueCheque(
      tx,
      actor,
      await one(tx, "suppliers", which),
      parse(issuedCheque.entry, {
        amount: String(10 + much),
        ...foreign ? { exchange_rate: rate(much) } : { currency: "BDT" },
        cheque_number: `${which}-${much}-${ago}`,
        issued_date: day(ago),
        cheque_date: day(ago - much % 5),
        entry_type: much % 3 ? "payment" : "advance",
      }),
    );
  },
  moveOurCheque: async (tx, actor, { which, much, ago }) => {
    const state = (["cleared", "bounced", "cleared", "returned"] as const)[much % 4];
    await moveIssuedCheque(
      tx,
      actor,
      await one(tx, "issued_cheques", which, "state in ('issued', 'cleared')"),
      parse(issuedChequeMove, {
        state,
        date: day(ago),
        ...much % 5 === 1 && { charge: "5.75" },
        ...state === "cleared" && which % 3 === 1 && { exchange_rate: rate(much) },
      }),
    );
  },
  settle: async (tx, actor, { which, much, ago }) =>
    await addSettlement(
      tx,
      actor,
      await one(tx, "lc_tt", which),
      parse(newSettlement, {
        amount: String(10 + much),
        rate: rate(much),
        date: day(ago),
        ...much % 3 === 1 && { margin_used: String(much * 20) },
        ...much % 4 === 2 && { charges: amount(much) },
      }),
    ),
  unsettle: async (tx, actor, how) => {
    const id = await one(
      tx,
      "supplier_ledger",
      how.which,
      "lc_tt_id is not null and reverses_id is null and cause_id is null",
    );
    const [{ lc_tt_id }] = await tx.query<[{ lc_tt_id: number }]>(
      sql`select lc_tt_id from supplier_ledger where id = ${id}`,
    );
    await reverseSettlement(tx, actor, lc_tt_id, id, undoing(reversal, how));
  },
  advanceLc: async (tx, actor, { which, much, ago }) =>
    await changeLcTtStatus(
      tx,
      actor,
      await one(tx, "lc_tt", which),
      parse(lcTtMove, {
        status: ["shipped", "customs", "released", "closed", "cancelled"][much % 5],
        note: "It went on",
        date: day(ago),
        ...much % 5 < 3 && { [much % 2 ? "margin_paid" : "margin_released"]: amount(much) },
        ...much % 7 === 2 && { post_to_ledger: "true", settlement_amount: String(much + 1) },
      }),
    ),
  transfer: async (tx, actor, { which, much, ago }) =>
    await transferMoney(
      tx,
      actor,
      parse(transfer.entry, {
        from: ["cash", "bank", "owner", "bkash"][which % 4],
        to: ["bank", "cash", "bkash", "owner"][much % 4],
        amount: amount(much),
        date: day(ago),
      }),
    ),
  spend: async (tx, actor, { which, much, ago }) =>
    await spendMoney(
      tx,
      actor,
      parse(expense.entry, {
        category: ["rent", "salary", "travel"][which % 3],
        amount: amount(much),
        ...much % 4 === 3 && { vat_amount: String(much) },
        date: day(ago),
      }),
    ),
  unspend: async (tx, actor, how) => {
    const kind = how.which % 2 ? "expense" : "transfer";
    const id = await one(tx, `${kind}s`, how.which >> 1, "reversed_at is null");
    await reverseDocument(tx, actor, kind, id, undoing(reversal, how));
  },
  close: async (tx, actor, { ago }) => await closePeriod(tx, actor, day(ago + 5), null),
  reopen: async (tx, actor, { ago, much }) =>
    await closePeriod(tx, actor, much % 2 ? day(ago + 20) : null, "A bill came late"),
} satisfies Record<string, Act>;
