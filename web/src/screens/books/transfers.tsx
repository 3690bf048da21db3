import type { Transfer } from "../../core/answers.ts";
import { date, dhakaDate, money } from "../../kit/mod.ts";
import { detailScreen, formScreen, listScreen, rt, StatusBadge } from "../../records/mod.ts";
import { moneyFrom, moneyTo } from "../trade/account_choice.ts";
import { takeBack } from "./expenses.tsx";
import { b, nameOf } from "../trade/books_words.ts";

const PATH = "/accounts/transfers";
const endsOf = (one: Transfer) => [
  nameOf({ name: one.from_account_name, name_bn: one.from_account_name_bn }),
  nameOf({ name: one.to_account_name, name_bn: one.to_account_name_bn }),
];

export const list = listScreen<Transfer>({
  title: () => b("transfers"),
  path: PATH,
  screen: PATH,
  icon: "money",
  search: true,
  row: (one) => ({
    title: endsOf(one).join(" → "),
    lines: [`${date(one.date)} · ${one.reference_no}`, one.note],
    badges: one.status === "reversed" && <StatusBadge status="reversed" />,
    side: money(one.amount),
  }),
  unsentRow: (_body, { title }) => ({ title }),
  add: { label: () => b("new_transfer"), to: `${PATH}/new`, may: "books.write" },
  empty: () => b("no_transfers"),
});

export const detail = detailScreen<Transfer>({
  path: PATH,
  screen: PATH,
  title: (one) => one.from_account_name ? endsOf(one).join(" → ") : b("new_transfer"),
  status: (one) => one.status,
  sections: [
    { show: (one) => <p class="sum">{money(one.amount)}</p> },
    {
      rows: (one) => [
        [b("day"), one.date && date(one.date)],
        [rt("note"), one.note],
        [rt("reason"), one.reversal_reason],
      ],
    },
  ],
  actions: [takeBack(PATH, "books.write")],
});

/** From one of our accounts to another, or the owner's own money in or out. */
export const form = formScreen({
  title: () => b("new_transfer"),
  path: PATH,
  list: PATH,
  name: (body) => b("name_transfer", { amount: money(String(body.amount)) }),
  fields: [
    {
      name: "from",
      label: () => b("from"),
      type: "chips",
      from: moneyFrom,
      first: 7,
      required: true,
    },
    {
      name: "to",
      label: () => b("to"),
      type: "chips",
      from: moneyTo,
      first: 7,
      required: true,
    },
    { name: "amount", label: () => b("amount"), type: "decimal", required: true },
    { name: "date", label: () => b("day"), type: "date", initial: () => dhakaDate() },
    { name: "note", label: () => rt("note") },
  ],
});
