import { z } from "zod";
import { printQuery } from "../../domain/documents/printing.ts";
import { allocatePayment, allocation } from "../../domain/sales/allocate_payment.ts";
import { createInvoice } from "../../domain/sales/create_invoice.ts";
import {
  findInvoice,
  invoiceDetail,
  invoiceQuery,
  listedInvoice,
  listInvoices,
} from "../../domain/sales/find_invoices.ts";
import { invoice, voiding } from "../../domain/sales/invoice.ts";
import { creditNote, newReturn } from "../../domain/sales/credit_note.ts";
import {
  creditNoteQuery,
  findCreditNote,
  listCreditNotes,
} from "../../domain/sales/find_credit_notes.ts";
import { reversal } from "../../domain/journal/reversal.ts";
import { returnGoods } from "../../domain/sales/return_goods.ts";
import { reverseReturn } from "../../domain/sales/reverse_return.ts";
import { printInvoice } from "../../domain/sales/print_invoice.ts";
import { voidInvoice } from "../../domain/sales/void_invoice.ts";
import { printCreditNote, printDelivery } from "../../domain/sales/print_goods.ts";
import { pdfAnswer } from "../http/file_answer.ts";
import { type Area, get, post } from "../http/route.ts";

export const invoices: Area = {
  name: "Invoices",
  says: "Sales, returns and credit notes.",
  routes: [
    get("/invoices", {
      summary: "Invoice list",
      may: "invoices.read",
      query: invoiceQuery,
      answer: z.array(listedInvoice.schema),
    }, ({ wire, actor, query }) => listInvoices(wire, actor, query)),
    get("/invoices/:id", {
      summary: "Invoice details",
      may: "invoices.read",
      answer: invoiceDetail.schema,
    }, ({ wire, actor, id }) => findInvoice(wire, actor, id)),
    get("/invoices/:id/pdf", {
      summary: "An invoice to print, in English or Bangla",
      may: "invoices.read",
      query: printQuery,
      answer: ["application/pdf"],
    }, async ({ db, actor, id, query }) => pdfAnswer(await printInvoice(db, actor, id, query))),
    get("/invoices/:id/delivery-challan", {
      summary: "The challan that goes with the goods of an invoice, without prices, as a PDF",
      may: "invoices.read",
      query: printQuery,
      answer: ["application/pdf"],
    }, async ({ db, id, query }) => pdfAnswer(await printDelivery(db, id, query))),
    post("/invoices", {
      summary: "Create an invoice; posts to stock and to the customer ledger",
      offline: "invoice",
      may: "invoices.write",
      body: invoice.entry,
      asks: "invoice.create",
      example: {
        customer_id: 12,
        items: [{ product_id: 5, quantity: 2, unit_price: 1250 }],
        discount: 500,
        vat_percent: 5,
        notes: "Warranty as per card.",
        payment: { amount: 1000, method: "cash" },
      },
      answer: invoiceDetail.schema,
      creates: true,
      dryRun: true,
    }, ({ tx, wire, actor, body }) => createInvoice(tx, actor, body, { answer: wire })),
    post("/invoices/:id/allocate", {
      summary: "Pay an invoice from money on account",
      may: "payments.write",
      body: allocation,
      example: { payment_id: 12, amount: 10 },
      answer: invoiceDetail.schema,
    }, ({ tx, actor, id, body }) => allocatePayment(tx, actor, id, body)),
    post("/invoices/:id/returns", {
      summary: "Take goods of an invoice back and make a credit note",
      may: "invoices.write",
      body: newReturn,
      asks: "invoice.return",
      example: { items: [{ line: 1, quantity: 1 }], reason: "Wrong colour" },
      answer: creditNote.schema,
      creates: true,
      location: (note) => `/credit-notes/${note.id}`,
    }, ({ tx, actor, id, body }) => returnGoods(tx, actor, id, body)),
    get("/credit-notes", {
      summary: "Credit notes: goods that came back",
      may: "invoices.read",
      query: creditNoteQuery,
      answer: z.array(creditNote.schema),
    }, ({ wire, actor, query }) => listCreditNotes(wire, actor, query)),
    get("/credit-notes/:id", {
      summary: "One credit note",
      may: "invoices.read",
      answer: creditNote.schema,
    }, ({ wire, actor, id }) => findCreditNote(wire, actor, id)),
    get("/credit-notes/:id/pdf", {
      summary: "The credit note of a return as a PDF, in Bangla or English",
      may: "invoices.read",
      query: printQuery,
      answer: ["application/pdf"],
    }, async ({ db, actor, id, query }) => pdfAnswer(await printCreditNote(db, actor, id, query))),
    post("/credit-notes/:id/reverse", {
      summary: "Take a return back, its refund too",
      may: "invoices.write",
      body: reversal,
      example: { reason: "Entered twice" },
      answer: creditNote.schema,
    }, ({ tx, actor, id, body }) => reverseReturn(tx, actor, id, body)),
    post("/invoices/:id/void", {
      summary: "Void an invoice",
      may: "invoices.write",
      body: voiding,
      asks: "invoice.void",
      example: { reason: "Billed to the wrong customer" },
      answer: invoiceDetail.schema,
    }, ({ tx, actor, id, body }) => voidInvoice(tx, actor, id, body)),
  ],
};
