import sql, { join, raw } from "sql-template-tag";
import { z } from "zod";
import type { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { count, id, localMoney, quantity, shaped, text, weight } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { hsCode } from "./customs_tariff.ts";
import { levyNames } from "./levies.ts";
import { levies, type Levy } from "./levy_words.ts";

/** From this difference on, local currency, what customs assessed is told beside what was computed. */
const TOLD_FROM = 1;

const assessed = (levy: Levy, example: number) =>
  localMoney(`${levyNames[levy]} as customs assessed it.`, {
    example,
    seenBy: "everybody",
    entry: "optional",
    unsent: "what the tariff makes it",
    nullable: false,
  });
const computed = (levy: Levy, example: number) =>
  localMoney(`${levyNames[levy]} by the tariff; null where it has no row for the code.`, {
    example,
    seenBy: "everybody",
    nullable: true,
  });

const difference = z.object({
  levy: z.enum(levies).describe("The levy."),
  assessed: z.custom<Decimal>().meta({ override: { type: "number" } }).describe("By customs."),
  computed: z.custom<Decimal>().meta({ override: { type: "number" } }).describe("By the tariff."),
});

/** A line of a bill of entry: what customs made of some items of the shipment. */
export const billLine = record(
  "BillOfEntryLine",
  "l",
  everybody({
    id: id("The line's id.", { example: 31 }),
    line_no: count("Its number on the bill.", { example: 1 }),
    hs_code: text("The code it was declared under.", {
      example: "3215.19.00",
      entry: "required",
      reads: hsCode(),
    }),
    shipment_item_ids: shaped(
      z.array(field.id()).min(1, "must name an item").max(500, "must name at most 500 items"),
      "The shipment's items on it; its levies are shared among them by value.",
      {
        example: [19],
        entry: "required",
        sql: sql`(select coalesce(json_agg(b.shipment_item_id order by b.shipment_item_id), '[]')
          from bill_of_entry_items b where b.line_id = l.id)`,
        stored: false,
      },
    ),
    cpc: text("The customs procedure.", { example: "4000-000", max: 20, entry: "optional" }),
    description: text("As it stands on the bill.", {
      example: "Printing ink",
      max: 500,
      entry: "optional",
    }),
    origin: text("Where it was made.", { example: "China", max: 100, entry: "optional" }),
    gross_kg: weight("With its packing, kilograms.", { example: 320, entry: "optional" }),
    net_kg: weight("Without it.", { example: 288, entry: "optional" }),
    quantity: quantity("In the tariff's unit, for amounts per unit.", {
      example: 240,
      entry: "optional",
    }),
    assessable_value: localMoney("What customs assessed it at.", {
      example: 1239945.42,
      seenBy: "everybody",
      entry: "required",
    }),
    cd: assessed("cd", 309986.36),
    rd: assessed("rd", 37198.36),
    sd: assessed("sd", 0),
    vat: assessed("vat", 238069.52),
    at: assessed("at", 119034.76),
    ait: assessed("ait", 61997.27),
    computed_cd: computed("cd", 309986.36),
    computed_rd: computed("rd", 37198.36),
    computed_sd: computed("sd", 0),
    computed_vat: computed("vat", 238069.52),
    computed_at: computed("at", 119034.76),
    computed_ait: computed("ait", 61997.27),
    differences: shaped(z.array(difference), "Levies assessed more than 1 taka off the tariff.", {
      example: [],
      sql: sql`(select coalesce(json_agg(d), '[]') from (values ${
        join(levies.map((levy) =>
          sql`(${raw(`'${levy}'`)}, ${raw(`l.${levy}`)}, ${raw(`l.computed_${levy}`)})`
        ))
      }) d (levy, assessed, computed) where abs(d.assessed - d.computed) > ${
        raw(String(TOLD_FROM))
      })`,
    }),
  }),
);
export type BillLine = z.output<typeof billLine.schema>;
export type NewBillLine = z.output<typeof billLine.entry>;
