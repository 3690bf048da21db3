import { z } from "zod";
import {
  auditDetail,
  auditEntry,
  auditHead,
  auditQuery,
  findAudit,
  findAuditHead,
  listAudit,
} from "../../domain/audit/find_audit.ts";
import { type Area, get } from "../http/route.ts";

export const audit: Area = {
  name: "Audit",
  says: "Who did what, sealed in a chain.",
  routes: [
    get("/audit", {
      summary: "Who did what, and what it changed",
      may: "audit.read",
      query: auditQuery,
      answer: z.array(auditEntry.schema),
    }, ({ db, actor, query }) => listAudit(db, actor, query)),
    get("/audit/head", {
      summary: "Where the chain of the audit log ends, to be noted down elsewhere",
      may: "audit.read",
      answer: auditHead.schema,
    }, ({ db }) => findAuditHead(db)),
    get("/audit/:id", {
      summary: "One audit entry with its seal",
      may: "audit.read",
      answer: auditDetail.schema,
    }, ({ db, actor, id }) => findAudit(db, actor, id)),
  ],
};
