import { z } from "zod";
import * as answer from "../records/answers.ts";
import { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";

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

/**
 * A dated step of a tariff. `from_day` 1 is the first day after the free ones. Without carrier, port
 * or terminal it is for any.
 */
export const newTariff = withAliases(
  z.object({
    kind: field.oneOf(rentKinds).default("demurrage"),
    carrier: field.text().optional(),
    port: field.text().optional(),
    terminal: field.text().optional(),
    size: size(),
    from_day: field.count(1, 3650),
    /** absent: and every day after */
    to_day: field.count(1, 3650).optional(),
    /** per container and day */
    rate: field.money(),
    currency: field.currency(),
    exchange_rate: field.rate().optional(),
    /** the day the rate was read; default: today */
    exchange_rate_date: field.date().optional(),
    /** default: today */
    valid_from: field.date().optional(),
    valid_to: field.date().optional(),
    note: field.text(2000).optional(),
  }),
  { container_size: "size" },
);

export const tariffRecord = z.object({
  ...answer.common,
  kind: z.enum(rentKinds),
  carrier: answer.text.nullable(),
  port: answer.text.nullable(),
  terminal: answer.text.nullable(),
  size: answer.wholeNumber,
  from_day: answer.wholeNumber,
  to_day: answer.wholeNumber.nullable(),
  rate: answer.number,
  currency: answer.text,
  /** null: not known, and amounts stay in the tariff's currency */
  exchange_rate: answer.number.nullable(),
  exchange_rate_date: answer.date.nullable(),
  valid_from: answer.date,
  valid_to: answer.date.nullable(),
  note: answer.text.nullable(),
}).meta({ id: "DemurrageTariff" });
export type Tariff = z.output<typeof tariffRecord>;
