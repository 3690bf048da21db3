import { z } from "zod";
import { createDiscrepancy } from "../../domain/claims/create_discrepancy.ts";
import {
  discrepancy,
  discrepancyDetail,
  resolutionInput,
} from "../../domain/claims/discrepancy.ts";
import {
  discrepancyQuery,
  findDiscrepancy,
  listDiscrepancies,
  listedDiscrepancy,
} from "../../domain/claims/find_discrepancies.ts";
import {
  cancelDiscrepancy,
  cancellation,
  submission,
  submitDiscrepancy,
} from "../../domain/claims/move_discrepancy.ts";
import { resolveDiscrepancy } from "../../domain/claims/resolve_discrepancy.ts";
import { type Area, get, patch, post } from "../http/route.ts";

const path = "/import-logistics/discrepancies";

export const discrepancies: Area = {
  name: "Discrepancies and claims",
  says: "What a shipment did not bring as it should, and what was claimed for it.",
  routes: [
    get(path, {
      summary: "List discrepancies",
      may: "discrepancies.read",
      query: discrepancyQuery,
      answer: z.array(listedDiscrepancy.schema),
      aliases: ["/supplier-claims"],
    }, ({ wire, actor, query }) => listDiscrepancies(wire, actor, query)),
    post(path, {
      summary: "Create a discrepancy",
      offline: "discrepancy",
      may: "discrepancies.create",
      body: discrepancy.entry,
      answer: discrepancyDetail.schema,
      creates: true,
      aliases: ["/supplier-claims"],
    }, ({ tx, actor, body }) => createDiscrepancy(tx, actor, body)),
    get(`${path}/:id`, {
      summary: "One discrepancy",
      may: "discrepancies.read",
      answer: discrepancyDetail.schema,
    }, ({ wire, actor, id }) => findDiscrepancy(wire, actor, id)),
    patch(`${path}/:id/submit`, {
      summary: "Mark a discrepancy as submitted",
      may: "discrepancies.resolve",
      body: submission,
      example: { note: "Sent by e-mail" },
      answer: discrepancyDetail.schema,
      versionOf: "discrepancies",
    }, ({ tx, actor, id, body }) => submitDiscrepancy(tx, actor, id, body)),
    patch(`${path}/:id/cancel`, {
      summary: "Cancel a discrepancy",
      may: "discrepancies.resolve",
      body: cancellation,
      example: { reason: "Found in another box" },
      answer: discrepancyDetail.schema,
      versionOf: "discrepancies",
    }, ({ tx, actor, id, body }) => cancelDiscrepancy(tx, actor, id, body)),
    patch(`${path}/:id/resolve`, {
      summary: "Resolve a discrepancy",
      offline: "discrepancy_resolution",
      may: "discrepancies.resolve",
      body: resolutionInput,
      example: { resolution: "credit_note", amount: 5, note: "CN-118" },
      answer: discrepancyDetail.schema,
      versionOf: "discrepancies",
    }, ({ tx, actor, id, body }) => resolveDiscrepancy(tx, actor, id, body)),
  ],
};
