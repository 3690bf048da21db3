import type { Expense } from "../../core/answers.ts";
import { Code, date, dhakaDate, money, t } from "../../kit/mod.ts";
import {
  type Action,
  detailScreen,
  type FieldDef,
  formScreen,
  listScreen,
  photosOf,
  rt,
  StatusBadge,
} from "../../records/mod.ts";
import {
  accountOf,
  categoryOf,
  firstMoney,
  moneyById,
  overheads,
} from "../trade/account_choice.ts";
import { b } from "../trade/books_words.ts";

export const list = listScreen<Expense>({
  title: () => t("expenses"),
  path: "/expenses",
  screen: "/expenses",
  icon: "paper",
  search: true,
  filters: [
    { label: () => rt("all"), query: "" },
    { label: () => b("reversed"), query: "status=reversed" },
  ],
  row: (expense) => ({
    title: categoryOf(expense),
    lines: [expense.payee, `${date(expense.date)} · ${expense.reference_no}`],
    badges: expense.status === "reversed" && <StatusBadge status="reversed" />,
    side: money(expense.amount),
  }),
  unsentRow: (_body, { title }) => ({ title }),
  add: { label: () => b("new_expense"), to: "/expenses/new", may: "books.write" },
  empty: () => b("no_expenses"),
});

export const reason: FieldDef = { name: "reason", label: () => rt("reason"), required: true };

/** Taken back with a reason; what was posted stays, with its mirror beside it. */
export function takeBack<R extends { id: number; reference_no: string; status: string }>(
  path: string,
  may: string,
): Action<R> {
  return {
    label: () => b("take_back"),
    icon: "close",
    look: "quiet",
    may,
    when: ({ status }) => status === "posted",
    say: () => b("take_back_say"),
    ask: () => [reason],
    write: ({ id, reference_no }, answers) => ({
      method: "POST",
      path: `${path}/${id}/reverse`,
      body: answers,
      title: b("name_take_back", { number: reference_no }),
    }),
  };
}

export const detail = detailScreen<Expense>({
  path: "/expenses",
  screen: "/expenses",
  title: (expense) => expense.category_name ? categoryOf(expense) : b("new_expense"),
  status: (expense) => expense.status,
  sections: [
    {
      show: (expense) => (
        <div class="sums">
          {expense.payee && <p class="muted">{expense.payee}</p>}
          <p class="sum">{money(expense.amount)}</p>
        </div>
      ),
    },
    {
      rows: (expense) => [
        [b("day"), expense.date && date(expense.date)],
        [
          b("paid_from"),
          expense.account_name && (
            <a href={`#/accounts/${expense.account_id}`}>
              {accountOf(expense)}
            </a>
          ),
        ],
        [b("reference"), expense.reference && <Code key="no">{expense.reference}</Code>],
        [rt("note"), expense.note],
        [rt("reason"), expense.reversal_reason],
      ],
    },
    photosOf("expense"),
  ],
  actions: [takeBack("/expenses", "books.write")],
});

/** What was paid out of hand: rent, salaries, tea. The bill's picture goes along. */
export const form = formScreen({
  title: () => b("new_expense"),
  path: "/expenses",
  list: "/expenses",
  photosOf: "expense",
  photosKind: "bill",
  prefill: firstMoney,
  name: (body) =>
    b("name_expense", { amount: money(String(body.amount)), what: String(body.payee ?? "") })
      .replace(/[ :]+$/, ""),
  fields: [
    {
      name: "category",
      label: () => b("head"),
      type: "chips",
      from: overheads,
      first: 8,
      required: true,
    },
    { name: "amount", label: () => b("amount"), type: "decimal", required: true },
    {
      name: "account_id",
      label: () => b("paid_from"),
      type: "chips",
      from: moneyById,
      first: 5,
      asNumber: true,
    },
    { name: "payee", label: () => b("payee") },
    { name: "photos", label: () => b("bill"), type: "photos" },
    { name: "date", label: () => b("day"), type: "date", initial: () => dhakaDate() },
    { name: "reference", label: () => b("reference"), hint: () => b("reference_hint") },
    { name: "note", label: () => rt("note") },
  ],
});
