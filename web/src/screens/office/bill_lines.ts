/** The lines of a bill of entry as they stand in the boxes of its form. Pure, so that they can be tested. */
import { levies } from "../../../../domain/customs/levy_words.ts";
import type { BillOfEntry, Shipment } from "../../core/answers.ts";
import { numberFault, parseNumber } from "../../core/numbers.ts";

type Values = Record<string, string>;
type BillLine = NonNullable<BillOfEntry["lines"]>[number];
/** A line of the bill: the items on it, and what else of it stays as it is. */
type Kept = Pick<BillLine, "shipment_item_ids"> & Record<string, unknown>;

export const keyOf = ({ shipment_item_ids: [first] }: Pick<BillLine, "shipment_item_ids">) => first;
/** None where an earlier version kept something else, such as "7,8". */
export const linesIn = ({ items = "" }: Values): Kept[] =>
  items.startsWith("[") ? JSON.parse(items) : [];

/** What is typed of a line: `hs_7`, `av_7`, `cd_7` … by its first item. */
const typedOf = (values: Values, line: Kept) => {
  const of = (name: string) => values[`${name}_${keyOf(line)}`]?.trim() || undefined;
  return { hs_code: of("hs"), assessable_value: of("av"), of };
};

/** What is wrong with the boxes of the lines: name → word. */
export function lineFaults(values: Values) {
  const faults: Record<string, "required" | ReturnType<typeof numberFault>> = {};
  for (const line of linesIn(values)) {
    const { hs_code, assessable_value, of } = typedOf(values, line);
    const key = keyOf(line);
    // a value without the code of its tariff
    if (assessable_value && !hs_code) faults[`hs_${key}`] = "required";
    for (const name of ["av", ...levies]) {
      const fault = of(name) && numberFault(of(name)!);
      if (fault) faults[`${name}_${key}`] = fault;
    }
  }
  return faults;
}

/** The lines that a bill has, then one for each item of the shipment that stands on none. */
export function keptOf({ items = [] }: Shipment, lines: readonly BillLine[]): Kept[] {
  const there = new Set(lines.flatMap((line) => line.shipment_item_ids));
  return [
    ...lines.map(({ shipment_item_ids, cpc, description, origin, gross_kg, net_kg, quantity }) => ({
      shipment_item_ids,
      ...Object.fromEntries(
        Object.entries({ cpc, description, origin, gross_kg, net_kg, quantity })
          .filter(([, value]) => value !== null),
      ),
    })),
    ...items.filter(({ id }) => !there.has(id)).map(({ id }) => ({ shipment_item_ids: [id] })),
  ];
}

/**
 * What stands in the boxes of a bill at first. Of a line that is as the tariff has it the levies are left empty, so
 * that they follow it; where one is not, the others were worked out of that one, and all stay as they are.
 */
export function standing({ items = [] }: Shipment, lines: readonly BillLine[]): Values {
  const codes = items.map(({ id, hs_code }) => [`hs_${id}`, hs_code ?? ""]);
  const written = lines.flatMap((line) => {
    const off = levies.some((levy) => line[levy] !== line[`computed_${levy}`]) ? levies : [];
    return [
      [`hs_${keyOf(line)}`, line.hs_code],
      [`av_${keyOf(line)}`, String(line.assessable_value)],
      ...off.map((levy) => [`${levy}_${keyOf(line)}`, String(line[levy])]),
    ];
  });
  return Object.fromEntries([...codes, ...written]);
}

/** The lines as they are sent. */
export const sentLines = (values: Values) =>
  linesIn(values).flatMap((line) => {
    const { hs_code, assessable_value, of } = typedOf(values, line);
    if (!assessable_value) return [];
    const typed = levies.flatMap((levy) => of(levy) ? [[levy, parseNumber(of(levy)!)]] : []);
    return [{
      ...line,
      hs_code,
      assessable_value: parseNumber(assessable_value),
      ...Object.fromEntries(typed),
    }];
  });
