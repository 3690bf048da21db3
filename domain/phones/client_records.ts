import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { brokenConstraint, type Db, type Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import * as field from "../records/fields.ts";
import { anybody, id, instant, text } from "../records/kinds.ts";
import { record } from "../records/record.ts";

const MOST_IDS = 200;
/** A phone's clock may be a little ahead. */
const AHEAD_MS = 5 * 60 * 1000;
/** One whose battery was empty may stand at 1970 or its maker's year. */
const BEHIND_MS = 5 * 365 * 24 * 60 * 60 * 1000;

const clientId = () =>
  z.string("must be a UUID").trim().toLowerCase()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "must be a UUID")
    .meta({ override: { type: "string", format: "uuid" } });

/** What a phone may say about any write that it did while it was offline. */
export const phoneFields = z.object({
  client_id: clientId().optional()
    .describe("The phone's own name for the record; makes sure that it is not made twice."),
  occurred_at: field.instant().optional()
    .describe("When it happened on the phone; what is recorded now was done then."),
});
export type PhoneFields = z.output<typeof phoneFields>;

/** @throws Refusal `invalid_fields` on a moment that has not come yet, or is long gone */
export function judgeMoment(actor: Actor, { occurred_at }: PhoneFields): void {
  if (!occurred_at) return;
  const since = Date.parse(actor.now) - Date.parse(occurred_at);
  const wrong = since < -AHEAD_MS ? "in the future" : since > BEHIND_MS ? "years ago" : undefined;
  if (wrong) throw invalid({ occurred_at: `must not be ${wrong}: check the clock of the phone` });
}

export const clientRecord = record("ClientRecord", "c", {
  client_id: text("The phone's own name for the record.", {
    example: "0192f0c1-6d7e-4c9a-b5a1-2f3e4d5c6b7a",
    sql: sql`c.client_id::text`,
  }),
  kind: text("What was written: receipt, shipment_status, task_comment …", { example: "receipt" }),
  id: id("The record's id.", { example: 12, sql: sql`c.record_id` }),
  reference_no: text("The record's number.", { example: "RCP-2026-000012", nullable: true }),
  path: text("Where it is read, below /api/v1.", { example: "/import-logistics/receipts/12" }),
  occurred_at: instant("When it happened on the phone.", {
    example: "2026-03-02T04:10:00.000Z",
    nullable: true,
  }),
  recorded_at: instant("When it was recorded.", { example: "2026-03-02T04:15:00.000Z" }),
});
/** What `meta` says of the names that were asked for. */
export const clientRecordsMeta = {
  missing: z.array(z.string()).describe(
    "The names that stand for nothing: they were never written.",
  ),
};
export type ClientRecord = z.output<typeof clientRecord.schema>;

const columns = clientRecord.columns(anybody);

/**
 * A phone's name for what it writes stands for one record only, of one user and kind; an ordinary
 * retry has its Idempotency-Key and never comes here.
 * @throws Refusal `duplicate_client_id`, naming the record
 */
export async function refuseKnown(
  tx: Tx,
  actor: Actor,
  kind: string,
  clientId: string,
): Promise<void> {
  const [known] = await tx.query<[ClientRecord?]>(sql`
    select ${columns} from client_records c
    where user_id = ${actor.userId} and kind = ${kind} and client_id = ${clientId}::uuid`);
  if (known) throw isKnown(known);
}

function isKnown(known: Pick<ClientRecord, "kind" | "client_id"> & Partial<ClientRecord>) {
  const name = known.reference_no ?? known.id;
  return conflict(
    "duplicate_client_id",
    `client_id ${known.client_id} already stands for ${known.kind.replaceAll("_", " ")}${
      name === undefined ? " that is being written" : ` ${name}`
    }.`,
    known.id === undefined ? {} : { record: known },
  );
}

/**
 * Keeps which record a phone's name stands for, in the transaction that writes the record.
 * @throws Refusal `duplicate_client_id` when another request with it was quicker
 */
export async function keepClientRecord(
  tx: Tx,
  actor: Actor,
  { client_id, kind, id, reference_no, path }: Omit<ClientRecord, "recorded_at" | "occurred_at">,
): Promise<void> {
  try {
    await tx.query(sql`
      insert into client_records (user_id, kind, client_id, record_id, reference_no, path,
        occurred_at, recorded_at)
      values (${actor.userId}, ${kind}, ${client_id}::uuid, ${id}, ${reference_no}, ${path},
        ${actor.occurredAt ?? null}, ${actor.now})`);
  } catch (error) {
    if (brokenConstraint(error) !== "client_records_pkey") throw error;
    throw isKnown({ client_id, kind });
  }
}

export const clientRecordQuery = z.object({
  ids: z.string("is required").transform((list, context): string[] => {
    const ids = list.split(",").map((one) => clientId().safeParse(one));
    if (ids.length <= MOST_IDS && ids.every(({ success }) => success)) {
      return ids.map(({ data }) => data!);
    }
    context.addIssue({ code: "custom", message: `must be 1 to ${MOST_IDS} UUIDs with commas` });
    return z.NEVER;
  }).meta({ override: { type: "string" } }).describe("A comma list of client_ids."),
});

/** Which records the caller's own phone names stand for; `meta.missing` were never written. */
export async function findClientRecords(
  db: Db,
  actor: Actor,
  { ids }: z.output<typeof clientRecordQuery>,
): Promise<{ data: ClientRecord[]; meta: { missing: string[] } }> {
  allow(actor, "overview.read");
  const data = await db.query<ClientRecord[]>(sql`
    select ${columns} from client_records c
    where user_id = ${actor.userId} and client_id = any(${ids}::uuid[])
    order by recorded_at, kind, client_id`);
  const found = new Set(data.map(({ client_id }) => client_id));
  return { data, meta: { missing: ids.filter((id) => !found.has(id)) } };
}
