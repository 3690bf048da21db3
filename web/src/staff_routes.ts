import type { Route } from "./kit/first.ts";

const everyday = () => import("./screens/everyday.ts");
const staff = () => import("./screens/staff.ts");

/**
 * The lists of /mobile, a line each: the file that has its screens, and for Work and Home the icon, what
 * one must be allowed, and the roles that have it before the others.
 */
export const staffRoutes: Route[] = [
  { path: "/work", load: everyday },
  { path: "/scan", load: everyday },
  { path: "/search", load: everyday },
  { path: "/queue", load: everyday },
  { path: "/me", load: everyday },
  { path: "/password", load: everyday },
  { path: "/receive", load: staff, work: ["box", "receive", "receipts.create"] },
  { path: "/shipments", load: staff, work: ["ship", "shipments", "shipments.read"] },
  { path: "/products", load: staff, work: ["work", "stock", "products.read"] },
  { path: "/receipts", load: staff, work: ["paper", "receipts", "receipts.read"] },
  { path: "/cycle-count", load: staff, work: ["check", "cycle_count", "stock.move"] },
  { path: "/discrepancies", load: staff, work: ["alert", "claims", "discrepancies.read"] },
  { path: "/claims", load: staff },
  { path: "/tasks", load: everyday, work: ["tasks", "tasks", "tasks.read"] },
  {
    path: "/rmas",
    load: staff,
    work: ["repair", "rmas", "rmas.read", "engineer service_manager sales"],
  },
  { path: "/serials", load: staff },
  {
    path: "/service-tickets",
    load: staff,
    work: ["ticket", "tickets", "tickets.read", "engineer service_manager office_staff"],
  },
  { path: "/tickets", load: staff },
  {
    path: "/customers",
    load: staff,
    work: ["people", "customers", "customers.read", "sales accounts"],
  },
  {
    path: "/invoices",
    load: staff,
    work: ["paper", "invoices", "invoices.read", "sales accounts"],
  },
  { path: "/payments", load: staff, work: ["money", "payments", "payments.read", "accounts"] },
  { path: "/suppliers", load: staff, work: ["ship", "suppliers", "suppliers.read"] },
  { path: "/supplier-ledger", load: staff, work: ["work", "ledger", "costs.read"] },
  { path: "/lc-tt", load: staff, work: ["bank", "lc_tt", "costs.read", "accounts"] },
];
