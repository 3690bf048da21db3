import { z } from "zod";
import { printQuery } from "../../domain/documents/printing.ts";
import { allocatePayment } from "../../domain/sales/allocate_payment.ts";
import { createInvoice } from "../../domain/sales/create_invoice.ts";
import {
  findInvoice,
  invoiceDetail,
  invoiceQuery,
  listInvoices,
} from "../../domain/sales/find_invoices.ts";
import { invoice, voiding } from "../../domain/sales/invoice.ts";
import { allocation } from "../../domain/sales/payment.ts";
import { printInvoice } from "../../domain/sales/print_invoice.ts";
import { voidInvoice } from "../../domain/sales/void_invoice.ts";
import { pdfAnswer } from "../http/file_answer.ts";
import { type Area, get, post } from "../http/route.ts";

export const invoices: Area = {
  name: "Invoices",
  routes: [
    get("/invoices", {
      summary: "Invoice list",
      may: "invoices.read",
      query: invoiceQuery,
      answer: z.array(invoice.schema),
    }, ({ db, actor, query }) => listInvoices(db, actor, query)),
    get("/invoices/:id", {
      summary: "Invoice details",
      may: "invoices.read",
      answer: invoiceDetail.schema,
    }, ({ db, actor, id }) => findInvoice(db, actor, id)),
    get("/invoices/:id/pdf", {
      summary: "An invoice to print, in English or Bangla",
      may: "invoices.read",
      query: printQuery,
      answer: ["application/pdf"],
    }, async ({ db, actor, id, query }) => pdfAnswer(await printInvoice(db, actor, id, query))),
    post("/invoices", {
      summary: "Create an invoice; posts to stock and to the customer ledger",
      offline: "invoice",
      may: "invoices.write",
      body: invoice.entry,
      answer: invoiceDetail.schema,
      creates: true,
      dryRun: true,
    }, ({ tx, actor, body }) => createInvoice(tx, actor, body)),
    post("/invoices/:id/allocate", {
      summary: "Pay an invoice from money on account",
      may: "payments.write",
      body: allocation,
      example: { payment_id: 12, amount: 10 },
      answer: invoiceDetail.schema,
    }, ({ tx, actor, id, body }) => allocatePayment(tx, actor, id, body)),
    post("/invoices/:id/void", {
      summary: "Void an invoice",
      may: "invoices.write",
      body: voiding,
      example: { reason: "Billed to the wrong customer" },
      answer: invoiceDetail.schema,
    }, ({ tx, actor, id, body }) => voidInvoice(tx, actor, id, body)),
  ],
};
