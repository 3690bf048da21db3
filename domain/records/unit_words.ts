/** The pages read these too, so this file imports nothing. */

/** What goods are counted in. Source: docs/records.md, "Product". */
export const units = ["pcs", "set", "meter", "kg", "liter", "box", "roll", "sheet"] as const;
export type Unit = typeof units[number];

/** What else people call them. */
export const unitAliases: Record<string, Unit> = {
  pc: "pcs",
  piece: "pcs",
  pieces: "pcs",
  nos: "pcs",
  unit: "pcs",
  units: "pcs",
  sets: "set",
  m: "meter",
  meters: "meter",
  mtr: "meter",
  metre: "meter",
  metres: "meter",
  kgs: "kg",
  kilogram: "kg",
  l: "liter",
  ltr: "liter",
  liters: "liter",
  litre: "liter",
  litres: "liter",
  boxes: "box",
  rolls: "roll",
  sheets: "sheet",
};

/** The unit that is called so, in whatever case. */
export function unitOf(word: string): Unit | undefined {
  const asked = word.toLowerCase();
  return units.find((unit) => unit === asked) ??
    (Object.hasOwn(unitAliases, asked) ? unitAliases[asked] : undefined);
}
