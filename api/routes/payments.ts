import { z } from "zod";
import { printQuery } from "../../domain/documents/printing.ts";
import { findPayment, listPayments, paymentQuery } from "../../domain/sales/find_payments.ts";
import { payment, paymentDetail, paymentReversal } from "../../domain/sales/payment.ts";
import { printReceipt } from "../../domain/sales/print_receipt.ts";
import { receivePayment } from "../../domain/sales/receive_payment.ts";
import { reversePayment } from "../../domain/sales/reverse_payment.ts";
import { pdfAnswer } from "../http/file_answer.ts";
import { type Area, get, post } from "../http/route.ts";

export const payments: Area = {
  name: "Payments",
  routes: [
    post("/invoices/receive-payment", {
      summary: "Receive a customer payment",
      offline: "payment",
      may: "payments.write",
      body: payment.entry,
      answer: paymentDetail.schema,
      creates: true,
      location: (payment) => `/payments/${payment.id}`,
      aliases: ["/payments/customer-receipts"],
    }, ({ tx, actor, body }) => receivePayment(tx, actor, body)),
    get("/payments", {
      summary: "Customer payments",
      may: "payments.read",
      query: paymentQuery,
      answer: z.array(payment.schema),
    }, ({ db, actor, query }) => listPayments(db, actor, query)),
    get("/payments/:id", {
      summary: "One payment with what it pays",
      may: "payments.read",
      answer: paymentDetail.schema,
    }, ({ db, actor, id }) => findPayment(db, actor, id)),
    get("/payments/:id/pdf", {
      summary: "The money receipt of a payment to print, in English or Bangla",
      may: "payments.read",
      query: printQuery,
      answer: ["application/pdf"],
    }, async ({ db, actor, id, query }) => pdfAnswer(await printReceipt(db, actor, id, query))),
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
