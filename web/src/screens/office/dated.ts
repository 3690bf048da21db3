import type { CustomsTerms, Rate, VatRates } from "../../core/answers.ts";
import { date, dhakaDate, number } from "../../kit/mod.ts";
import { type FieldDef, formScreen, listScreen, type RecordRow, yesNo } from "../../records/mod.ts";
import { currency, foreign, o, text } from "./words.ts";

/** What holds from a day on: entering a day again corrects it, so a row leads to the form with its values. */
interface DatedDef<R> {
  word: "customs_terms" | "vat_rates" | "rates";
  hint: "terms_hint" | "vat_rates_hint" | "rates_hint";
  path: string;
  screen: string;
  method: "POST" | "PUT";
  may: string;
  row: (one: R) => RecordRow;
  fields: FieldDef[];
}

function dated<R extends { id: number }>({ word, hint, screen, fields, ...def }: DatedDef<R>) {
  const again = (one: R) => {
    const known = one as Record<string, unknown>;
    const said = fields.flatMap(({ name }) =>
      known[name] == null ? [] : [[name, String(known[name])]]
    );
    return `#${screen}/new?${new URLSearchParams(said)}`;
  };
  return {
    list: listScreen<R>({
      title: () => o(word),
      path: def.path,
      screen,
      icon: "paper",
      row: (one) => ({ ...def.row(one), href: again(one) }),
      unsentRow: (_body, write) => ({ title: write.title }),
      add: { label: () => o("new_of_day"), to: `${screen}/new`, may: def.may },
      empty: () => o("none_of_days"),
      above: () => o(hint),
    }),
    form: formScreen({
      title: () => o(word),
      path: def.path,
      method: def.method,
      list: screen,
      name: () => o("changed", { name: o(word) }),
      fields,
    }),
  };
}

const percent = (name: string, word: Parameters<typeof o>[0]) =>
  text(name, word, { type: "decimal", required: true });
const from = text("valid_from", "from_day", {
  type: "date",
  required: true,
  initial: () => dhakaDate(),
});
/** `Trade %` and 7.5 are said as `Trade: 7.5%`. */
const said = (rates: [Parameters<typeof o>[0], number | null][]) =>
  rates.flatMap(([word, rate]) =>
    rate === null ? [] : [o(word).replace(/( %)?$/, (sign) => `: ${number(rate)}${sign.trim()}`)]
  );

export const { list: customsTerms, form: newCustomsTerms } = dated<CustomsTerms>({
  word: "customs_terms",
  hint: "terms_hint",
  path: "/import-logistics/customs-terms",
  screen: "/shipments/terms",
  method: "POST",
  may: "costs.write",
  row: (one) => ({
    title: date(one.valid_from),
    lines: [
      ...said([
        ["landing", one.landing_percent],
        ["sea_freight", one.sea_freight_percent],
        ["air_freight", one.air_freight_percent],
        ["insured", one.insurance_percent],
      ]),
      one.settlement && o("settlement"),
    ],
  }),
  fields: [
    from,
    percent("landing_percent", "landing"),
    percent("sea_freight_percent", "sea_freight"),
    percent("air_freight_percent", "air_freight"),
    percent("insurance_percent", "insured"),
    yesNo("settlement", () => o("settlement"), "false"),
    text("source", "source"),
    text("note", "notes", { type: "area" }),
  ],
});

export const { list: vatRates, form: newVatRates } = dated<VatRates>({
  word: "vat_rates",
  hint: "vat_rates_hint",
  path: "/vat-rates",
  screen: "/reports/vat-rates",
  method: "POST",
  may: "settings.write",
  row: (one) => ({
    title: date(one.valid_from),
    lines: said([["standard", one.standard_percent], ["trade", one.trade_percent]]),
  }),
  fields: [
    from,
    percent("standard_percent", "standard"),
    percent("trade_percent", "trade"),
    text("source", "source"),
  ],
});

export const { list: rates, form: newRate } = dated<Rate>({
  word: "rates",
  hint: "rates_hint",
  path: "/rates",
  screen: "/shipments/rates",
  method: "PUT",
  may: "costs.write",
  row: (one) => ({
    title: `${one.currency} · ${date(one.date)}`,
    lines: said([["of_customs", one.customs], ["of_bank", one.bank_selling]]),
  }),
  fields: [
    currency({ required: true }, foreign),
    text("date", "from_day", { type: "date", initial: () => dhakaDate() }),
    text("customs", "of_customs", { type: "decimal" }),
    text("bank_selling", "of_bank", { type: "decimal" }),
  ],
});
