import sql from "sql-template-tag";
import { z } from "zod";
import { Decimal } from "../money/decimal.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, currency, date, money, rate, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

export const rentKinds = ["demurrage", "detention"] as const;
export type RentKind = typeof rentKinds[number];

const sizes = ["20", "40"] as const;
const sizeWord = field.oneOf(sizes, {
  "20ft": "20",
  "20gp": "20",
  "40ft": "40",
  "40gp": "40",
  "40hc": "40",
  "40hq": "40",
  "45": "40",
  "45hc": "40",
});

/** The length of a container as it is asked for: a number or a word such as `40HC`. */
export const feet = z.preprocess(
  (value) => value instanceof Decimal ? String(value) : value,
  sizeWord,
).transform(Number).meta({ override: { type: "integer", enum: sizes.map(Number) } });

export const size = {
  ...count("Feet: 20 or 40; 45 feet and high cubes pay as 40.", {
    example: 20,
    entry: "required",
    reads: feet,
    aliases: ["container_size"],
  }),
  shown: () => z.literal(sizes.map(Number)) as z.ZodType<number>,
};

/** A dated step of a tariff. Only who may read costs reads the record at all. */
export const tariff = record(
  "DemurrageTariff",
  "t",
  everybody({
    ...named({
      example: { reference_no: "TRF-000003", title: "demurrage 20 ft · Maersk · day 1–7" },
      reference_no: sql`'TRF-' || lpad(t.id::text, 6, '0')`,
      title: sql`concat_ws(' · ', concat(t.kind, ' ', t.size, ' ft'), t.carrier, t.port, t.terminal,
        concat('day ', t.from_day, case when t.to_day is null then ' on'
          when t.to_day > t.from_day then '–' || t.to_day end))`,
    }),
    kind: word(rentKinds, "Rent in the port, or for the container itself.", {
      example: "demurrage",
      entry: { default: "demurrage" },
    }),
    carrier: text("The line it is for; null: any.", { example: "Maersk", entry: "optional" }),
    port: text("The port it is for; null: any.", { example: "Chattogram", entry: "optional" }),
    terminal: text("The terminal it is for; null: any.", { example: "NCT", entry: "optional" }),
    size,
    from_day: count("Its first day; 1 is the first after the free ones.", {
      example: 1,
      min: 1,
      max: 3650,
      entry: "required",
    }),
    to_day: count("Its last day; null: and every day after.", {
      example: 7,
      min: 1,
      max: 3650,
      entry: "optional",
    }),
    rate: money("What a container costs a day, in the tariff's currency.", {
      example: 6,
      seenBy: "everybody",
      entry: "required",
    }),
    currency: currency("What it is asked in.", { example: "USD", entry: "required" }),
    exchange_rate: rate("Local units for one of it; null: not known.", {
      example: 122.5,
      entry: "optional",
    }),
    exchange_rate_date: date("The day that was read.", {
      example: "2026-03-02",
      entry: "optional",
      unsent: "today, where there is a rate",
    }),
    valid_from: date("The first day it holds on.", {
      example: "2026-01-01",
      entry: "optional",
      unsent: "today",
      nullable: false,
      change: "kept",
    }),
    valid_to: date("The last day it holds on; null: until another takes its place.", {
      example: "2026-12-31",
      entry: "optional",
    }),
    note: text("Anything else worth knowing.", {
      example: "By the port's notice of January.",
      max: 2000,
      entry: "optional",
    }),
    ...stamps(),
  }),
);
export type Tariff = z.output<typeof tariff.schema>;
