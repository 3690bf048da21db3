import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { named, stamps } from "../records/common.ts";
import { anybody, date, flag, percent, text } from "../records/kinds.ts";
import type { Page } from "../records/paging.ts";
import { everybody, type Fields, record } from "../records/record.ts";
import { type Dated, type DatedQuery, listDated, setDated } from "../settings/dated.ts";

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

const dated = {
  record: customsTerms,
  table: "customs_terms",
  alias: "w",
  entity: "customs_terms",
} as unknown as Dated<Fields>;

export function listCustomsTerms(
  db: Db,
  query: DatedQuery,
): Promise<Page<CustomsTerms>> {
  return listDated(db, dated, query);
}

/** What holds on a day; undefined before the first. */
export async function termsOn(db: Db, day: string): Promise<CustomsTerms | undefined> {
  const [found] = await db.query<[CustomsTerms?]>(sql`
    select ${customsTerms.columns(anybody)} from customs_terms w
    where w.valid_from <= ${day}::date order by w.valid_from desc limit 1`);
  return found;
}

/** Enters what holds from a day on, or corrects what was entered for that day. @throws Refusal `forbidden` */
export function setCustomsTerms(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof customsTerms.entry>,
): Promise<CustomsTerms> {
  allow(actor, "costs.write");
  return setDated(tx, actor, dated, input);
}
