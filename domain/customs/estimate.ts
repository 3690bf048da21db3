import { z } from "zod";
import * as field from "../records/fields.ts";
import {
  currency,
  date,
  flag,
  id,
  localMoney,
  money,
  quantity,
  rate,
  shaped,
  text,
  word,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { hsCode } from "./customs_tariff.ts";
import { levyNames } from "./levies.ts";
import { type Levy } from "./levy_words.ts";

const levy = (which: Levy, example: number) =>
  localMoney(`${levyNames[which]}.`, { example, seenBy: "everybody" });

/** The levies of a line, local currency. */
export const levyFields = {
  cd: levy("cd", 309986.36),
  rd: levy("rd", 37198.36),
  sd: levy("sd", 0),
  vat: levy("vat", 238069.52),
  at: levy("at", 119034.76),
  ait: levy("ait", 61997.27),
};

/** A line of goods that are not bought yet. */
const newLine = z.object({
  product_id: field.id().optional().describe("The product, whose code and name count."),
  hs_code: hsCode().optional().describe("The code; left out: the product's."),
  description: field.text(500).optional().describe("What it is; left out: the product's name."),
  quantity: field.quantity("positive").describe("How many, in the tariff's unit too."),
  unit_price: field.money().optional().describe("The supplier's price of one, in the currency."),
  assessable_value: field.localMoney().optional()
    .describe("What customs would assess, local currency; left out: worked out from the price."),
});
export type NewEstimateLine = z.output<typeof newLine>;

const line = record(
  "DutyEstimateLine",
  "l",
  everybody({
    product_id: id("The product.", { example: 5, nullable: true }),
    shipment_item_id: id("The item of the shipment.", { example: 19, nullable: true }),
    hs_code: text("Its code.", { example: "3215.19.00" }),
    tariff_hs_code: text("The row of the tariff that counted; null: there is none.", {
      example: "3215.19",
      nullable: true,
    }),
    description: text("What it is.", { example: "Eco-solvent ink cyan 1 l", nullable: true }),
    quantity: quantity("How many.", { example: 240 }),
    assessable_value: localMoney("What customs are thought to assess.", {
      example: 1239945.42,
      seenBy: "everybody",
    }),
    ...levyFields,
    duty: localMoney("All levies, rounded once.", { example: 766286.27, seenBy: "everybody" }),
    recoverable: localMoney("What of them comes back: credit, or an asset.", {
      example: 419101.55,
      seenBy: "everybody",
    }),
    landed_value: localMoney(
      "Price, freight and insurance at exchange_rate, and the levies that stay.",
      { example: 1586904.12, seenBy: "everybody", nullable: true },
    ),
    landed_unit_cost: money("Of one, in the warehouse, before the agent's and the port's bills.", {
      example: 6612.1005,
      seenBy: "everybody",
      nullable: true,
    }),
  }),
);

const modes = ["sea", "air"] as const;

/** What goods would cost at customs, worked out from the tariff; nothing is booked. */
export const dutyEstimate = record(
  "DutyEstimate",
  "e",
  everybody({
    date: date("The day whose rates count.", {
      example: "2026-07-15",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    mode: word(modes, "How it comes, for freight that is not known.", {
      example: "sea",
      entry: { default: "sea" },
    }),
    currency: currency("What prices, freight and insurance are in.", {
      example: "USD",
      entry: "optional",
      unsent: "USD",
      nullable: false,
    }),
    customs_rate: rate("What customs count one of it for, local currency.", {
      example: 121.5,
      entry: "optional",
      unsent: "the latest rate of customs on the day",
    }),
    exchange_rate: rate("What one of it costs at the bank.", {
      example: 122.85,
      entry: "optional",
      unsent: "the rate of customs",
    }),
    freight: money("Of all lines together.", {
      example: 1200,
      seenBy: "everybody",
      entry: "optional",
      unsent: "the terms' percentage",
    }),
    insurance: money("Of all lines together.", {
      example: 90,
      seenBy: "everybody",
      entry: "optional",
      unsent: "the terms' percentage",
    }),
    settlement: flag("Whether VAT and AT are final.", {
      example: false,
      entry: "optional",
      unsent: "as the terms say",
      nullable: false,
    }),
    lines: shaped(
      z.array(newLine).min(1, "must have a line").max(1000, "must have at most 1000 lines"),
      "The goods.",
      {
        example: [{ hs_code: "3215.19.00", quantity: 240, unit_price: 40 }],
        seenBy: "nobody",
        entry: "required",
      },
    ),
    ...levyFields,
    assessable_value: localMoney("Of all lines.", { example: 1239945.42, seenBy: "everybody" }),
    duty: localMoney("All levies.", { example: 766286.27, seenBy: "everybody" }),
    recoverable: localMoney("What of them comes back.", {
      example: 419101.55,
      seenBy: "everybody",
    }),
    missing: shaped(
      z.array(z.string()),
      "Codes that the tariff has no row for: they count nothing.",
      {
        example: [],
        seenBy: "everybody",
      },
    ),
  }),
);
export const newEstimate = dutyEstimate.entry;
export type NewEstimate = z.output<typeof newEstimate>;

export const dutyEstimateAnswer = record("DutyEstimateAnswer", "e", {
  ...dutyEstimate.fields,
  lines: shaped(z.array(line.schema), "Line by line, in the order given.", {
    seenBy: "everybody",
  }),
});
export type DutyEstimate = z.output<typeof dutyEstimateAnswer.schema>;
export type EstimateLine = DutyEstimate["lines"][number];
