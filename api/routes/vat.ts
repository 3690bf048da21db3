import { z } from "zod";
import { fileReturn } from "../../domain/accountant/file_return.ts";
import { filedReturn, filedReturnDetail, newReturn } from "../../domain/accountant/filed_return.ts";
import {
  filedReturnQuery,
  findFiledReturn,
  listFiledReturns,
} from "../../domain/accountant/find_filed_returns.ts";
import { printQuery } from "../../domain/documents/printing.ts";
import {
  findVatChallan,
  listVatChallans,
  vatChallanQuery,
} from "../../domain/sales/find_vat_challans.ts";
import { issueVatChallan, issueVatCreditNote } from "../../domain/sales/issue_vat_challan.ts";
import { printVatChallan } from "../../domain/sales/print_vat_challan.ts";
import { newChallan, vatChallan } from "../../domain/sales/vat_challan.ts";
import { datedQuery } from "../../domain/settings/dated.ts";
import { listVatRates, setVatRates, vatRates } from "../../domain/settings/vat_rates.ts";
import {
  findWithheldTax,
  listWithheldTaxes,
  withheldTaxQuery,
} from "../../domain/suppliers/find_withheld_taxes.ts";
import { printWithheldTax } from "../../domain/suppliers/print_withheld_tax.ts";
import { withheldTax } from "../../domain/suppliers/withheld_tax.ts";
import { updateWithheldTax, withholdTax } from "../../domain/suppliers/withhold_tax.ts";
import { pdfAnswer } from "../http/file_answer.ts";
import { type Area, get, patch, post } from "../http/route.ts";

const CHALLANS = "/vat-challans";
const RETURNS = "/vat-returns";
const WITHHELD = "/withheld-taxes";
const location = ({ id }: Record<string, unknown>) => `${CHALLANS}/${id}`;

export const vat: Area = {
  name: "VAT",
  says: "Papers of VAT, its rates and registers.",
  routes: [
    post("/invoices/:id/vat-challan", {
      summary: "Issue the tax invoice (Mushak 6.3) of an invoice; again, the one there is",
      may: "invoices.write",
      body: newChallan,
      example: { vehicle: "Truck DM-TA-11-2233" },
      answer: vatChallan.schema,
      creates: true,
      location,
    }, ({ tx, actor, id, body }) => issueVatChallan(tx, actor, id, body)),
    post("/credit-notes/:id/vat-challan", {
      summary: "Issue the credit note of VAT (Mushak 6.7) of a return; again, the one there is",
      may: "invoices.write",
      body: z.object({}),
      example: {},
      answer: vatChallan.schema,
      creates: true,
      location,
    }, ({ tx, actor, id }) => issueVatCreditNote(tx, actor, id)),
    get("/vat-rates", {
      summary: "The rates by which a return of VAT sorts sales and purchases, by day",
      may: "books.read",
      query: datedQuery,
      answer: z.array(vatRates.schema),
    }, ({ wire, query }) => listVatRates(wire, query)),
    post("/vat-rates", {
      summary: "Enter or correct the rates of VAT from a day on",
      may: "settings.write",
      body: vatRates.entry,
      answer: vatRates.schema,
    }, ({ tx, actor, body }) => setVatRates(tx, actor, body)),
    get(CHALLANS, {
      summary: "Papers of VAT that were issued",
      may: "invoices.read",
      query: vatChallanQuery,
      answer: z.array(vatChallan.schema),
    }, ({ wire, query }) => listVatChallans(wire, query)),
    get(`${CHALLANS}/:id`, {
      summary: "One paper of VAT",
      may: "invoices.read",
      answer: vatChallan.schema,
    }, ({ wire, id }) => findVatChallan(wire, id)),
    get(`${CHALLANS}/:id/pdf`, {
      summary: "A paper of VAT to print, in Bangla or English; every printing is counted",
      may: "invoices.read",
      query: printQuery,
      answer: ["application/pdf"],
    }, async ({ db, actor, id, query }) => pdfAnswer(await printVatChallan(db, actor, id, query))),
    get(RETURNS, {
      summary: "Returns of VAT as they were filed",
      may: "books.read",
      query: filedReturnQuery,
      answer: z.array(filedReturn.schema),
    }, ({ wire, query }) => listFiledReturns(wire, query)),
    get(`${RETURNS}/:id`, {
      summary: "A return of VAT as it was filed, and what the books say otherwise by now",
      may: "books.read",
      answer: filedReturnDetail.schema,
    }, ({ db, actor, id }) => findFiledReturn(db, actor, id)),
    post(RETURNS, {
      summary: "Keep the return of VAT of a month as it is filed",
      may: "books.write",
      body: newReturn,
      answer: filedReturnDetail.schema,
      creates: true,
    }, ({ tx, actor, body }) => fileReturn(tx, actor, body)),
    get(WITHHELD, {
      summary: "Tax that we withheld from suppliers",
      may: "costs.read",
      query: withheldTaxQuery,
      answer: z.array(withheldTax.schema),
    }, ({ wire, actor, query }) => listWithheldTaxes(wire, actor, query)),
    post(WITHHELD, {
      summary: "Withhold VAT or income tax from a supplier's bill",
      may: "costs.write",
      body: withheldTax.entry,
      answer: withheldTax.schema,
      creates: true,
    }, ({ tx, actor, body }) => withholdTax(tx, actor, body)),
    get(`${WITHHELD}/:id`, {
      summary: "One tax that was withheld",
      may: "costs.read",
      answer: withheldTax.schema,
    }, ({ wire, actor, id }) => findWithheldTax(wire, actor, id)),
    patch(`${WITHHELD}/:id`, {
      summary: "Say by which challan a withheld tax was paid to the treasury",
      may: "costs.write",
      body: withheldTax.changes,
      answer: withheldTax.schema,
      versionOf: "withheld_taxes",
    }, ({ tx, actor, id, body }) => updateWithheldTax(tx, actor, id, body)),
    get(`${WITHHELD}/:id/pdf`, {
      summary: "The certificate for the supplier (Mushak 6.6 of VAT), in Bangla or English",
      may: "costs.read",
      query: printQuery,
      answer: ["application/pdf"],
    }, async ({ db, actor, id, query }) => pdfAnswer(await printWithheldTax(db, actor, id, query))),
  ],
};
