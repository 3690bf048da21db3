import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/connect.ts";
import { named, stamps } from "../records/common.ts";
import { anybody, date, flag, percent, text } from "../records/kinds.ts";
import { listPage, listQuery, type Page } from "../records/paging.ts";
import { everybody, record } from "../records/record.ts";

/** What an estimate takes for granted from a day on, and how the firm settles. */
export const customsTerms = record(
  "CustomsTerms",
  "w",
  everybody({
    ...named({
      example: { reference_no: "2026-07-01", title: "From 2026-07-01: landing 1 %" },
      reference_no: sql`w.valid_from::text`,
      title: sql`concat('From ', w.valid_from, ': landing ', trim_scale(w.landing_percent), ' %')`,
    }),
    valid_from: date("The first day they hold on, until later ones.", {
      example: "2026-07-01",
      entry: "required",
    }),
    landing_percent: percent("What customs add to the value at the port.", {
      example: 1,
      entry: "required",
    }),
    sea_freight_percent: percent("Freight by sea where it is not known, of the goods' value.", {
      example: 20,
      entry: "required",
    }),
    air_freight_percent: percent("The same by air and courier.", {
      example: 15,
      entry: "required",
    }),
    insurance_percent: percent("Insurance where it is not known, of the goods' value.", {
      example: 1,
      entry: "required",
    }),
    settlement: flag("Whether VAT and AT paid at the port are final, and so a cost of the goods.", {
      example: false,
      entry: { default: false },
    }),
    source: text("Where it was read.", {
      example: "Budget of June 2026",
      max: 500,
      entry: "optional",
    }),
    note: text("Anything else worth knowing.", {
      example: "By the agent.",
      max: 2000,
      entry: "optional",
    }),
    ...stamps(),
  }),
);
export type CustomsTerms = z.output<typeof customsTerms.schema>;

/** All of them, the latest day first. */
export function listCustomsTerms(
  db: Db,
  query: z.output<typeof listQuery>,
): Promise<Page<CustomsTerms>> {
  return listPage<CustomsTerms>(db, query, {
    columns: customsTerms.columns(anybody),
    from: sql`customs_terms w`,
    id: sql`w.id`,
    sorts: { valid_from: { by: sql`w.valid_from`, type: "date" } },
    defaultSort: "-valid_from",
    where: [
      query.from !== undefined && sql`w.valid_from >= ${query.from}::date`,
      query.to !== undefined && sql`w.valid_from <= ${query.to}::date`,
    ],
  });
}

/** What holds on a day; undefined before the first. */
export async function termsOn(db: Db, day: string): Promise<CustomsTerms | undefined> {
  const [found] = await db.query<[CustomsTerms?]>(sql`
    select ${customsTerms.columns(anybody)} from customs_terms w
    where w.valid_from <= ${day}::date order by w.valid_from desc limit 1`);
  return found;
}

/** Enters what holds from a day on, or corrects what was entered for that day. @throws Refusal `forbidden` */
export async function setCustomsTerms(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof customsTerms.entry>,
): Promise<CustomsTerms> {
  allow(actor, "costs.write");
  const [before] = await tx.query<[CustomsTerms?]>(sql`
    select ${customsTerms.columns(actor)} from customs_terms w
    where w.valid_from = ${input.valid_from} for no key update`);
  const [after] = await tx.query<[CustomsTerms]>(sql`
    insert into customs_terms as w (${customsTerms.stored}, created_at, updated_at, created_by)
    select ${customsTerms.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${customsTerms.rows([input])}
    on conflict on constraint one_set_of_terms_a_day do update set
      landing_percent = excluded.landing_percent, sea_freight_percent = excluded.sea_freight_percent,
      air_freight_percent = excluded.air_freight_percent,
      insurance_percent = excluded.insurance_percent, settlement = excluded.settlement,
      source = excluded.source, note = excluded.note, updated_at = excluded.updated_at,
      version = w.version + 1
    returning ${customsTerms.columns(actor)}`);
  await audit(tx, actor, {
    action: "customs_terms.set",
    entity: "customs_terms",
    entityId: after.id,
    reference_no: after.reference_no,
    before,
    after,
  });
  return after;
}
