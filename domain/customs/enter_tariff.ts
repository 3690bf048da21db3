import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit, auditAll } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import { brokenConstraint, type Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import { type CustomsTariff, customsTariff } from "./customs_tariff.ts";

type NewTariff = z.output<typeof customsTariff.entry>;

/**
 * Enters what customs ask from a day on. A new rate is a new row: bills of before keep the one they were worked
 * out by. Source: docs/customs.md, "Tariff".
 *
 * @throws Refusal `forbidden`, `duplicate_reference` where the code has a row of that day, `invalid_fields`
 */
export async function enterCustomsTariff(
  tx: Tx,
  actor: Actor,
  input: NewTariff,
): Promise<CustomsTariff> {
  return (await enterCustomsTariffs(tx, actor, [input]))[0];
}

/** The same for a whole schedule, in one statement; answered in the order given. */
export async function enterCustomsTariffs(
  tx: Tx,
  actor: Actor,
  inputs: NewTariff[],
): Promise<CustomsTariff[]> {
  allow(actor, "costs.write");
  const made = await unlessTaken(() =>
    tx.query<CustomsTariff[]>(sql`
      insert into customs_tariffs as t (${customsTariff.stored}, created_at, updated_at, created_by)
      select ${customsTariff.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
      from ${customsTariff.rows(inputs)}
      returning ${customsTariff.columns(actor)}`)
  );
  await auditAll(
    tx,
    actor,
    made.map((after) => ({
      action: "customs_tariff.create",
      entity: "customs_tariff",
      entityId: after.id,
      reference_no: after.reference_no,
      after,
    })),
  );
  return made;
}

/** Corrects a row; null clears a field. @throws Refusal `forbidden`, `not_found`, as `enterCustomsTariff` */
export async function updateCustomsTariff(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof customsTariff.changes>,
): Promise<CustomsTariff> {
  allow(actor, "costs.write");
  const [before] = await tx.query<[CustomsTariff?]>(sql`
    select ${customsTariff.columns(actor)} from customs_tariffs t where t.id = ${id}
    for no key update`);
  if (!before) throw notFound("Customs tariff", id);
  const set = assignments(before, changes, customsTariff.whenCleared);
  if (!set) return before;
  const [after] = await unlessTaken(() =>
    tx.query<[CustomsTariff]>(sql`
      update customs_tariffs t set ${set.sql}, updated_at = ${actor.now}, version = t.version + 1
      where t.id = ${id} returning ${customsTariff.columns(actor)}`)
  );
  await audit(tx, actor, {
    action: "customs_tariff.update",
    entity: "customs_tariff",
    entityId: id,
    reference_no: after.reference_no,
    before: set.before,
    after: set.after,
  });
  return after;
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) !== "one_tariff_a_day") throw error;
    throw conflict(
      "duplicate_reference",
      "the code has a row of that day already: correct that one.",
    );
  }
}
