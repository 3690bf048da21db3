import type { IssuedCheque, Payment } from "../../core/answers.ts";
import type { ChequeState } from "../../../../domain/sales/payment_words.ts";
import type { IssuedChequeState } from "../../../../domain/suppliers/issued_cheque_words.ts";
import { date, dhakaDate, queue } from "../../kit/mod.ts";
import { type Action, type FieldDef, statusWord } from "../../records/mod.ts";
import { b } from "./books_words.ts";

/** A customer's cheque that we hold, or one of ours that a supplier holds. */
export type Cheque = Payment | IssuedCheque;

export const isOurs = (cheque: Cheque): cheque is IssuedCheque => "issued_date" in cheque;
export const chequePath = (cheque: Cheque) =>
  `/${isOurs(cheque) ? "supplier-cheques" : "payments"}/${cheque.id}`;
export const partyOf = (cheque: Cheque) =>
  isOurs(cheque) ? cheque.supplier_name : cheque.customer_name;

/** How far a cheque is, with what waits on this phone: the next step builds on it. */
export function chequeState(cheque: Cheque): ChequeState | IssuedChequeState | undefined {
  const unsent = queue.value.findLast(({ record, state, body }) =>
    record === chequePath(cheque) && state === "waiting" && typeof body.state === "string"
  );
  const now = isOurs(cheque) ? cheque.state : cheque.cheque_state;
  return (unsent?.body.state ?? now ?? undefined) as ReturnType<typeof chequeState>;
}

const day: FieldDef = {
  name: "date",
  label: () => b("day"),
  type: "date",
  initial: () => dhakaDate(),
};
const charge: FieldDef = { name: "charge", label: () => b("charge"), type: "decimal" };

/** Where a cheque may go from where it is, for who may say so; before its own day no bank clears it. */
function stepsFor(may: string): Action<Cheque>[] {
  const step = (
    state: ChequeState,
    label: "deposit" | "clear" | "bounce" | "came_back",
    from: ReturnType<typeof chequeState>[],
    more: FieldDef[] = [],
  ): Action<Cheque> => ({
    label: () => b(label),
    may,
    look: "plain",
    when: (cheque) =>
      from.includes(chequeState(cheque)) &&
      !(state === "cleared" && (cheque.cheque_date ?? "") > dhakaDate()),
    ask: ({ cheque_date }) => [
      {
        ...day,
        warn: (typed) =>
          cheque_date && /deposited|cleared/.test(state) && typed < cheque_date
            ? b("dated_later", { date: date(cheque_date) })
            : undefined,
      },
      ...more,
    ],
    write: (cheque, answers) => ({
      method: "PATCH",
      path: `${chequePath(cheque)}/cheque`,
      body: { state, ...answers },
      title: b("name_cheque", { name: partyOf(cheque), state: statusWord(state) }),
    }),
  });
  return [
    step("deposited", "deposit", ["in_hand"]),
    step("cleared", "clear", ["in_hand", "deposited", "issued"]),
    step("bounced", "bounce", ["in_hand", "deposited", "issued", "cleared"], [charge]),
    step("returned", "came_back", ["issued"]),
  ];
}

/** Of a customer's cheque, which we hold, and of one of ours, which was issued. */
export const chequeSteps = stepsFor("payments.write");
export const ourSteps = stepsFor("costs.write");
