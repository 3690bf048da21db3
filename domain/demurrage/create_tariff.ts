import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import type { FieldErrors } from "../errors.ts";
import { rateFaults, rateOf, refuseFaults } from "../imports/exchange_rate.ts";
import { tooFineFor } from "../imports/shipment.ts";
import { type Tariff, tariff } from "./tariff.ts";

/**
 * Enters a step of a tariff. What a step says is true for the days of its validity; a new rate is a
 * new step from its day on. None is shipped: the owner enters what his port and lines ask for.
 * @throws Refusal `forbidden`, `invalid_fields`
 */
export async function createTariff(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof tariff.entry>,
): Promise<Tariff> {
  allow(actor, "costs.write");
  const terms = { ...input, valid_from: input.valid_from ?? actor.today };
  const money = judgeTerms(actor, terms);
  const [made] = await tx.query<[Tariff]>(sql`
    insert into demurrage_tariffs as t (${tariff.stored}, created_at, updated_at, created_by)
    select ${tariff.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${tariff.rows([{ ...terms, ...money }])}
    returning ${tariff.columns(actor)}`);
  await audit(tx, actor, {
    action: "demurrage_tariff.create",
    entity: "demurrage_tariff",
    entityId: made.id,
    reference_no: made.reference_no,
    after: { ...terms, ...money },
  });
  return made;
}

type Terms =
  & Pick<Tariff, "from_day" | "rate" | "currency" | "valid_from">
  & Partial<Pick<Tariff, "to_day" | "exchange_rate" | "exchange_rate_date" | "valid_to">>;

/**
 * Judges a step as a whole.
 * @returns its rate, 1 in local currency and null where it is not known, and the day it was read
 * @throws Refusal `invalid_fields`
 */
export function judgeTerms(actor: Actor, terms: Terms) {
  const { from_day, to_day, valid_from, valid_to, currency, exchange_rate_date } = terms;
  const tooFine = tooFineFor(currency, terms.rate);
  const faults: FieldErrors = {
    ...to_day && to_day < from_day && { to_day: [`must not be before from_day, ${from_day}`] },
    ...valid_to && valid_to < valid_from && { valid_to: [`must not be before ${valid_from}`] },
    ...tooFine.length > 0 && { rate: tooFine },
    ...rateFaults(currency, terms.exchange_rate),
  };
  const exchange_rate = rateOf(currency, terms.exchange_rate);
  if (exchange_rate === null && exchange_rate_date) {
    faults.exchange_rate_date = ["needs an exchange_rate"];
  }
  refuseFaults(faults);
  return {
    exchange_rate,
    exchange_rate_date: exchange_rate === null ? null : exchange_rate_date ?? actor.today,
  };
}
