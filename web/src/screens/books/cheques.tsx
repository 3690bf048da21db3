import type { Payment } from "../../core/answers.ts";
import type { ChequeState } from "../../../../domain/sales/payment_words.ts";
import { dhakaDate, queue } from "../../kit/mod.ts";
import { type Action, type FieldDef, statusWord } from "../../records/mod.ts";
import { b } from "./words.ts";

/** How far a cheque is, with what waits on this phone: the next step builds on it. */
export function chequeState(payment: Payment): ChequeState | undefined {
  const unsent = queue.value.findLast(({ record, state, body }) =>
    record === `/payments/${payment.id}` && state === "waiting" && typeof body.state === "string"
  );
  return (unsent?.body.state ?? payment.cheque_state ?? undefined) as ChequeState | undefined;
}

const day: FieldDef = {
  name: "date",
  label: () => b("day"),
  type: "date",
  initial: () => dhakaDate(),
};
const charge: FieldDef = { name: "charge", label: () => b("charge"), type: "decimal" };

function step(
  state: ChequeState,
  label: "deposit" | "clear" | "bounce",
  from: ChequeState[],
  fields: FieldDef[],
): Action<Payment> {
  return {
    label: () => b(label),
    may: "payments.write",
    look: "plain",
    when: (payment) => {
      const now = chequeState(payment);
      const early = state === "cleared" && (payment.cheque_date ?? "") > dhakaDate();
      return now !== undefined && from.includes(now) && !early;
    },
    ask: () => fields,
    write: (payment, answers) => ({
      method: "PATCH",
      path: `/payments/${payment.id}/cheque`,
      body: { state, ...answers },
      title: b("name_cheque", { name: payment.customer_name, state: statusWord(state) }),
    }),
  };
}

/** Where a cheque may go from where it is; before its own day no bank clears it. */
export const chequeSteps: Action<Payment>[] = [
  step("deposited", "deposit", ["in_hand"], [day]),
  step("cleared", "clear", ["in_hand", "deposited"], [day]),
  step("bounced", "bounce", ["in_hand", "deposited", "cleared"], [day, charge]),
];
