import type { Loan } from "../../core/answers.ts";
import { date, dhakaDate, money, number } from "../../kit/mod.ts";
import { detailScreen, formScreen, rt } from "../../records/mod.ts";
import { m } from "./back_words.ts";
import { Deeds } from "./take_back.tsx";
import { o, text } from "./words.ts";

/** Taken back, or what took another back. */
const isMirrored = ({ payments }: Loan, { id, reverses_id }: Loan["payments"][number]) =>
  reverses_id !== null || payments.some((other) => other.reverses_id === id);

/** A bank's loan for an LC, with what it costs by today. */
export const loan = detailScreen<Loan>({
  path: "/lc-loans",
  screen: "/lc-tt/loans",
  title: () => o("loan"),
  status: (one) => one.status,
  sections: [
    {
      rows: (one) => [
        [o("amount"), one.amount !== undefined && money(one.amount)],
        [o("outstanding"), one.outstanding !== undefined && money(one.outstanding)],
        [o("interest_due"), !!Number(one.interest_due) && money(one.interest_due)],
        [o("percent"), one.interest_percent !== undefined && `${number(one.interest_percent)}%`],
        [o("date"), one.taken_on && date(one.taken_on)],
        [o("due_on"), one.due_on && date(one.due_on)],
        [o("number"), one.bank_reference],
        [rt("note"), one.note],
      ],
    },
    {
      title: () => o("paid_back"),
      when: (one) => !!one.payments?.length,
      show: (one) => (
        <Deeds
          record={`/lc-loans/${one.id}`}
          right="books.write"
          deeds={one.payments.map((paid) => ({
            key: paid.id,
            what: m("of_loan", { amount: money(paid.principal) }),
            lines: [`${date(paid.paid_on)} · ${o("interest")}: ${money(paid.interest)}`, paid.note],
            done: isMirrored(one, paid) ? m("taken_back") : undefined,
            say: m("loan_say", { amount: money(paid.principal), interest: money(paid.interest) }),
            path: `/lc-loans/${one.id}/payments/${paid.id}/reverse`,
          }))}
        />
      ),
    },
  ],
  actions: [
    {
      label: () => o("pay_back"),
      icon: "money",
      look: "main",
      may: "books.write",
      when: ({ status }) => status === "open",
      say: (one) => o("pay_back_say", { amount: money(one.outstanding) }),
      ask: () => [
        text("principal", "amount", { type: "decimal" }),
        text("interest", "interest", { type: "decimal" }),
        text("date", "date", { type: "date", initial: () => dhakaDate() }),
        text("note", "notes"),
      ],
      write: ({ id, reference_no }, answers) => ({
        method: "POST",
        path: `/lc-loans/${id}/payments`,
        body: answers,
        title: o("changed", { name: reference_no }),
      }),
    },
    {
      label: () => o("lc"),
      icon: "bank",
      when: ({ lc_tt_id }) => lc_tt_id !== undefined,
      to: ({ lc_tt_id }) => `/lc-tt/${lc_tt_id}`,
    },
  ],
});

export const newLoan = formScreen({
  title: () => o("new_loan"),
  path: "/lc-tt/:id/loans",
  of: "/lc-tt/:id",
  screen: "/lc-tt/:id/loans/new",
  list: "/lc-tt",
  name: ({ amount }) => o("made", { name: money(String(amount)) }),
  fields: [
    text("amount", "amount", { type: "decimal", required: true }),
    text("interest_percent", "percent", { type: "decimal", required: true }),
    text("taken_on", "date", { type: "date", initial: () => dhakaDate() }),
    text("due_on", "due_on", { type: "date", required: true }),
    text("bank_reference", "number"),
    text("note", "notes", { type: "area" }),
  ],
});
