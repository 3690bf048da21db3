import { z } from "zod";
import { reversal } from "../../domain/journal/reversal.ts";
import { expense, expenseDetail } from "../../domain/treasury/expense.ts";
import {
  expenseQuery,
  findExpense,
  listedExpense,
  listExpenses,
} from "../../domain/treasury/find_expenses.ts";
import {
  findTransfer,
  listTransfers,
  transferQuery,
} from "../../domain/treasury/find_transfers.ts";
import { reverseDocument } from "../../domain/treasury/reverse_document.ts";
import { spendMoney } from "../../domain/treasury/spend_money.ts";
import { transfer } from "../../domain/treasury/transfer.ts";
import { transferMoney } from "../../domain/treasury/transfer_money.ts";
import { type Area, get, post } from "../http/route.ts";

export const expenses: Area = {
  name: "Transfers and expenses",
  says: "Money moved between own accounts, and spent.",
  routes: [
    get("/accounts/transfers", {
      summary: "Money moved between accounts",
      may: "books.read",
      query: transferQuery,
      answer: z.array(transfer.schema),
    }, ({ wire, query }) => listTransfers(wire, query)),
    get("/accounts/transfers/:id", {
      summary: "One transfer",
      may: "books.read",
      answer: transfer.schema,
    }, ({ wire, id }) => findTransfer(wire, id)),
    post("/accounts/transfers", {
      summary: "Move money between accounts, or the owner's in or out (3200)",
      may: "books.write",
      body: transfer.entry,
      example: ["from", "to", "amount", "date", "note"],
      answer: transfer.schema,
      creates: true,
    }, ({ tx, actor, body }) => transferMoney(tx, actor, body)),
    post("/accounts/transfers/:id/reverse", {
      summary: "Take a transfer back",
      may: "books.write",
      body: reversal,
      example: { reason: "Sent to the wrong account" },
      answer: transfer.schema,
    }, async ({ tx, actor, id, body }) => {
      await reverseDocument(tx, actor, "transfer", id, body);
      return await findTransfer(tx, id);
    }),
    get("/expenses", {
      summary: "What was spent on rent, salaries and the like",
      may: "books.read",
      query: expenseQuery,
      answer: z.array(listedExpense.schema),
    }, ({ wire, actor, query }) => listExpenses(wire, actor, query)),
    get("/expenses/:id", {
      summary: "One expense with its files",
      may: "books.read",
      answer: expenseDetail.schema,
    }, ({ wire, actor, id }) => findExpense(wire, actor, id)),
    post("/expenses", {
      summary: "Enter what was spent from a money account",
      refuses: ["not_found"],
      may: "books.write",
      body: expense.entry,
      example: ["category", "amount", "date", "payee", "note"],
      answer: expenseDetail.schema,
      creates: true,
    }, ({ tx, actor, body }) => spendMoney(tx, actor, body)),
    post("/expenses/:id/reverse", {
      summary: "Take an expense back",
      may: "books.write",
      body: reversal,
      example: { reason: "Entered twice" },
      answer: expenseDetail.schema,
    }, async ({ tx, actor, id, body }) => {
      await reverseDocument(tx, actor, "expense", id, body);
      return await findExpense(tx, actor, id);
    }),
  ],
};
