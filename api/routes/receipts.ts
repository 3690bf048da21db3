import { z } from "zod";
import { approval, approveReceipt } from "../../domain/imports/receipts/approve_receipt.ts";
import { cancellation, cancelReceipt } from "../../domain/imports/receipts/cancel_receipt.ts";
import { createReceipt } from "../../domain/imports/receipts/create_receipt.ts";
import {
  findReceipt,
  listedReceipt,
  listReceipts,
  receiptQuery,
} from "../../domain/imports/receipts/find_receipts.ts";
import { posting, postReceipt } from "../../domain/imports/receipts/post_receipt.ts";
import { newReceipt, postedReceipt, receiptDetail } from "../../domain/imports/receipts/receipt.ts";
import { reversal, reverseReceipt } from "../../domain/imports/receipts/reverse_receipt.ts";
import { type Area, get, patch, post } from "../http/route.ts";

const path = "/import-logistics/receipts";

export const receipts: Area = {
  name: "Import receipts",
  says: "Goods counted, approved and posted to stock at landed cost.",
  routes: [
    get(path, {
      summary: "List receipts",
      may: "receipts.read",
      query: receiptQuery,
      answer: z.array(listedReceipt.schema),
      aliases: ["/warehouse/receiving"],
    }, ({ wire, actor, query }) => listReceipts(wire, actor, query)),
    post(path, {
      summary: "Create a receipt",
      offline: "receipt",
      may: "receipts.create",
      body: newReceipt,
      answer: receiptDetail.schema,
      creates: true,
    }, ({ tx, wire, actor, body }) => createReceipt(tx, actor, body, wire)),
    get(`${path}/:id`, {
      summary: "One receipt",
      may: "receipts.read",
      answer: receiptDetail.schema,
    }, ({ wire, actor, id }) => findReceipt(wire, actor, id)),
    patch(`${path}/:id/approve`, {
      summary: "Approve a receipt",
      offline: "receipt_approval",
      may: "receipts.approve",
      body: approval,
      example: { note: "Counted again by Karim" },
      answer: receiptDetail.schema,
      dryRun: true,
      versionOf: "receipts",
    }, ({ tx, wire, actor, id, body }) => approveReceipt(tx, actor, id, body, wire)),
    post(`${path}/:id/post-stock`, {
      summary: "Post a receipt to stock",
      offline: "receipt_posting",
      may: "receipts.post",
      body: posting,
      example: {},
      answer: postedReceipt,
      dryRun: true,
      versionOf: "receipts",
    }, ({ tx, wire, actor, id, body }) => postReceipt(tx, actor, id, body, wire)),
    post(`${path}/:id/reverse`, {
      summary: "Reverse a posted receipt",
      may: "receipts.approve",
      body: reversal,
      example: { reason: "Counted the wrong shipment" },
      answer: receiptDetail.schema,
      creates: true,
      location: ({ id }) => `${path}/${id}`,
      versionOf: "receipts",
    }, ({ tx, actor, id, body }) => reverseReceipt(tx, actor, id, body)),
    patch(`${path}/:id/cancel`, {
      summary: "Cancel a receipt that is not posted",
      may: "receipts.create",
      body: cancellation,
      example: { reason: "Counted twice" },
      answer: receiptDetail.schema,
      versionOf: "receipts",
    }, ({ tx, actor, id, body }) => cancelReceipt(tx, actor, id, body)),
  ],
};
