import type { TokenKeys } from "../../domain/access/token_keys.ts";
import type { Uploads } from "../../domain/uploads/store.ts";
import type { Area } from "../http/route.ts";
import { accounts } from "./accounts.ts";
import { approvals } from "./approvals.ts";
import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { changes } from "./changes.ts";
import { customers } from "./customers.ts";
import { customs } from "./customs.ts";
import { dashboard } from "./dashboard.ts";
import { demurrage } from "./demurrage.ts";
import { discrepancies } from "./discrepancies.ts";
import { expenses } from "./expenses.ts";
import { invoices } from "./invoices.ts";
import { journal } from "./journal.ts";
import { lcTts } from "./lc_tt.ts";
import { payments } from "./payments.ts";
import { phones } from "./phones.ts";
import { products } from "./products.ts";
import { rates } from "./rates.ts";
import { places } from "./places.ts";
import { receipts } from "./receipts.ts";
import { reports } from "./reports.ts";
import { rmas } from "./rmas.ts";
import { search } from "./search.ts";
import { serials } from "./serials.ts";
import { serviceTickets } from "./service_tickets.ts";
import { settings } from "./settings.ts";
import { shipments } from "./shipments.ts";
import { statements } from "./statements.ts";
import { summary } from "./summary.ts";
import { supplierCheques } from "./supplier_cheques.ts";
import { supplierLedger } from "./supplier_ledger.ts";
import { supplierReturns } from "./supplier_returns.ts";
import { suppliers } from "./suppliers.ts";
import { tasks } from "./tasks.ts";
import { uploads } from "./uploads.ts";
import { users } from "./users.ts";
import { vat } from "./vat.ts";
import { webhooks } from "./webhooks.ts";

/** Every area of the API, in the order the documentation shows them. */
export function areas(options: { keys: TokenKeys; uploads: Uploads }): Area[] {
  return [
    auth(options.keys),
    users(options.keys),
    dashboard,
    approvals,
    customers,
    products,
    places,
    tasks,
    serviceTickets,
    suppliers,
    supplierCheques,
    lcTts,
    invoices,
    vat,
    payments,
    accounts,
    journal,
    statements(options.uploads),
    expenses,
    rates,
    uploads(options.uploads),
    summary,
    rmas,
    supplierReturns,
    shipments,
    customs,
    demurrage,
    receipts,
    supplierLedger,
    discrepancies,
    serials,
    search,
    phones,
    changes,
    webhooks,
    audit,
    reports,
    settings,
  ];
}
