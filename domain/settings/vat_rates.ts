import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/connect.ts";
import { named, stamps } from "../records/common.ts";
import { anybody, date, percent, text } from "../records/kinds.ts";
import { listPage, listQuery, type Page } from "../records/paging.ts";
import { everybody, record } from "../records/record.ts";

/** The rates by which a return of VAT sorts sales and purchases, from a day on. */
export const vatRates = record(
  "VatRates",
  "q",
  everybody({
    ...named({
      example: { reference_no: "2025-01-09", title: "From 2025-01-09: 15 %, trade 7.5 %" },
      reference_no: sql`q.valid_from::text`,
      title: sql`concat('From ', q.valid_from, ': ', trim_scale(q.standard_percent), ' %, trade ',
        trim_scale(q.trade_percent), ' %')`,
    }),
    valid_from: date("The first day they hold on, until later ones.", {
      example: "2025-01-09",
      entry: "required",
    }),
    standard_percent: percent("The standard rate.", { example: 15, entry: "required" }),
    trade_percent: percent("The rate of trade, without credit for what was paid.", {
      example: 7.5,
      entry: "required",
    }),
    source: text("Where they were read.", {
      example: "Ordinance of 9 January 2025",
      max: 500,
      entry: "optional",
    }),
    ...stamps(),
  }),
);
export type VatRates = z.output<typeof vatRates.schema>;

/** All of them, the latest day first. */
export function listVatRates(db: Db, query: z.output<typeof listQuery>): Promise<Page<VatRates>> {
  return listPage<VatRates>(db, query, {
    columns: vatRates.columns(anybody),
    from: sql`vat_rates q`,
    id: sql`q.id`,
    sorts: { valid_from: { by: sql`q.valid_from`, type: "date" } },
    defaultSort: "-valid_from",
    where: [
      query.from !== undefined && sql`q.valid_from >= ${query.from}::date`,
      query.to !== undefined && sql`q.valid_from <= ${query.to}::date`,
    ],
  });
}

/** Enters the rates from a day on, or corrects those of that day. @throws Refusal `forbidden` */
export async function setVatRates(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof vatRates.entry>,
): Promise<VatRates> {
  allow(actor, "settings.write");
  const [before] = await tx.query<[VatRates?]>(sql`
    select ${vatRates.columns(actor)} from vat_rates q where q.valid_from = ${input.valid_from}
    for no key update`);
  const [after] = await tx.query<[VatRates]>(sql`
    insert into vat_rates as q (${vatRates.stored}, created_at, updated_at, created_by)
    select ${vatRates.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${vatRates.rows([input])}
    on conflict on constraint one_set_of_vat_rates_a_day do update set
      standard_percent = excluded.standard_percent, trade_percent = excluded.trade_percent,
      source = excluded.source, updated_at = excluded.updated_at, version = q.version + 1
    returning ${vatRates.columns(actor)}`);
  await audit(tx, actor, {
    action: "vat_rates.set",
    entity: "vat_rates",
    entityId: after.id,
    reference_no: after.reference_no,
    before,
    after,
  });
  return after;
}
