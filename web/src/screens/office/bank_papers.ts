import { dhakaDate, money } from "../../kit/mod.ts";
import { formScreen, type Source } from "../../records/mod.ts";
import { chips, currency, o, text } from "./words.ts";

/** A cheque to a supplier: it pays him once the bank has cleared it. */
export const newCheque = (accounts: Source) =>
  formScreen({
    title: () => o("new_cheque"),
    path: "/suppliers/:id/cheques",
    of: "/suppliers/:id",
    screen: "/suppliers/:id/cheques/new",
    list: "/suppliers",
    name: ({ cheque_number }) => o("made", { name: String(cheque_number) }),
    fields: [
      text("amount", "amount", { type: "decimal", required: true }),
      currency({ initial: () => "BDT" }),
      text("exchange_rate", "rate", {
        type: "decimal",
        when: ({ currency }) => currency !== "BDT",
      }),
      text("cheque_number", "cheque_number", { required: true }),
      text("cheque_date", "cheque_date", { type: "date", required: true }),
      text("issued_date", "given_on", { type: "date", initial: () => dhakaDate() }),
      text("account_id", "paid_from", { type: "chips", from: accounts, asNumber: true }),
      chips("entry_type", "kind", ["payment", "advance"], { initial: () => "payment" }),
      text("particulars", "what_for"),
      text("note", "notes", { type: "area" }),
    ],
  });

/** What a bank takes for an LC or TT. */
export const newCharge = (accounts: Source) =>
  formScreen({
    title: () => o("new_charge"),
    path: "/lc-tt/:id/charges",
    of: "/lc-tt/:id",
    screen: "/lc-tt/:id/charges/new",
    list: "/lc-tt",
    name: ({ amount }) => o("made", { name: money(String(amount)) }),
    fields: [
      chips("cost_head", "kind", ["lc_charge", "bank_charge", "amendment_charge"]),
      text("amount", "amount", { type: "decimal", required: true }),
      text("vat_amount", "vat_in_it", { type: "decimal" }),
      text("entry_date", "date", { type: "date", initial: () => dhakaDate() }),
      text("account_id", "paid_from", { type: "chips", from: accounts, asNumber: true }),
      text("reference", "number"),
      text("note", "notes", { type: "area" }),
    ],
  });
