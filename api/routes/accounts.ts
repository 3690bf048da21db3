import { z } from "zod";
import { account } from "../../domain/journal/account.ts";
import { bookMeta, listAccountEntries } from "../../domain/journal/account_book.ts";
import { reverseOpening } from "../../domain/journal/account_opening.ts";
import { createAccount } from "../../domain/journal/create_account.ts";
import { accountEntry } from "../../domain/journal/entry.ts";
import { accountQuery, findAccount, listAccounts } from "../../domain/journal/find_accounts.ts";
import { bookQuery } from "../../domain/journal/find_entries.ts";
import { reversal } from "../../domain/journal/reversal.ts";
import { updateAccount } from "../../domain/journal/update_account.ts";
import { type Area, get, post, put } from "../http/route.ts";

export const accounts: Area = {
  name: "Accounts",
  says: "The chart of accounts, their books and opening balances.",
  routes: [
    get("/accounts", {
      summary: "The chart of accounts with what stands on each",
      may: "books.read",
      query: accountQuery,
      answer: z.array(account.schema),
    }, ({ wire, query }) => listAccounts(wire, query)),
    get("/accounts/:id", {
      summary: "One account",
      may: "books.read",
      query: accountQuery.pick({ as_of: true }),
      answer: account.schema,
    }, ({ wire, id, query }) => findAccount(wire, id, query.as_of)),
    get("/accounts/:id/entries", {
      summary: "The book of one account, with running balances",
      may: "books.read",
      query: bookQuery,
      answer: z.array(accountEntry.schema),
      meta: bookMeta,
    }, ({ wire, id, query }) => listAccountEntries(wire, id, query)),
    post("/accounts", {
      summary: "Add an account of money, expense or income",
      may: "books.write",
      body: account.entry,
      example: {
        name: "City Bank, Dhanmondi",
        name_bn: "সিটি ব্যাংক, ধানমন্ডি",
        kind: "money",
        money_type: "bank",
        opening_balance: 850000,
        opening_balance_date: "2026-01-01",
      },
      answer: account.schema,
      creates: true,
    }, ({ tx, actor, body }) => createAccount(tx, actor, body)),
    put("/accounts/:id", {
      summary: "Change an account's number, names, notes, or whether it may be chosen",
      may: "books.write",
      body: account.changes,
      example: { name: "City Bank, Gulshan", notes: "A/C 1101-22-33445", active: true },
      answer: account.schema,
      versionOf: "accounts",
    }, ({ tx, actor, id, body }) => updateAccount(tx, actor, id, body)),
    post("/accounts/:id/opening-balance/reverse", {
      summary: "Take the opening balance of a money account back",
      may: "books.write",
      body: reversal,
      example: { reason: "Read from the wrong page of the bank book" },
      answer: account.schema,
    }, ({ tx, actor, id, body }) => reverseOpening(tx, actor, id, body)),
  ],
};
