import sql from "sql-template-tag";
import type { z } from "zod";
import { decimal } from "../money/decimal.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, money, percent, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { levyNames } from "./levies.ts";
import { type Levy } from "./levy_words.ts";

/** As it is printed, with dots or without. */
export const hsCode = () =>
  field.text(30).refine(
    (code) => /^\d{2,12}$/.test(code.replace(/[\s.]/g, "")),
    "must be 2 to 12 digits, dots between them or not",
  );

const rate = (levy: Levy, example: number) =>
  percent(`${levyNames[levy]}, percent of its base.`, {
    example,
    entry: { default: decimal("0") },
  });
const amount = (levy: Levy) =>
  money(`${levyNames[levy]} for one unit, local currency, instead of percent.`, {
    example: null,
    seenBy: "everybody",
    entry: "optional",
  });

/** What customs ask of goods of a code, from a day on. Only who reads costs reads the record at all. */
export const customsTariff = record(
  "CustomsTariff",
  "t",
  everybody({
    ...named({
      example: { reference_no: "3215.19", title: "3215.19 · 2026-07-01 · Printing ink" },
      reference_no: sql`t.hs_code`,
      title: sql`concat_ws(' · ', t.hs_code, t.valid_from, t.description)`,
    }),
    hs_code: text("The code, or its first digits for all that begin so.", {
      example: "3215.19",
      entry: "required",
      reads: hsCode(),
    }),
    description: text("What it covers.", { example: "Printing ink", max: 500, entry: "optional" }),
    unit: text("What amounts per unit are for.", { example: "kg", max: 30, entry: "optional" }),
    valid_from: date("The first day it holds on, until a later one.", {
      example: "2026-07-01",
      entry: "required",
    }),
    cd_percent: rate("cd", 25),
    rd_percent: rate("rd", 3),
    sd_percent: rate("sd", 0),
    vat_percent: rate("vat", 15),
    at_percent: rate("at", 7.5),
    ait_percent: rate("ait", 5),
    cd_per_unit: amount("cd"),
    rd_per_unit: amount("rd"),
    sd_per_unit: amount("sd"),
    vat_per_unit: amount("vat"),
    at_per_unit: amount("at"),
    ait_per_unit: amount("ait"),
    source: text("Where it was read.", {
      example: "Customs tariff 2026-27",
      max: 500,
      entry: "optional",
    }),
    note: text("Anything else worth knowing.", {
      example: "SRO of 1 July.",
      max: 2000,
      entry: "optional",
    }),
    ...stamps(),
  }),
);
export type CustomsTariff = z.output<typeof customsTariff.schema>;
