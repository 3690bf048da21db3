import { z } from "zod";
import { printQuery } from "../../domain/documents/printing.ts";
import {
  findSupplierReturn,
  listSupplierReturns,
  supplierReturnQuery,
} from "../../domain/warranty/find_supplier_returns.ts";
import { printSupplierReturn } from "../../domain/warranty/print_supplier_return.ts";
import { sendReturn, updateReturn } from "../../domain/warranty/send_return.ts";
import { settleReturn } from "../../domain/warranty/settle_return.ts";
import { returnOutcome, supplierReturn } from "../../domain/warranty/supplier_return.ts";
import { pdfAnswer } from "../http/file_answer.ts";
import { type Area, get, patch, post } from "../http/route.ts";

const RETURNS = "/import-logistics/supplier-returns";

export const supplierReturns: Area = {
  name: "Supplier returns",
  says: "Faulty pieces that go to a supplier together, and what came back of each.",
  routes: [
    get(RETURNS, {
      summary: "Consignments to suppliers",
      may: "rmas.read",
      query: supplierReturnQuery,
      answer: z.array(supplierReturn.schema),
    }, ({ wire, actor, query }) => listSupplierReturns(wire, actor, query)),
    get(`${RETURNS}/:id`, {
      summary: "A consignment with its pieces",
      may: "rmas.read",
      answer: supplierReturn.schema,
    }, ({ wire, actor, id }) => findSupplierReturn(wire, actor, id)),
    get(
      `${RETURNS}/:id/pdf`,
      {
        summary: "The packing list of a consignment, in Bangla or English",
        may: "rmas.read",
        query: printQuery,
        answer: ["application/pdf"],
      },
      async ({ db, actor, id, query }) =>
        pdfAnswer(await printSupplierReturn(db, actor, id, query)),
    ),
    post(RETURNS, {
      summary: "Send the pieces of several cases to their supplier",
      may: "rmas.status",
      body: supplierReturn.entry,
      asks: "supplier_return.send",
      answer: supplierReturn.schema,
      creates: true,
    }, ({ tx, actor, body }) => sendReturn(tx, actor, body)),
    patch(`${RETURNS}/:id`, {
      summary: "Correct courier, airway bill and the supplier's number",
      may: "rmas.status",
      body: supplierReturn.changes,
      answer: supplierReturn.schema,
      versionOf: "supplier_returns",
    }, ({ tx, actor, id, body }) => updateReturn(tx, actor, id, body)),
    post(`${RETURNS}/:id/outcomes`, {
      summary: "What came of pieces: repaired, replaced, credited, refused, lost",
      may: "rmas.status",
      body: returnOutcome,
      answer: supplierReturn.schema,
    }, ({ tx, actor, id, body }) => settleReturn(tx, actor, id, body)),
  ],
};
