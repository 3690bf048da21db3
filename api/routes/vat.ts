import { z } from "zod";
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
import { pdfAnswer } from "../http/file_answer.ts";
import { type Area, get, post } from "../http/route.ts";

const CHALLANS = "/vat-challans";
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
  ],
};
