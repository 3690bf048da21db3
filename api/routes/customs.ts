import { z } from "zod";
import {
  billOfEntry,
  billOfEntryDetail,
  billPosting,
  billReversal,
} from "../../domain/customs/bill_of_entry.ts";
import { customsTariff } from "../../domain/customs/customs_tariff.ts";
import {
  customsTerms,
  listCustomsTerms,
  setCustomsTerms,
} from "../../domain/customs/customs_terms.ts";
import { enterBill, updateBill } from "../../domain/customs/enter_bill.ts";
import { enterCustomsTariff, updateCustomsTariff } from "../../domain/customs/enter_tariff.ts";
import { dutyEstimateAnswer, newEstimate } from "../../domain/customs/estimate.ts";
import { estimateDuty, estimateShipment } from "../../domain/customs/estimate_duty.ts";
import { billQuery, findBill, listBills, listedBill } from "../../domain/customs/find_bills.ts";
import {
  customsTariffQuery,
  findCustomsTariff,
  listCustomsTariffs,
} from "../../domain/customs/find_tariffs.ts";
import { postBill, reverseBill } from "../../domain/customs/post_bill.ts";
import { datedQuery } from "../../domain/settings/dated.ts";
import { type Area, get, post, put } from "../http/route.ts";

const TARIFFS = "/import-logistics/customs-tariffs";
const TERMS = "/import-logistics/customs-terms";
const BILLS = "/import-logistics/bills-of-entry";

export const customs: Area = {
  name: "Customs",
  says: "Customs tariff, terms and bills of entry.",
  routes: [
    get(TARIFFS, {
      summary: "Rates of the customs tariff, by code and day",
      may: "costs.read",
      query: customsTariffQuery,
      answer: z.array(customsTariff.schema),
    }, ({ wire, query }) => listCustomsTariffs(wire, query)),
    post(TARIFFS, {
      summary: "Enter what customs ask of a code, from a day on",
      may: "costs.write",
      body: customsTariff.entry,
      example: { hs_code: "3215.19", valid_from: "2026-07-01", cd_percent: 25, vat_percent: 15 },
      answer: customsTariff.schema,
      creates: true,
    }, ({ tx, actor, body }) => enterCustomsTariff(tx, actor, body)),
    get(`${TARIFFS}/:id`, {
      summary: "One row of the customs tariff",
      may: "costs.read",
      answer: customsTariff.schema,
    }, ({ wire, id }) => findCustomsTariff(wire, id)),
    put(`${TARIFFS}/:id`, {
      summary: "Correct a row of the customs tariff",
      may: "costs.write",
      body: customsTariff.changes,
      answer: customsTariff.schema,
      versionOf: "customs_tariffs",
    }, ({ tx, actor, id, body }) => updateCustomsTariff(tx, actor, id, body)),
    get(TERMS, {
      summary: "What estimates take for granted, and how the firm settles, by day",
      may: "costs.read",
      query: datedQuery,
      answer: z.array(customsTerms.schema),
    }, ({ wire, query }) => listCustomsTerms(wire, query)),
    post(TERMS, {
      summary: "Enter or correct what estimates take for granted from a day on",
      may: "costs.write",
      body: customsTerms.entry,
      answer: customsTerms.schema,
    }, ({ tx, actor, body }) => setCustomsTerms(tx, actor, body)),
    post("/import-logistics/duty-estimates", {
      summary: "What goods would cost at customs and in the warehouse; writes nothing",
      may: "costs.read",
      body: newEstimate,
      example: {
        currency: "USD",
        customs_rate: 121.5,
        lines: [{ hs_code: "3215.19.00", quantity: 240, unit_price: 40 }],
      },
      answer: dutyEstimateAnswer.schema,
    }, ({ tx, actor, body }) => estimateDuty(tx, actor, body)),
    post("/import-logistics/shipments/:id/duty-estimate", {
      summary: "Estimate a shipment's levies, and keep them beside what is assessed",
      may: "costs.write",
      body: newEstimate.omit({ lines: true, currency: true, mode: true }),
      example: { customs_rate: 121.5 },
      answer: dutyEstimateAnswer.schema,
    }, ({ tx, actor, id, body }) => estimateShipment(tx, actor, id, body)),
    get(BILLS, {
      summary: "Bills of entry",
      may: "costs.read",
      query: billQuery,
      answer: z.array(listedBill.schema),
    }, ({ wire, query }) => listBills(wire, query)),
    post(BILLS, {
      summary: "Enter a bill of entry",
      may: "costs.write",
      body: billOfEntry.entry,
      answer: billOfEntryDetail.schema,
      creates: true,
    }, ({ tx, actor, body }) => enterBill(tx, actor, body)),
    get(`${BILLS}/:id`, {
      summary: "One bill of entry with its lines",
      may: "costs.read",
      answer: billOfEntryDetail.schema,
    }, ({ wire, id }) => findBill(wire, id)),
    put(`${BILLS}/:id`, {
      summary: "Correct a bill of entry; once posted, how it was assessed and paid",
      may: "costs.write",
      body: billOfEntry.changes,
      example: { challan_number: "R 88123", challan_date: "2026-03-16" },
      answer: billOfEntryDetail.schema,
      versionOf: "bills_of_entry",
    }, ({ tx, actor, id, body }) => updateBill(tx, actor, id, body)),
    post(`${BILLS}/:id/post`, {
      summary: "Make its levies costs of the shipment, each item bearing its own line's",
      may: "costs.write",
      body: billPosting,
      example: {},
      answer: billOfEntryDetail.schema,
    }, ({ tx, actor, id, body }) => postBill(tx, actor, id, body)),
    post(`${BILLS}/:id/reverse`, {
      summary: "Take a posted bill of entry back, with every cost it made",
      may: "costs.write",
      body: billReversal,
      example: { reason: "wrong shipment" },
      answer: billOfEntryDetail.schema,
    }, ({ tx, actor, id, body }) => reverseBill(tx, actor, id, body)),
  ],
};
