import { z } from "zod";
import { acknowledge } from "../../domain/approvals/acknowledge.ts";
import {
  acknowledgeBody,
  acknowledgedAnswer,
  acknowledgement,
  withdrawBody,
} from "../../domain/approvals/acknowledgement.ts";
import { approval } from "../../domain/approvals/approval.ts";
import {
  acknowledgementQuery,
  listAcknowledgements,
} from "../../domain/approvals/find_acknowledgements.ts";
import {
  approvalQuery,
  approvalsMeta,
  findApprovals,
} from "../../domain/approvals/find_approvals.ts";
import {
  approveRequest,
  holdRequest,
  refuseRequest,
  withdrawRequest,
} from "../../domain/approvals/decide_request.ts";
import { fileRequest } from "../../domain/approvals/file_request.ts";
import { findRequest, listRequests, requestQuery } from "../../domain/approvals/find_requests.ts";
import { newRequest, refusing, request, saying } from "../../domain/approvals/request.ts";
import { withdraw } from "../../domain/approvals/withdraw.ts";
import type { Actor } from "../../domain/access/access.ts";
import type { Tx } from "../../domain/db/connect.ts";
import { type Area, get, post } from "../http/route.ts";

const REQUESTS = "/approvals/requests";
const versionOf = async (tx: Tx, actor: Actor, id: number) =>
  (await holdRequest(tx, actor, id)).version;

export const approvals: Area = {
  name: "Approvals",
  says: "What waits for a decision, and what was acknowledged.",
  routes: [
    get("/approvals", {
      summary: "What waits for a decision of the caller, with what he should know before",
      may: "overview.read",
      query: approvalQuery,
      answer: z.array(approval.schema),
      meta: approvalsMeta,
      file: false, // what waits now, to be decided: no list to keep
      mayLag: false, // what was just decided must be gone
    }, ({ db, actor, query }) => findApprovals(db, actor, query)),
    get("/approvals/acknowledged", {
      summary: "What was taken as it stands or put off, by whom, when, and what he saw",
      may: "overview.read",
      query: acknowledgementQuery,
      answer: z.array(acknowledgement.schema),
    }, ({ wire, actor, query }) => listAcknowledgements(wire, actor, query)),
    post("/approvals/acknowledge", {
      summary: "Take decisions as they stand, or put them off until a day; several at once",
      may: "overview.read",
      body: acknowledgeBody,
      answer: acknowledgedAnswer,
      example: { items: [{ kind: "cost_out_of_range", id: 4 }], note: "By air" },
    }, ({ tx, actor, body }) => acknowledge(tx, actor, body)),
    post("/approvals/withdraw", {
      summary: "Take acknowledgements back: what still waits is asked again",
      may: "overview.read",
      body: withdrawBody,
      answer: z.array(acknowledgement.schema),
      refuses: ["not_found"],
    }, ({ tx, actor, body }) => withdraw(tx, actor, body)),
    get(REQUESTS, {
      summary: "Writes beyond a limit that somebody asked for: one's own, and those one may decide",
      may: "overview.read",
      query: requestQuery,
      answer: z.array(request.schema),
    }, ({ wire, actor, query }) => listRequests(wire, actor, query)),
    get(`${REQUESTS}/:id`, {
      summary: "A request with the write that it asks for",
      may: "overview.read",
      answer: request.schema,
    }, ({ wire, actor, id }) => findRequest(wire, actor, id)),
    post(REQUESTS, {
      summary: "Ask a second person for a write that was refused with beyond_limit",
      may: "overview.read",
      body: newRequest,
      example: {
        operation: "stock.move",
        body: { product_id: 5, type: "in", quantity: 12_000, reason: "Counted" },
        reason: "A whole container",
      },
      answer: request.schema,
      creates: true,
      refuses: ["not_found", "conflict"],
    }, ({ tx, actor, body }) => fileRequest(tx, actor, body)),
    post(`${REQUESTS}/:id/approve`, {
      summary: "Do exactly what was asked for; as a second person, once",
      may: "limits.exceed",
      body: saying,
      example: { note: "Agreed on the phone" },
      answer: request.schema,
      stepUp: {},
      versionOf,
    }, ({ tx, actor, id, body }) => approveRequest(tx, actor, id, body)),
    post(`${REQUESTS}/:id/refuse`, {
      summary: "Say no to a request, with the reason",
      may: "limits.exceed",
      body: refusing,
      example: { reason: "Count it again first" },
      answer: request.schema,
      versionOf,
    }, ({ tx, actor, id, body }) => refuseRequest(tx, actor, id, body)),
    post(`${REQUESTS}/:id/withdraw`, {
      summary: "Take one's own request back",
      may: "overview.read",
      body: saying,
      example: { note: "Sold to somebody else" },
      answer: request.schema,
      versionOf,
    }, ({ tx, actor, id, body }) => withdrawRequest(tx, actor, id, body)),
  ],
};
