import { type Decimal, decimal, roundHalfUp, sum } from "../money/decimal.ts";
import { levies, type Levy } from "./levy_words.ts";

export type Levies<T = Decimal> = Record<Levy, T>;

export const levyNames: Levies<string> = {
  cd: "Customs duty",
  rd: "Regulatory duty",
  sd: "Supplementary duty",
  vat: "VAT",
  at: "Advance tax",
  ait: "Advance income tax",
};

/** The head of a shipment's costs that each levy is booked under. */
export const costHeadOf = {
  cd: "customs_duty",
  rd: "regulatory_duty",
  sd: "supplementary_duty",
  vat: "vat",
  at: "at",
  ait: "ait",
} as const satisfies Levies<string>;

/** Percent of a levy's base, or an amount of local currency for one unit of the tariff, which wins. */
export interface LevyRate {
  percent: Decimal;
  per_unit: Decimal | null;
}

export function eachLevy<T>(of: (levy: Levy) => T): Levies<T> {
  return Object.fromEntries(levies.map((levy) => [levy, of(levy)])) as Levies<T>;
}

/**
 * The levies on an assessable value, local currency. CD, RD and AIT on the value itself, SD on value + CD + RD,
 * VAT and AT on all of these together. Each is worked out from what is not rounded yet, half up at 2
 * decimals; so is their total, which may differ from the sum of the rounded ones.
 * Source: docs/customs.md, "Levies".
 *
 * @param quantity in the tariff's unit, for amounts per unit; left out: none of them
 * @param assessed levies that customs have said: the others build on them
 */
export function computeDuty(
  value: Decimal,
  rates: Levies<LevyRate>,
  quantity: Decimal = decimal("0"),
  assessed: Partial<Levies> = {},
): { levies: Levies; total: Decimal } {
  const on = (levy: Levy, base: Decimal) => {
    const { percent, per_unit } = rates[levy];
    if (assessed[levy]) return assessed[levy];
    return per_unit ? quantity.times(per_unit) : base.times(percent).times("0.01");
  };
  const [cd, rd, ait] = [on("cd", value), on("rd", value), on("ait", value)];
  const dutied = value.plus(cd).plus(rd);
  const sd = on("sd", dutied);
  const taxed = dutied.plus(sd);
  const exact: Levies = { cd, rd, sd, vat: on("vat", taxed), at: on("at", taxed), ait };
  return {
    levies: eachLevy((levy) => roundHalfUp(exact[levy], 2)),
    total: roundHalfUp(sum(Object.values(exact)), 2),
  };
}

/** What of the levies makes the goods dearer; the rest comes back, unless the importer settles finally. */
export function costOf(levies: Levies, settlement: boolean): Decimal {
  const duties = sum([levies.cd, levies.rd, levies.sd]);
  return settlement ? sum([duties, levies.vat, levies.at]) : duties;
}

/** Levies that are a credit, or an asset, where the importer does not settle finally. */
export const recoverable = (levy: Levy, settlement: boolean): boolean =>
  levy === "ait" || !settlement && (levy === "vat" || levy === "at");
