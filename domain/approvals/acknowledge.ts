import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { auditAll } from "../audit/audit.ts";
import { addDays } from "../business/calendar.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import {
  type acknowledgeBody,
  type acknowledgedAnswer,
  type Acknowledgement,
  acknowledgement,
} from "./acknowledgement.ts";
import { findWaiting, kindsFor } from "./find_approvals.ts";

/** What is put off for longer is forgotten. */
const LONGEST_DAYS = 31;

/**
 * Takes decisions as they stand, for everybody, or puts them off for the actor until a day. What he saw is
 * kept. What somebody has acknowledged already, or what no longer waits, is no error: a phone may send what
 * was decided hours ago. A record that has changed since the version that was seen is asked again.
 *
 * @throws Refusal `forbidden`, `invalid_fields`
 */
export async function acknowledge(
  tx: Tx,
  actor: Actor,
  { items, until, note }: z.output<typeof acknowledgeBody>,
): Promise<z.input<typeof acknowledgedAnswer>> {
  allow(actor, "overview.read");
  const step = items.findIndex(({ kind }) => kind !== "cost_out_of_range");
  if (until === undefined && step >= 0) {
    throw invalid({ until: `is required: items.${step} is decided by the record's own step` });
  }
  if (until !== undefined && (until <= actor.today || until > addDays(actor.today, LONGEST_DAYS))) {
    throw invalid({ until: `must be after today, by ${LONGEST_DAYS} days at most` });
  }
  const mine = kindsFor(actor);
  const asked = items.filter(({ kind }) => mine.includes(kind));
  const waits = new Map(
    (await findWaiting(tx, actor, asked)).map((row) => [nameOf(row), row]),
  );
  const rows = asked.filter((item) => waits.has(nameOf(item))).map((item) => {
    const { version, ...row } = waits.get(nameOf(item))!;
    return { ...row, record_id: row.id, record_version: item.version ?? version };
  });
  const made = await tx.query<Acknowledgement[]>(sql`
    insert into acknowledgements as a (kind, record_id, record_version, reference_no, title,
      risk_amount_local, seen, until, note, created_at, updated_at, created_by)
    select w.kind, w.record_id, w.record_version, w.reference_no, w.title, w.risk_amount_local, w.facts,
      ${until ?? null}, ${note ?? null}, ${actor.now}, ${actor.now}, ${actor.userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (kind text, record_id bigint,
      record_version integer, reference_no text, title text, risk_amount_local numeric, facts jsonb)
    on conflict (kind, record_id) where until is null and withdrawn_at is null do nothing
    returning ${acknowledgement.columns(actor)}`);
  await auditAll(
    tx,
    actor,
    made.map((after) => ({
      action: "approval.acknowledge",
      entity: "acknowledgement",
      entityId: after.id,
      reference_no: after.reference_no,
      after,
    })),
  );
  const named = asked.map(({ kind, id }) => ({ kind, id }));
  const stand = await tx.query<Acknowledgement[]>(sql`
    select distinct on (a.kind, a.record_id) ${acknowledgement.columns(actor)}
    from acknowledgements a
    join jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named (kind text, id bigint)
      on named.kind = a.kind and named.id = a.record_id
    where a.withdrawn_at is null and (a.until is null
      or a.until > ${actor.today}::date and a.created_by = ${actor.userId})
    order by a.kind, a.record_id, a.id desc`);
  const standing = new Map(
    stand.map((row) => [nameOf({ kind: row.kind, id: row.record_id }), row]),
  );
  return {
    acknowledged: items.flatMap((item) => standing.get(nameOf(item)) ?? []),
    not_waiting: items.filter((item) => !standing.has(nameOf(item)))
      .map(({ kind, id }) => ({ kind, id })),
  };
}

const nameOf = ({ kind, id }: { kind: string; id: number }) => `${kind}/${id}`;
