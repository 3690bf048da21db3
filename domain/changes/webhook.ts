import sql from "sql-template-tag";
import { z } from "zod";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, flag, id, instant, shaped, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { changedKindNames } from "./changed_kinds.ts";

const webhookStates = ["off", "on", "failing", "stopped"] as const;

const waiting =
  sql`select from webhook_deliveries d where d.webhook_id = h.id and d.delivered_at is null`;
const kindList = z.array(z.enum(changedKindNames as [string, ...string[]]));

const fields = everybody({
  ...named({
    example: { reference_no: "HOOK-12", title: "https://shop.example.com/back-office" },
    reference_no: sql`'HOOK-' || h.id`,
    title: sql`h.url`,
  }),
  url: text("Where changes are sent: https, or http where private addresses are allowed.", {
    example: "https://shop.example.com/back-office",
    entry: "required",
    reads: field.text(1000).refine(isAddress, "must be an address of https, without a password"),
  }),
  kinds: shaped(kindList, "Changes of these kinds only; empty: of all that its user may read.", {
    example: ["invoice", "payment"],
    entry: { default: [] as string[] },
    reads: kindList,
    change: "kept",
  }),
  user_id: id("As whom it reads: best a user made for that program.", {
    example: 7,
    entry: "required",
    change: false, // its position in the changes is that user's
  }),
  active: flag("Whether changes are sent.", {
    example: true,
    entry: { default: true },
    change: "kept",
  }),
  state: word(webhookStates, "How it goes; stopped: it failed for three days.", {
    example: "on",
    sql: sql`case when not h.active then 'off' when h.stopped_at is not null then 'stopped'
      when h.failures > 0 then 'failing' else 'on' end`,
  }),
  waits: flag("Whether something waits to be sent.", {
    example: false,
    sql: sql`exists (${waiting})`,
  }),
  failures: count("How often in a row it was not taken.", { example: 0 }),
  next_try_at: instant("When it is tried again.", {
    example: "2026-03-02T04:15:10.000Z",
    nullable: true,
  }),
  last_error: text("Why it was not taken last.", { example: "status 503", nullable: true }),
  last_delivered_at: instant("When something was taken last.", {
    example: "2026-03-02T04:15:00.000Z",
    nullable: true,
  }),
  ...stamps(),
});

/** A program that is told of every change. Source: docs/programs.md, "Webhooks". */
export const webhook = record("Webhook", "h", fields);
export type Webhook = z.output<typeof webhook.schema>;

/** The same at the moment it is made. */
export const madeWebhook = record("MadeWebhook", "h", {
  ...fields,
  ...everybody({
    secret: text("Signs what is sent. Shown this once.", {
      example: "whsec_5hY…",
      sometimes: true,
      sql: sql`h.secret`,
    }),
  }),
}).schema;

export const delivery = record(
  "WebhookDelivery",
  "d",
  everybody({
    ...named({
      example: { reference_no: "HOOK-12/345", title: "invoice 77" },
      reference_no: sql`concat('HOOK-', d.webhook_id, '/', d.id)`,
      title: sql`concat(d.kind, ' ', d.record_id)`,
    }),
    webhook_id: id("Which hook it is of.", { example: 12 }),
    kind: text("What has changed.", { example: "invoice" }),
    record_id: id("The id of that record.", { example: 77 }),
    tries: count("How often it was sent.", { example: 1 }),
    last_status: count("What the receiver answered last; null: nothing.", {
      example: 200,
      nullable: true,
    }),
    last_error: text("Why it was not taken.", { example: null, nullable: true }),
    delivered_at: instant("When it was taken; null: it waits.", {
      example: "2026-03-02T04:15:00.000Z",
      nullable: true,
    }),
    created_at: instant("When it was made ready.", { example: "2026-03-02T04:15:00.000Z" }),
    updated_at: instant("When it was last tried.", { example: "2026-03-02T04:15:00.000Z" }),
  }),
);
export type Delivery = z.output<typeof delivery.schema>;

/** What is said of sending once more; nothing is needed. */
export const resend = z.object({
  reason: field.text(500).optional().describe("Stands in the audit log.").meta({
    examples: ["The shop lost it"],
  }),
});

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}
