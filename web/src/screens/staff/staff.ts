// the words of all screens side by side: alike as they are, they pack into less
import "../../strings/claims.en.ts";
import "../../strings/finance.en.ts";
import "../../strings/receive.en.ts";
import "../../strings/sales.en.ts";
import "../../strings/service.en.ts";
import "../../strings/shipments.en.ts";
import "../../strings/stock.en.ts";
import type { Screens } from "../../kit/mod.ts";
import { moneyById } from "../books/account_choice.ts";
import { fetched } from "../office/fetched.tsx";
import * as claims from "./claims.tsx";
import * as creditNotes from "./credit_notes.tsx";
import * as customers from "./customers.tsx";
import { CycleCount } from "./cycle_count.tsx";
import { InvoiceForm } from "./invoice_form.tsx";
import * as invoices from "./invoices.tsx";
import * as lcTt from "./lc_tt.tsx";
import * as payments from "./payments.tsx";
import * as receipts from "./receipts.tsx";
import * as receive from "./receive.tsx";
import * as rmas from "./rmas.tsx";
import { Passport } from "./serials.tsx";
import * as shipments from "./shipments.tsx";
import * as stock from "./stock.tsx";
import * as ledger from "./supplier_ledger.tsx";
import * as suppliers from "./suppliers.tsx";
import * as ticketForms from "./ticket_forms.tsx";
import * as tickets from "./tickets.tsx";

/** Records that the staff work on. */
export const screens: Screens = {
  "/receive": receive.list,
  "/receive/:id": receive.Receive,
  "/shipments": shipments.list,
  "/shipments/new": fetched((office) => office.newShipment),
  "/shipments/:id": shipments.detail,
  "/shipments/:id/edit": fetched((office) => office.editShipment),
  "/shipments/:id/items/new": fetched((office) => office.newItems),
  "/shipments/:id/items/:item_id/edit": fetched((office) => office.editItem),
  "/shipments/:id/costs/:cost_id/reverse": fetched((office) => office.reverseCost),
  "/shipments/:id/costs/new": shipments.cost,
  "/shipments/:id/containers/new": shipments.container,
  "/products": stock.list,
  "/products/new": fetched((office) => office.newProduct),
  "/products/:id": stock.detail,
  "/products/:id/edit": fetched((office) => office.editProduct),
  "/products/:id/places": fetched((office) => office.PlacesOf),
  "/stock-transfers": fetched((office) => office.transfers),
  "/stock-transfers/new": fetched((office) => office.newTransfer),
  "/stock-transfers/:id": fetched((office) => office.transfer),
  "/receipts": receipts.list,
  "/receipts/:id": receipts.detail,
  "/cycle-count": CycleCount,
  "/discrepancies": claims.list,
  "/discrepancies/new": claims.form,
  "/discrepancies/:id": claims.detail,
  // what labels and the server's links call them
  "/claims": claims.list,
  "/claims/:id": claims.detail,
  "/rmas": rmas.list,
  "/rmas/new": rmas.form,
  "/rmas/consignments": fetched((office) => office.consignments),
  "/rmas/consignments/new": fetched((office) => office.newConsignment),
  "/rmas/consignments/:id": fetched((office) => office.consignment),
  "/rmas/consignments/:id/edit": fetched((office) => office.editConsignment),
  "/rmas/:id": rmas.detail,
  "/serials/:serial": Passport,
  "/service-tickets": tickets.list,
  "/service-tickets/new": tickets.form,
  "/service-tickets/:id": tickets.detail,
  "/service-tickets/:id/close": ticketForms.close,
  "/service-tickets/:id/parts/new": ticketForms.part,
  "/tickets": tickets.list,
  "/tickets/:id": tickets.detail,
  "/customers": customers.list,
  "/customers/new": customers.form,
  "/customers/:id": customers.detail,
  "/customers/:id/edit": customers.edit,
  "/invoices": invoices.list,
  "/invoices/new": InvoiceForm,
  "/invoices/:id": invoices.detail,
  "/invoices/:id/return": fetched((office) => office.returnForm(moneyById)),
  "/credit-notes": creditNotes.list,
  "/credit-notes/:id": creditNotes.detail,
  "/payments": payments.list,
  "/payments/new": payments.form,
  "/payments/:id": payments.detail,
  "/suppliers": suppliers.list,
  "/suppliers/new": fetched((office) => office.newSupplier),
  "/suppliers/:id": suppliers.detail,
  "/suppliers/:id/edit": fetched((office) => office.editSupplier),
  "/supplier-ledger": ledger.list,
  "/supplier-ledger/new": fetched((office) => office.newEntry),
  "/supplier-ledger/:entry_id/reverse": fetched((office) => office.reverseEntry),
  "/lc-tt": lcTt.list,
  "/lc-tt/new": fetched((office) => office.newLc),
  "/lc-tt/:id": lcTt.detail,
  "/lc-tt/:id/edit": fetched((office) => office.editLc),
  "/lc-tt/:id/settlements/new": fetched((office) => office.settlement(moneyById)),
};
