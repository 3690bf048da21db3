import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import * as answer from "../records/answers.ts";
import { brokenConstraint, type Db, type Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import * as field from "../records/fields.ts";

const MOST_IDS = 200;
/** A phone's clock may be a little ahead. */
const AHEAD_MS = 5 * 60 * 1000;

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

/** @throws Refusal `invalid_fields` on a moment that has not come yet */
export function refuseFuture(actor: Actor, { occurred_at }: PhoneFields): void {
  if (!occurred_at || Date.parse(occurred_at) <= Date.parse(actor.now) + AHEAD_MS) return;
  throw invalid({ occurred_at: "must not be in the future: check the clock of the phone" });
}

export const clientRecord = z.object({
  client_id: answer.text,
  /** what was written: receipt, shipment_status, task_comment … */
  kind: answer.text,
  id: answer.id,
  reference_no: answer.text.nullable(),
  /** where it is read, below /api/v1 */
  path: answer.text,
  occurred_at: answer.instant.nullable(),
  recorded_at: answer.instant,
}).meta({ id: "ClientRecord" });
export type ClientRecord = z.output<typeof clientRecord>;

const columns = sql`client_id::text as client_id, kind, record_id as id, reference_no, path,
  occurred_at, recorded_at`;

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
    select ${columns} from client_records
    where user_id = ${actor.userId} and kind = ${kind} and client_id = ${clientId}::uuid`);
  if (known) throw isKnown(known);
}

function isKnown(record: Pick<ClientRecord, "kind" | "client_id"> & Partial<ClientRecord>) {
  const name = record.reference_no ?? record.id;
  return conflict(
    "duplicate_client_id",
    `client_id ${record.client_id} already stands for ${record.kind.replaceAll("_", " ")}${
      name === undefined ? " that is being written" : ` ${name}`
    }.`,
    record.id === undefined ? {} : { record },
  );
}

/**
 * Keeps which record a phone's name stands for, in the transaction that writes the record.
 * @throws Refusal `duplicate_client_id` when another request with it was quicker
 */
export async function keepClientRecord(
  tx: Tx,
  actor: Actor,
  record: Omit<ClientRecord, "recorded_at" | "occurred_at">,
): Promise<void> {
  const { client_id, kind, id, reference_no, path } = record;
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
  }).meta({ override: { type: "string", description: "comma list of client_ids" } }),
});

/** Which records the caller's own phone names stand for; `meta.missing` were never written. */
export async function findClientRecords(
  db: Db,
  actor: Actor,
  { ids }: z.output<typeof clientRecordQuery>,
): Promise<{ data: ClientRecord[]; meta: { missing: string[] } }> {
  allow(actor, "overview.read");
  const data = await db.query<ClientRecord[]>(sql`
    select ${columns} from client_records
    where user_id = ${actor.userId} and client_id = any(${ids}::uuid[])
    order by recorded_at, kind, client_id`);
  const found = new Set(data.map(({ client_id }) => client_id));
  return { data, meta: { missing: ids.filter((id) => !found.has(id)) } };
}
