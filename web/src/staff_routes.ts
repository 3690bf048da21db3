import type { Route } from "./frame.ts";

const me = () => import("./screens/me.tsx");
const customers = () => import("./screens/staff/customers.tsx");
const invoices = () => import("./screens/staff/invoices.tsx");
const payments = () => import("./screens/staff/payments.tsx");
const suppliers = () => import("./screens/staff/suppliers.tsx");
const ledger = () => import("./screens/staff/supplier_ledger.tsx");
const lcTt = () => import("./screens/staff/lc_tt.tsx");
const rmas = () => import("./screens/staff/rmas.tsx");
const tickets = () => import("./screens/staff/tickets.tsx");
const ticketForms = () => import("./screens/staff/ticket_forms.tsx");
const shipments = () => import("./screens/staff/shipments.tsx");
const receive = () => import("./screens/staff/receive.tsx");
const receipts = () => import("./screens/staff/receipts.tsx");
const stock = () => import("./screens/staff/stock.tsx");
const claims = () => import("./screens/staff/claims.tsx");
const tasks = () => import("./screens/staff/tasks.tsx");

/** The screens of /mobile, a line each; the first that fits is taken. Home is in staff.tsx. */
export const staffRoutes: Route[] = [
  { path: "/work", load: () => import("./screens/work.tsx").then((m) => m.Work) },
  { path: "/scan", load: () => import("./screens/scan.tsx").then((m) => m.Scan) },
  { path: "/search", load: () => import("./screens/search.tsx").then((m) => m.Search) },
  { path: "/queue", load: () => import("./screens/queue.tsx").then((m) => m.Queue) },
  { path: "/me", load: () => me().then((m) => m.Me) },
  { path: "/password", load: () => me().then((m) => m.Password) },
  {
    path: "/receive",
    load: () => receive().then((m) => m.list),
    work: { icon: "box", word: "receive", may: "receipts.create" },
  },
  { path: "/receive/:id", load: () => receive().then((m) => m.Receive) },
  {
    path: "/shipments",
    load: () => shipments().then((m) => m.list),
    work: { icon: "ship", word: "shipments", may: "shipments.read" },
  },
  { path: "/shipments/:id", load: () => shipments().then((m) => m.detail) },
  { path: "/shipments/:id/costs/new", load: () => shipments().then((m) => m.cost) },
  { path: "/shipments/:id/containers/new", load: () => shipments().then((m) => m.container) },
  {
    path: "/products",
    load: () => stock().then((m) => m.list),
    work: { icon: "work", word: "stock", may: "products.read" },
  },
  { path: "/products/:id", load: () => stock().then((m) => m.detail) },
  {
    path: "/receipts",
    load: () => receipts().then((m) => m.list),
    work: { icon: "paper", word: "receipts", may: "receipts.read" },
  },
  { path: "/receipts/:id", load: () => receipts().then((m) => m.detail) },
  {
    path: "/cycle-count",
    load: () => import("./screens/staff/cycle_count.tsx").then((m) => m.CycleCount),
    work: { icon: "check", word: "cycle_count", may: "stock.move" },
  },
  {
    path: "/discrepancies",
    load: () => claims().then((m) => m.list),
    work: { icon: "alert", word: "claims", may: "discrepancies.read" },
  },
  { path: "/discrepancies/new", load: () => claims().then((m) => m.form) },
  { path: "/discrepancies/:id", load: () => claims().then((m) => m.detail) },
  // what labels and the server's links call them
  { path: "/claims", load: () => claims().then((m) => m.list) },
  { path: "/claims/:id", load: () => claims().then((m) => m.detail) },
  {
    path: "/tasks",
    load: () => tasks().then((m) => m.list),
    work: { icon: "tasks", word: "tasks", may: "tasks.read" },
  },
  { path: "/tasks/new", load: () => tasks().then((m) => m.form) },
  { path: "/tasks/:id", load: () => tasks().then((m) => m.detail) },
  { path: "/tasks/:id/edit", load: () => tasks().then((m) => m.edit) },
  {
    path: "/rmas",
    load: () => rmas().then((m) => m.list),
    work: {
      icon: "repair",
      word: "rmas",
      may: "rmas.read",
      first: "engineer service_manager sales",
    },
  },
  { path: "/rmas/new", load: () => rmas().then((m) => m.form) },
  { path: "/rmas/:id", load: () => rmas().then((m) => m.detail) },
  {
    path: "/serials/:serial",
    load: () => import("./screens/staff/serials.tsx").then((m) => m.Passport),
  },
  {
    path: "/service-tickets",
    load: () => tickets().then((m) => m.list),
    work: {
      icon: "ticket",
      word: "tickets",
      may: "tickets.read",
      first: "engineer service_manager office_staff",
    },
  },
  { path: "/service-tickets/new", load: () => tickets().then((m) => m.form) },
  { path: "/service-tickets/:id", load: () => tickets().then((m) => m.detail) },
  { path: "/tickets", load: () => tickets().then((m) => m.list) },
  { path: "/tickets/:id", load: () => tickets().then((m) => m.detail) },
  { path: "/service-tickets/:id/close", load: () => ticketForms().then((m) => m.close) },
  { path: "/service-tickets/:id/parts/new", load: () => ticketForms().then((m) => m.part) },
  {
    path: "/customers",
    load: () => customers().then((m) => m.list),
    work: { icon: "people", word: "customers", may: "customers.read", first: "sales accounts" },
  },
  { path: "/customers/new", load: () => customers().then((m) => m.form) },
  { path: "/customers/:id", load: () => customers().then((m) => m.detail) },
  {
    path: "/invoices",
    load: () => invoices().then((m) => m.list),
    work: { icon: "paper", word: "invoices", may: "invoices.read", first: "sales accounts" },
  },
  {
    path: "/invoices/new",
    load: () => import("./screens/staff/invoice_form.tsx").then((m) => m.InvoiceForm),
  },
  { path: "/invoices/:id", load: () => invoices().then((m) => m.detail) },
  {
    path: "/payments",
    load: () => payments().then((m) => m.list),
    work: { icon: "money", word: "payments", may: "payments.read", first: "accounts" },
  },
  { path: "/payments/new", load: () => payments().then((m) => m.form) },
  { path: "/payments/:id", load: () => payments().then((m) => m.detail) },
  {
    path: "/suppliers",
    load: () => suppliers().then((m) => m.list),
    work: { icon: "ship", word: "suppliers", may: "suppliers.read" },
  },
  { path: "/suppliers/:id", load: () => suppliers().then((m) => m.detail) },
  {
    path: "/supplier-ledger",
    load: () => ledger().then((m) => m.Ledger),
    work: { icon: "work", word: "ledger", may: "costs.read" },
  },
  { path: "/supplier-ledger/new", load: () => ledger().then((m) => m.form) },
  {
    path: "/lc-tt",
    load: () => lcTt().then((m) => m.list),
    work: { icon: "bank", word: "lc_tt", may: "costs.read", first: "accounts" },
  },
  { path: "/lc-tt/:id", load: () => lcTt().then((m) => m.detail) },
];
