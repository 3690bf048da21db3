import type { LcTt } from "../../core/answers.ts";
import { ButtonLink, dhakaDate, money, useEffect, useRead } from "../../kit/mod.ts";
import { formScreen, type Source, type Values } from "../../records/mod.ts";
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
    above: (_values, _fill, { params: { id } }) => (
      <ButtonLink href={`#/lc-tt/${id}/margin/new`} icon="bank">{o("margin_moved")}</ButtonLink>
    ),
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

/** What the bank keeps now, and the status that the margin leaves as it is. */
function Held({ id, values, fill }: {
  id: string;
  values: Values;
  fill: (more: Values) => void;
}) {
  const lc = useRead<LcTt>(`/lc-tt/${id}`).value.data;
  useEffect(() => {
    if (lc && lc.status !== values.status) fill({ status: lc.status });
  }, [lc?.status]);
  return lc
    ? <p class="muted">{o("margin_held", { amount: money(lc.margin_held ?? 0) })}</p>
    : null;
}

/** What the bank keeps of ours for an LC, and gives back of it. */
export const newMargin = (accounts: Source) =>
  formScreen({
    title: () => o("margin_moved"),
    path: "/lc-tt/:id/status",
    method: "PATCH",
    of: "/lc-tt/:id",
    screen: "/lc-tt/:id/margin/new",
    list: "/lc-tt",
    name: (_body, { amount }) => o("made", { name: money(amount) }),
    above: (values, fill, { params: { id } }) => <Held id={id} values={values} fill={fill} />,
    // the status stays, whichever it is: should it be another one by then, the server says so
    shape: ({ amount, ...told }, { way, status }) => ({
      ...told,
      status,
      expected_status: status,
      [way]: amount,
    }),
    fields: [
      chips("way", "kind", ["margin_paid", "margin_released"], {
        local: true,
        initial: () => "margin_paid",
      }),
      text("amount", "amount", { type: "decimal", required: true }),
      text("date", "date", { type: "date", initial: () => dhakaDate() }),
      text("account_id", "bank_account", { type: "chips", from: accounts, asNumber: true }),
      text("note", "notes", { type: "area" }),
      { name: "status", label: () => "", type: "hidden", local: true },
    ],
  });
