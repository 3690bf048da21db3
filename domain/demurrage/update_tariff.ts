import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { judgeTerms } from "./create_tariff.ts";
import { type Tariff, tariff } from "./tariff.ts";

/**
 * Corrects a step of a tariff, or ends it with `valid_to`; null clears a field. The audit keeps what
 * stood before. A new exchange rate without its day was read today.
 * @throws Refusal `forbidden`, `not_found`, `invalid_fields`
 */
export async function updateTariff(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof tariff.changes>,
): Promise<Tariff> {
  allow(actor, "costs.write");
  const [before] = await tx.query<[Tariff?]>(
    sql`select ${
      tariff.columns(actor)
    } from demurrage_tariffs t where t.id = ${id} for no key update`,
  );
  if (!before) throw notFound("Tariff", id);
  const sent = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  const newCurrency = changes.currency && changes.currency !== before.currency;
  const rateChanges = newCurrency || changes.exchange_rate !== undefined;
  const terms = {
    ...before,
    ...rateChanges && { exchange_rate: null, exchange_rate_date: null },
    ...sent,
  };
  const money = judgeTerms(actor, terms);
  const set = assignments(before, { ...changes, ...money }, tariff.whenCleared);
  if (!set) return before;
  const [after] = await tx.query<[Tariff]>(sql`
    update demurrage_tariffs t set ${set.sql}, updated_at = ${actor.now}, version = t.version + 1
    where t.id = ${id} returning ${tariff.columns(actor)}`);
  await audit(tx, actor, {
    action: "demurrage_tariff.update",
    entity: "demurrage_tariff",
    entityId: id,
    reference_no: after.reference_no,
    before: set.before,
    after: set.after,
  });
  return after;
}
