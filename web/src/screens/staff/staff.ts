// the words of all screens side by side: alike as they are, they pack into less
import "../desk/bring.ts";
import "../../strings/claims.en.ts";
import "../../strings/finance.en.ts";
import "../../strings/receive.en.ts";
import "../../strings/sales.en.ts";
import "../../strings/service.en.ts";
import "../../strings/shipments.en.ts";
import "../../strings/stock.en.ts";
import type { Screens } from "../../kit/mod.ts";
import { elsewhere } from "../office/fetched.tsx";
import * as claims from "./claims.tsx";
import * as customers from "./customers.tsx";
import { InvoiceForm } from "./invoice_form.tsx";
import * as invoices from "./invoices.tsx";
import * as payments from "./payments.tsx";
import * as receipts from "./receipts.tsx";
import * as receive from "./receive.tsx";
import * as rmas from "./rmas.tsx";
import { Passport } from "./serials.tsx";
import * as shipments from "./shipments.tsx";
import * as stock from "./stock.tsx";
import * as suppliers from "./suppliers.tsx";
import * as ticketForms from "./ticket_forms.tsx";
import * as tickets from "./tickets.tsx";

/** Records that the staff work on. */
export const screens: Screens = {
  // words where a record has its id; before those with `:id`
  "/(?<path>((shipments|products|suppliers)/[a-z]|rmas/consignments).*)": elsewhere,
  "/receive": receive.list,
  "/receive/:id": receive.Receive,
  "/shipments": shipments.list,
  "/shipments/:id": shipments.detail,
  "/shipments/:id/costs/new": shipments.cost,
  "/shipments/:id/containers/new": shipments.container,
  "/products": stock.list,
  "/products/:id": stock.detail,
  "/receipts": receipts.list,
  "/receipts/:id": receipts.detail,
  "/discrepancies": claims.list,
  "/discrepancies/new": claims.form,
  "/discrepancies/:id": claims.detail,
  // what labels and the server's links call them
  "/claims": claims.list,
  "/claims/:id": claims.detail,
  "/rmas": rmas.list,
  "/rmas/new": rmas.form,
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
  "/payments": payments.list,
  "/payments/new": payments.form,
  "/payments/:id": payments.detail,
  "/suppliers": suppliers.list,
  "/suppliers/:id": suppliers.detail,
  "/(?<path>.*)": elsewhere,
};
