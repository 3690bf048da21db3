import { z } from "zod";
import { approval } from "../../domain/approvals/approval.ts";
import {
  approvalQuery,
  approvalsMeta,
  findApprovals,
} from "../../domain/approvals/find_approvals.ts";
import { type Area, get } from "../http/route.ts";

export const approvals: Area = {
  name: "Approvals",
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
  ],
};
