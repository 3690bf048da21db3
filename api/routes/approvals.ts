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
import { withdraw } from "../../domain/approvals/withdraw.ts";
import { type Area, get, post } from "../http/route.ts";

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
  ],
};
