import type { Payment } from "../../core/answers.ts";
import { money } from "../../kit/mod.ts";
import type { Action } from "../../records/mod.ts";
import { moneyById } from "../trade/account_choice.ts";
import { reason } from "../trade/next_step.ts";
import { s } from "../trade/sums.tsx";

/** What undoes a payment: some of it is given back, or it never was. */
export const backwards: Action<Payment>[] = [
  {
    label: () => s("refund"),
    icon: "money",
    may: "payments.write",
    when: ({ status, on_account }) => status === "posted" && Number(on_account) > 0,
    say: ({ on_account }) => s("refund_say", { amount: money(on_account) }),
    ask: (payment) => [
      {
        name: "amount",
        label: () => s("amount"),
        type: "decimal",
        required: true,
        initial: () => String(payment.on_account),
      },
      {
        name: "account_id",
        label: () => s("paid_from"),
        type: "chips",
        from: moneyById,
        asNumber: true,
      },
      reason,
    ],
    write: ({ id, reference_no }, answers) => ({
      method: "POST",
      path: `/payments/${id}/refund`,
      body: answers,
      title: s("name_refund", { number: reference_no, amount: money(String(answers.amount)) }),
    }),
  },
  {
    label: () => s("reverse_payment"),
    icon: "close",
    look: "quiet",
    may: "payments.write",
    when: ({ id, status }) => id !== undefined && status === "posted",
    say: () => s("reverse_say"),
    ask: () => [reason],
    write: ({ id, reference_no }, answers) => ({
      method: "POST",
      path: `/payments/${id}/reverse`,
      body: answers,
      title: s("name_reverse", { number: reference_no }),
    }),
  },
];
