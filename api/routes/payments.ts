import { z } from "zod";
import { printQuery } from "../../domain/documents/printing.ts";
import { reversal } from "../../domain/journal/reversal.ts";
import {
  findPayment,
  listedPayment,
  listPayments,
  paymentQuery,
} from "../../domain/sales/find_payments.ts";
import { payment, paymentDetail, paymentReversal } from "../../domain/sales/payment.ts";
import { printReceipt } from "../../domain/sales/print_receipt.ts";
import { chequeMove, moveCheque } from "../../domain/sales/move_cheque.ts";
import { refund, refundPayment } from "../../domain/sales/refund_payment.ts";
import {
  certificateChanges,
  certificateQuery,
  findCertificate,
  listCertificates,
  moveCertificate,
  newCertificate,
  receiveCertificate,
} from "../../domain/sales/tax_certificates.ts";
import { receivePayment } from "../../domain/sales/receive_payment.ts";
import { reversePayment } from "../../domain/sales/reverse_payment.ts";
import { reverseRefund } from "../../domain/sales/reverse_refund.ts";
import { pdfAnswer } from "../http/file_answer.ts";
import { pathId } from "../http/path_id.ts";
import { type Area, get, patch, post } from "../http/route.ts";

export const payments: Area = {
  name: "Payments",
  says: "Money from customers, cheques and tax certificates.",
  routes: [
    post("/invoices/receive-payment", {
      summary: "Receive a customer payment",
      offline: "payment",
      may: "payments.write",
      body: payment.entry,
      example: {
        customer_id: 12,
        amount: 8000,
        method: "cash",
        note: "Brought by his driver",
        allocations: [{ invoice_id: 41, amount: 5000 }],
      },
      answer: paymentDetail.schema,
      creates: true,
      location: (payment) => `/payments/${payment.id}`,
      aliases: ["/payments/customer-receipts"],
    }, ({ tx, wire, actor, body }) => receivePayment(tx, actor, body, wire)),
    get("/payments", {
      summary: "Customer payments",
      may: "payments.read",
      query: paymentQuery,
      answer: z.array(listedPayment.schema),
    }, ({ wire, actor, query }) => listPayments(wire, actor, query)),
    get("/payments/:id", {
      summary: "One payment with what it pays",
      may: "payments.read",
      answer: paymentDetail.schema,
    }, ({ wire, actor, id }) => findPayment(wire, actor, id)),
    get("/payments/:id/pdf", {
      summary: "The money receipt of a payment to print, in English or Bangla",
      may: "payments.read",
      query: printQuery,
      answer: ["application/pdf"],
    }, async ({ db, actor, id, query }) => pdfAnswer(await printReceipt(db, actor, id, query))),
    post("/payments/:id/refund", {
      summary: "Give back what of a payment is on account",
      may: "payments.write",
      body: refund,
      example: { amount: 1, reason: "Paid twice" },
      answer: paymentDetail.schema,
    }, ({ tx, actor, id, body }) => refundPayment(tx, actor, id, body)),
    post(
      "/payments/:id/refunds/:refund_id/reverse",
      {
        summary: "Take a refund back that did not go out after all",
        may: "payments.write",
        body: reversal,
        example: { reason: "The transfer came back" },
        answer: paymentDetail.schema,
      },
      ({ tx, actor, id, params, body }) =>
        reverseRefund(tx, actor, id, pathId(params, "refund_id"), body),
    ),
    patch("/payments/:id/cheque", {
      summary: "Move a cheque on: deposited, cleared, bounced, returned",
      may: "payments.write",
      body: chequeMove,
      example: { state: "cleared" },
      answer: paymentDetail.schema,
      versionOf: "payments",
    }, ({ tx, actor, id, body }) => moveCheque(tx, actor, id, body)),
    get("/tax-certificates", {
      summary: "Certificates of tax that customers withheld",
      may: "payments.read",
      query: certificateQuery,
      answer: z.array(listedPayment.schema),
    }, ({ wire, actor, query }) => listCertificates(wire, actor, query)),
    get("/tax-certificates/:id", {
      summary: "One tax certificate with what it pays",
      may: "payments.read",
      answer: paymentDetail.schema,
    }, ({ db, actor, id }) => findCertificate(db, actor, id)),
    post("/tax-certificates", {
      summary: "Receive a certificate of tax that a customer withheld (TDS, VDS)",
      may: "payments.write",
      body: newCertificate,
      example: {
        customer_id: 12,
        kind: "tds",
        certificate_number: "TDS-2026-118",
        certificate_date: "2026-03-31",
        base: 100,
        rate: 5,
        amount: 5,
      },
      answer: paymentDetail.schema,
      creates: true,
      location: (payment) => `/tax-certificates/${payment.id}`,
    }, ({ tx, actor, body }) => receiveCertificate(tx, actor, body)),
    patch("/tax-certificates/:id", {
      summary: "Say how far a tax certificate is: awaited, received, claimed",
      may: "payments.write",
      body: certificateChanges,
      example: { state: "claimed" },
      answer: paymentDetail.schema,
      versionOf: "payments",
    }, ({ tx, actor, id, body }) => moveCertificate(tx, actor, id, body)),
    post("/tax-certificates/:id/reverse", {
      summary: "Take a tax certificate back",
      may: "payments.write",
      body: paymentReversal,
      example: { reason: "Entered twice" },
      answer: paymentDetail.schema,
    }, ({ tx, actor, id, body }) => reversePayment(tx, actor, id, body)),
    post("/payments/:id/reverse", {
      summary: "Reverse a payment, such as a bounced cheque",
      may: "payments.write",
      body: paymentReversal,
      example: { reason: "The cheque was not honoured" },
      answer: paymentDetail.schema,
      creates: true,
      location: (payment) => `/payments/${payment.id}`,
    }, ({ tx, actor, id, body }) => reversePayment(tx, actor, id, body)),
  ],
};
