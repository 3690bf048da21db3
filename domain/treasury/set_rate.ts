import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { type Rate, rate } from "./rate.ts";

/**
 * Enters or corrects what a currency cost on a day; what is not sent stays. What was booked at a rate is
 * not touched by it.
 *
 * @throws Refusal `forbidden`, `invalid_fields`, `date_in_future`
 */
export async function setRate(
  tx: Tx,
  actor: Actor,
  { currency, date = actor.today, customs, bank_selling }: z.output<typeof rate.entry>,
): Promise<Rate> {
  allow(actor, "costs.write");
  if (currency === business.localCurrency) {
    throw invalid({ currency: "is the books' own: it is always 1" });
  }
  if (customs === undefined && bank_selling === undefined) {
    throw invalid({ customs: "or bank_selling is required" });
  }
  if (date > actor.today) {
    throw invalid({ date: `must not be after today, ${actor.today}` }, "date_in_future");
  }
  const [before] = await tx.query<[Rate?]>(sql`
    select ${rate.columns(actor)} from rates r where currency = ${currency} and date = ${date}
    for no key update`);
  const [after] = await tx.query<[Rate]>(sql`
    insert into rates as r (currency, date, customs, bank_selling, created_at, updated_at, created_by)
    values (${currency}, ${date}, ${customs ?? null}, ${
    bank_selling ?? null
  }, ${actor.now}, ${actor.now},
      ${actor.userId})
    on conflict on constraint one_rate_a_day do update set
      customs = coalesce(excluded.customs, r.customs),
      bank_selling = coalesce(excluded.bank_selling, r.bank_selling),
      updated_at = ${actor.now}, version = r.version + 1
    returning ${rate.columns(actor)}`);
  await audit(tx, actor, {
    action: "rate.set",
    entity: "rate",
    entityId: after.id,
    reference_no: after.reference_no,
    before,
    after,
  });
  return after;
}
