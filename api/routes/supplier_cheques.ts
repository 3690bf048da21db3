import { z } from "zod";
import {
  findIssuedCheque,
  issuedChequeQuery,
  listIssuedCheques,
  listSuppliersCheques,
  suppliersChequeQuery,
} from "../../domain/suppliers/find_issued_cheques.ts";
import { issueCheque } from "../../domain/suppliers/issue_cheque.ts";
import { issuedCheque, issuedChequeMove } from "../../domain/suppliers/issued_cheque.ts";
import { moveIssuedCheque } from "../../domain/suppliers/move_issued_cheque.ts";
import { type Area, get, patch, post } from "../http/route.ts";

const path = "/supplier-cheques";

export const supplierCheques: Area = {
  name: "Cheques to suppliers",
  says: "Cheques given, cleared and bounced.",
  routes: [
    get("/suppliers/:id/cheques", {
      summary: "Our cheques to one supplier",
      may: "costs.read",
      query: suppliersChequeQuery,
      answer: z.array(issuedCheque.schema),
    }, ({ wire, actor, id, query }) => listSuppliersCheques(wire, actor, id, query)),
    post("/suppliers/:id/cheques", {
      summary: "Give a supplier a cheque; it pays when the bank has cleared it",
      may: "costs.write",
      body: issuedCheque.entry,
      answer: issuedCheque.schema,
      creates: true,
      location: (cheque) => `${path}/${cheque.id}`,
    }, ({ tx, actor, id, body }) => issueCheque(tx, actor, id, body)),
    get(path, {
      summary: "Our cheques to suppliers",
      may: "costs.read",
      query: issuedChequeQuery,
      answer: z.array(issuedCheque.schema),
    }, ({ wire, actor, query }) => listIssuedCheques(wire, actor, query)),
    get(`${path}/:id`, {
      summary: "One cheque to a supplier",
      may: "costs.read",
      answer: issuedCheque.schema,
    }, ({ wire, actor, id }) => findIssuedCheque(wire, actor, id)),
    patch(`${path}/:id/cheque`, {
      summary: "Move a cheque of ours on: cleared, bounced, returned",
      may: "costs.write",
      body: issuedChequeMove,
      example: { state: "returned" },
      answer: issuedCheque.schema,
      versionOf: "issued_cheques",
    }, ({ tx, actor, id, body }) => moveIssuedCheque(tx, actor, id, body)),
  ],
};
