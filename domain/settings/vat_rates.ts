import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { named, stamps } from "../records/common.ts";
import { date, percent, text } from "../records/kinds.ts";
import type { Page } from "../records/paging.ts";
import { everybody, type Fields, record } from "../records/record.ts";
import { type Dated, type DatedQuery, listDated, setDated } from "./dated.ts";

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

const dated = {
  record: vatRates,
  table: "vat_rates",
  alias: "q",
  entity: "vat_rates",
} as unknown as Dated<Fields>;

export function listVatRates(db: Db, query: DatedQuery): Promise<Page<VatRates>> {
  return listDated(db, dated, query);
}

/** Enters the rates from a day on, or corrects those of that day. @throws Refusal `forbidden` */
export function setVatRates(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof vatRates.entry>,
): Promise<VatRates> {
  allow(actor, "settings.write");
  return setDated(tx, actor, dated, input);
}
