import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import type { Reader } from "../records/kinds.ts";
import { named, stamps, userName } from "../records/common.ts";
import { rowAsJson } from "../records/embedded.ts";
import * as field from "../records/fields.ts";
import { count, id, instant, localMoney, shaped, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import type { Decision } from "./approval.ts";
import { decidable, operationNames } from "./operations.ts";

export const requestStatuses = ["pending", "approved", "refused", "withdrawn"] as const;
export type RequestStatus = typeof requestStatuses[number];

const asked = {
  operation: word(operationNames, "The write, by its name in the audit log.", {
    example: "invoice.void",
  }),
  record_id: id("The id in the write's path; null where it has none.", {
    example: 41,
    nullable: true,
  }),
  body: shaped(z.record(z.string(), z.unknown()), "The write's body, as it was sent.", {
    example: { reason: "Billed to the wrong customer" },
  }),
  reason: text("Why it is asked for.", { example: "He brought all of it back" }),
};

/** A write beyond a limit, asked of a second person. Source: docs/roles.md, "Asked of a second person". */
export const request = record(
  "ApprovalRequest",
  "q",
  everybody({
    ...named({
      example: { reference_no: "REQ-2026-000004", title: "Void of INV-2026-000041" },
      title: sql`q.title`,
    }),
    status: word(requestStatuses, "What became of it.", { example: "approved" }),
    ...asked,
    risk_amount_local: localMoney(
      "What is at stake, local currency: below the prices, taken back, or worth at the selling price; null: " +
        "not known.",
      { example: 21_913.23, nullable: true, seenBy: "everybody" },
    ),
    decided_at: instant("When it was decided or withdrawn.", {
      example: "2026-03-02T04:20:00.000Z",
      nullable: true,
    }),
    decided_by: id("Who did so.", { example: 1, nullable: true }),
    decided_by_name: text("His name.", {
      example: "Abdul Karim",
      nullable: true,
      ...userName("decider", () => sql`q.decided_by`),
    }),
    decision_note: text("What he said.", { example: "Agreed on the phone", nullable: true }),
    made_type: text("What its approval wrote.", { example: "invoice", nullable: true }),
    made_id: id("The id of that.", { example: 41, nullable: true }),
    made_reference_no: text("Its number.", { example: "INV-2026-000041", nullable: true }),
    ...stamps(),
  }),
);
export type ApprovalRequest = z.output<typeof request.schema>;

export const newRequest = z.object({
  operation: field.oneOf(operationNames).describe("What is to be done, as the refusal names it."),
  record_id: field.id().optional().describe("The id in the write's path, where it has one."),
  body: z.record(z.string(), z.unknown()).describe("The write's body, as it was refused."),
  reason: field.text(500).describe("Why it should be done all the same."),
}).meta({ id: "NewApprovalRequest" });

/** What goes along with a yes, or when it is taken back. */
export const saying = z.object({
  note: field.text(500).optional().describe("What else is to be said."),
});
export const refusing = z.object({ reason: field.text(500).describe("Why not.") });

/** SQL: what somebody asked for himself, and what he may decide. */
export function withinReach(reader: Reader): Sql {
  return sql`(q.created_by = ${reader.userId} or q.operation = any(${decidable(reader)}::text[]))`;
}

export const factsOfRequest = record(
  "RequestToDecide",
  "q",
  everybody({ ...asked, version: count("For If-Match.", { example: 1 }) }),
);

const pending = (reader: Reader) =>
  sql`q.status = 'pending' and q.operation = any(${decidable(reader)}::text[])
    and q.created_by is distinct from ${reader.userId}::bigint`;

/** Requests of others that nobody has decided. */
export const toDecide: Decision = {
  may: "limits.exceed",
  page: null,
  waiting: (actor) =>
    sql`select q.id, q.reference_no, q.title, q.risk_amount_local, q.created_at, q.created_at,
      q.created_by, q.id, false, q.version from approval_requests q where ${pending(actor)}`,
  since: (actor) =>
    sql`select q.id, q.created_at, q.version from approval_requests q where ${pending(actor)}`,
  facts: (actor) =>
    rowAsJson(factsOfRequest, actor, sql`from approval_requests q where q.id = w.id`),
};
