import type { Route } from "./kit/first.ts";

type Lists = Record<string, Route["work"]>;

/** The lists that lie in one file of screens. */
const within = (load: Route["load"], lists: Lists): Route[] =>
  Object.entries(lists).map(([path, work]) => ({
    path: `/${path}`,
    load,
    work,
  }));

const everyday = () => import("./screens/everyday/everyday.ts");
const staff = () => import("./screens/staff/staff.ts");
const books = () => import("./screens/books/books.ts");

/**
 * The lists of /mobile, a line each, by the file that has their screens; for Work and Home the icon, what
 * one must be allowed, and the roles that have it before the others.
 */
export const staffRoutes: Route[] = [
  ...within(everyday, {
    work: null,
    scan: null,
    search: null,
    queue: null,
    me: null,
  }),
  ...within(() => import("./screens/office/office_me.tsx"), { password: null, totp: null }),
  ...within(staff, {
    receive: ["box", "receive", "receipts.create"],
    shipments: ["ship", "shipments", "shipments.read"],
    "stock-transfers": ["ship", "transfers", "stock.move"],
    products: ["work", "stock", "products.read"],
    receipts: ["paper", "receipts", "receipts.read"],
    "cycle-count": ["check", "cycle_count", "stock.move"],
    discrepancies: ["alert", "claims", "discrepancies.read"],
    claims: null,
  }),
  ...within(everyday, { tasks: ["tasks", "tasks", "tasks.read"] }),
  ...within(staff, {
    rmas: ["repair", "rmas", "rmas.read", "engineer service_manager sales"],
    serials: null,
    "service-tickets": [
      "ticket",
      "tickets",
      "tickets.read",
      "engineer service_manager office_staff",
    ],
    tickets: null,
    customers: ["people", "customers", "customers.read", "sales accounts"],
    invoices: ["paper", "invoices", "invoices.read", "sales accounts"],
    "credit-notes": null,
    payments: ["money", "payments", "payments.read", "accounts"],
    reminders: ["chat", "reminders", "payments.read", "accounts"],
    suppliers: ["ship", "suppliers", "suppliers.read"],
    "supplier-ledger": ["work", "ledger", "costs.read"],
    "lc-tt": ["bank", "lc_tt", "costs.read", "accounts"],
  }),
  ...within(books, {
    accounts: ["bank", "accounts", "books.read"],
    expenses: ["paper", "expenses", "books.read", "accounts"],
    reports: ["chart", "reports", "products.read"],
  }),
];
