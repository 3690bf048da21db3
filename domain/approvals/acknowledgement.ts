import sql from "sql-template-tag";
import { z } from "zod";
import * as field from "../records/fields.ts";
import { named, stamps } from "../records/common.ts";
import { count, date, id, instant, localMoney, shaped, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { approvalKinds } from "./approval.ts";

/**
 * A decision that needs no other write: what looked wrong is right, or it is put off until a day.
 * Source: docs/overview.md, "Acknowledged".
 */
export const acknowledgement = record(
  "Acknowledgement",
  "a",
  everybody({
    ...named({
      example: {
        reference_no: "SHP-2026-000007",
        title: "freight of SHP-2026-000007 from Hansol",
      },
      title: sql`a.title`,
    }),
    kind: word(approvalKinds, "What was to be decided.", { example: "cost_out_of_range" }),
    record_id: id("The id of the record that waited.", { example: 4 }),
    record_version: count("Which version of it was seen; null for what never changes.", {
      example: 2,
      nullable: true,
    }),
    risk_amount_local: localMoney("What was at stake, local currency.", {
      example: 21_913.23,
      nullable: true,
      seenBy: "costs.read",
    }),
    until: date("The day it is asked again; null: it is right as it stands.", {
      example: "2026-03-03",
      nullable: true,
    }),
    note: text("Why.", { example: "Freight by air, agreed on the phone", nullable: true }),
    seen: shaped(z.record(z.string(), z.unknown()), "The facts that stood there.", {
      example: { share_percent: 20, median_percent: 10 },
      seenBy: "costs.read",
    }),
    withdrawn_at: instant("When it was taken back.", {
      example: "2026-03-02T04:20:00.000Z",
      nullable: true,
    }),
    ...stamps(),
  }),
);
export type Acknowledgement = z.output<typeof acknowledgement.schema>;

/** What is acknowledged; several at once. */
export const acknowledgeBody = z.object({
  items: z.array(
    z.object({
      kind: field.oneOf(approvalKinds).describe("What is to be decided."),
      id: field.id().describe("The id of the record that waits."),
      version: field.count(1, 2_147_483_647).optional()
        .describe("The version that was seen; default: the one that stands now."),
    }).meta({ id: "AcknowledgedItem", example: { kind: "cost_out_of_range", id: 4 } }),
  ).min(1).max(200).describe("The decisions."),
  until: field.date().optional()
    .describe("Put off until this day; without it: right as it stands (only costs)."),
  note: field.text(500).optional().describe("Why."),
}).meta({ id: "AcknowledgeRequest" });

export const acknowledgedAnswer = z.object({
  acknowledged: z.array(acknowledgement.schema)
    .describe("One for each item that waited, or was acknowledged already."),
  not_waiting: z.array(
    z.object({
      kind: z.enum(approvalKinds).describe("What was to be decided."),
      id: z.int().describe("The id of the record."),
    }).meta({ id: "NotWaiting" }),
  ).describe("Items that the caller is not asked about, or no more: nothing was written for them."),
}).meta({ id: "Acknowledged" });

export const withdrawBody = z.object({
  ids: z.array(field.id()).min(1).max(200).describe("The ids of acknowledgements."),
}).meta({ id: "WithdrawRequest", example: { ids: [12] } });
