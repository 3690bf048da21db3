import sql from "sql-template-tag";
import { z } from "zod";
import { Decimal } from "../money/decimal.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, currency, date, money, rate, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

export const rentKinds = ["demurrage", "detention"] as const;
export type RentKind = typeof rentKinds[number];

export const sizes = ["20", "40"] as const;

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

/** Feet; containers of 45 feet and high cubes pay as 40. */
export const size = () =>
  z.preprocess((value) => value instanceof Decimal ? String(value) : value, sizeWord)
    .transform(Number).meta({ override: { type: "integer", enum: sizes.map(Number) } });

const day = { max: 3650, min: 1 } as const;

/**
 * A dated step of a tariff. `from_day` 1 is the first day after the free ones. Without carrier, port
 * or terminal it is for any.
 */
export const tariff = record(
  "DemurrageTariff",
  "t",
  everybody({
    ...named({
      example: {
        reference_no: "TRF-000003",
        title: "demurrage 40 ft · Maersk · Chattogram · day 1–7",
      },
      reference_no: sql`'TRF-' || lpad(t.id::text, 6, '0')`,
      title: sql`concat_ws(' · ', concat(t.kind, ' ', t.size, ' ft'), t.carrier, t.port, t.terminal,
        concat('day ', t.from_day, case when t.to_day is null then ' on'
          when t.to_day > t.from_day then '–' || t.to_day end))`,
    }),
    kind: word(rentKinds, "Rent for the place, or for the container.", {
      example: "demurrage",
      entry: { default: "demurrage" },
    }),
    carrier: text("For containers of this line only.", { example: "Maersk", entry: "optional" }),
    port: text("In this port only.", { example: "Chattogram", entry: "optional" }),
    terminal: text("In this terminal only.", { example: "NCT", entry: "optional" }),
    size: count("For containers of so many feet.", {
      example: 40,
      entry: "required",
      reads: size(),
      aliases: ["container_size"],
    }),
    from_day: count("From this day on; 1 is the first after the free ones.", {
      ...day,
      example: 1,
      entry: "required",
    }),
    to_day: count("Until this day.", {
      ...day,
      example: 7,
      entry: "optional",
      unsent: "and every day after",
    }),
    rate: money("Per container and day.", { example: 24, entry: "required" }),
    currency: currency("What it is asked in.", { example: "USD", entry: "required" }),
    exchange_rate: rate("Local units for one of that; null: amounts stay in it.", {
      example: 121.5,
      entry: "optional",
    }),
    exchange_rate_date: date("The day that rate was read.", {
      example: "2026-03-01",
      entry: "optional",
      unsent: "today",
    }),
    valid_from: date("The first day it holds.", {
      example: "2026-01-01",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    valid_to: date("The last day it holds.", { example: "2026-12-31", entry: "optional" }),
    note: text("Where it was read.", {
      example: "Port circular 12/2026",
      max: 2000,
      entry: "optional",
    }),
    ...stamps(),
  }),
);
export type Tariff = z.output<typeof tariff.schema>;
