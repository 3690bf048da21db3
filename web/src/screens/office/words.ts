import { words } from "../../kit/mod.ts";
import type { FieldDef } from "../../records/mod.ts";
import { en as office } from "../../strings/office.en.ts";
import { en as papers } from "../../strings/office_papers.en.ts";
import { en as treasury } from "../../strings/treasury.en.ts";

const en = { ...office, ...papers, ...treasury };
const inBangla = () =>
  Promise.all([
    import("../../strings/office.bn.ts"),
    import("../../strings/office_papers.bn.ts"),
    import("../../strings/treasury.bn.ts"),
  ])
    .then(([office, papers, treasury]) => ({ ...office.bn, ...papers.bn, ...treasury.bn }));

export const o = words(en, inBangla);
type OfficeWord = keyof typeof en;
/** Whether there is a word of ours for it. */
export const isWord = (name: string): name is OfficeWord => name in en;

/** A field that is text, called by a word of its own. */
export const text = (name: string, label: OfficeWord, more: Partial<FieldDef> = {}): FieldDef => ({
  name,
  label: () => o(label),
  ...more,
});

/** Some of the words, as chips. */
export const chips = (
  name: string,
  label: OfficeWord,
  choices: readonly OfficeWord[],
  more: Partial<FieldDef> = {},
): FieldDef =>
  text(name, label, {
    type: "chips",
    choices: () => choices.map((value) => ({ value, label: o(value) })),
    ...more,
  });

/** The currencies that have a rate. */
export const foreign = ["USD", "CNY", "EUR", "INR"];

export const currency = (more: Partial<FieldDef> = {}, of = [...foreign, "BDT"]): FieldDef =>
  text("currency", "currency", {
    type: "chips",
    choices: () => of.map((value) => ({ value, label: value })),
    ...more,
  });

/** The rate of a currency that is not ours. */
export const rate = (more: Partial<FieldDef> = {}): FieldDef =>
  text("exchange_rate", "rate", {
    type: "decimal",
    when: ({ currency }) => currency !== "BDT",
    ...more,
  });
