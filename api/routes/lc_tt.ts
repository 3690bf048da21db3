import { z } from "zod";
import { shipmentCost } from "../../domain/imports/shipment_cost.ts";
import { reversal } from "../../domain/journal/reversal.ts";
import { repayLoan, reverseRepayment, takeLoan } from "../../domain/trade_finance/borrow.ts";
import { addCharge, newCharge } from "../../domain/trade_finance/book_charge.ts";
import { changeLcTtStatus, lcTtMove } from "../../domain/trade_finance/change_lc_tt_status.ts";
import { createLcTt } from "../../domain/trade_finance/create_lc_tt.ts";
import { findLcTt, lcTtDetail, settlement } from "../../domain/trade_finance/find_lc_tt.ts";
import { findLoan, listLoans, loanQuery } from "../../domain/trade_finance/find_loans.ts";
import { lcTt } from "../../domain/trade_finance/lc_tt.ts";
import { loan, newLoanPayment } from "../../domain/trade_finance/loan.ts";
import { lcTtQuery, listedLcTt, listLcTt } from "../../domain/trade_finance/list_lc_tt.ts";
import {
  addSettlement,
  listSettlements,
  newSettlement,
  reverseSettlement,
} from "../../domain/trade_finance/settlements.ts";
import { updateLcTt } from "../../domain/trade_finance/update_lc_tt.ts";
import { expenseDetail } from "../../domain/treasury/expense.ts";
import { pathId } from "../http/path_id.ts";
import { type Area, get, patch, post } from "../http/route.ts";

const LOANS = "/lc-loans";

export const lcTts: Area = {
  name: "LC/TT",
  says: "Letters of credit and transfers to suppliers.",
  routes: [
    get("/lc-tt", {
      summary: "LC/TT list with utilisation and alerts",
      may: "costs.read",
      query: lcTtQuery,
      answer: z.array(listedLcTt.schema),
    }, ({ wire, actor, query }) => listLcTt(wire, actor, query)),
    post("/lc-tt", {
      summary: "Create an LC/TT record",
      may: "costs.write",
      body: lcTt.entry,
      answer: lcTtDetail.schema,
      creates: true,
    }, ({ tx, actor, body }) => createLcTt(tx, actor, body)),
    get("/lc-tt/:id", {
      summary: "One LC/TT with shipments, charges, settlements and history",
      may: "costs.read",
      answer: lcTtDetail.schema,
    }, ({ wire, actor, id }) => findLcTt(wire, actor, id)),
    patch("/lc-tt/:id", {
      summary: "Edit an LC/TT that is not closed, or link a further shipment",
      may: "costs.write",
      body: lcTt.changes,
      answer: lcTtDetail.schema,
      versionOf: "lc_tt",
    }, ({ tx, actor, id, body }) => updateLcTt(tx, actor, id, body)),
    patch("/lc-tt/:id/status", {
      summary: "Change the status of an LC/TT, and post its payment to the supplier ledger",
      may: "costs.write",
      body: lcTtMove,
      example: { status: "pi_received", note: "By e-mail" },
      answer: lcTtDetail.schema,
      versionOf: "lc_tt",
    }, ({ tx, actor, id, body }) => changeLcTtStatus(tx, actor, id, body)),
    get("/lc-tt/:id/settlements", {
      summary: "What the bank paid by an LC/TT",
      may: "costs.read",
      answer: z.array(settlement.schema),
    }, ({ db, actor, id }) => listSettlements(db, actor, id)),
    post("/lc-tt/:id/settlements", {
      summary: "Book a payment that the bank made by an LC/TT, from the margin first",
      may: "costs.write",
      body: newSettlement,
      example: { amount: 20, rate: 122.5, note: "First documents" },
      answer: settlement.schema,
      creates: true,
      location: (_data, params) => `/lc-tt/${params.id}/settlements`,
    }, ({ tx, actor, id, body }) => addSettlement(tx, actor, id, body)),
    post(
      "/lc-tt/:id/settlements/:settlement_id/reverse",
      {
        summary: "Take a payment back, with its margin and charges",
        may: "costs.write",
        body: reversal,
        example: { reason: "Discrepant documents" },
        answer: settlement.schema,
      },
      ({ tx, actor, id, params, body }) =>
        reverseSettlement(tx, actor, id, pathId(params, "settlement_id"), body),
    ),
    post(
      "/lc-tt/:id/charges",
      {
        summary: "Book a bank charge, as a cost of a shipment that the LC/TT pays or as an expense",
        may: "costs.write",
        body: newCharge,
        example: { shipment_id: 7, amount: 1500, reference: "TT-CHG-118" },
        answer: z.union([shipmentCost.schema, expenseDetail.schema]),
        creates: true,
        location: (_data, params) => `/lc-tt/${params.id}`,
      },
      ({ tx, actor, id, body }) => addCharge(tx, actor, id, body),
    ),
    post("/lc-tt/:id/loans", {
      summary: "Take a bank's loan (LTR) to retire the documents of an LC",
      may: "books.write",
      body: loan.entry,
      answer: loan.schema,
      creates: true,
      location: ({ id }) => `${LOANS}/${id}`,
    }, ({ tx, actor, id, body }) => takeLoan(tx, actor, id, body)),
    get(LOANS, {
      summary: "Loans of banks for LCs, with the interest due",
      may: "books.read",
      query: loanQuery,
      answer: z.array(loan.schema),
    }, ({ wire, actor, query }) => listLoans(wire, actor, query)),
    get(`${LOANS}/:id`, {
      summary: "One loan with its payments",
      may: "books.read",
      answer: loan.schema,
    }, ({ wire, actor, id }) => findLoan(wire, actor, id)),
    post(`${LOANS}/:id/payments`, {
      summary: "Pay a loan back, in part or whole, with its interest",
      may: "books.write",
      body: newLoanPayment,
      example: { principal: 500, interest: 0, note: "First instalment" },
      answer: loan.schema,
      creates: true,
      location: (_data, params) => `${LOANS}/${params.id}`,
    }, ({ tx, actor, id, body }) => repayLoan(tx, actor, id, body)),
    post(
      `${LOANS}/:id/payments/:payment_id/reverse`,
      {
        summary: "Take a payment of a loan back",
        may: "books.write",
        body: reversal,
        example: { reason: "Of another loan" },
        answer: loan.schema,
      },
      ({ tx, actor, id, params, body }) =>
        reverseRepayment(tx, actor, id, pathId(params, "payment_id"), body),
    ),
  ],
};
