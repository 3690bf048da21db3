import type { CustomsTariff } from "../../core/answers.ts";
import { ButtonLink, Code, date, dhakaDate, number } from "../../kit/mod.ts";
import { type FieldDef, formScreen, listScreen } from "../../records/mod.ts";
import { o, text } from "./words.ts";

const TARIFFS = "/import-logistics/customs-tariffs";

const rates: FieldDef[] = [
  text("cd_percent", "cd", { type: "decimal" }),
  text("rd_percent", "rd", { type: "decimal" }),
  text("sd_percent", "sd", { type: "decimal" }),
  text("vat_percent", "vat", { type: "decimal" }),
  text("at_percent", "at", { type: "decimal" }),
  text("ait_percent", "ait", { type: "decimal" }),
  text("source", "source"),
];

/** What customs ask of codes, each from a day on. */
export const customsRates = listScreen<CustomsTariff>({
  title: () => o("tariff"),
  path: TARIFFS,
  screen: "/shipments/tariff",
  icon: "paper",
  above: () => (
    <div class="actions">
      <ButtonLink href="#/shipments/estimate" icon="search" wide>{o("estimate")}</ButtonLink>
      <ButtonLink href="#/shipments/terms" icon="paper" wide>{o("customs_terms")}</ButtonLink>
      <ButtonLink href="#/shipments/rates" icon="money" wide>{o("rates")}</ButtonLink>
    </div>
  ),
  search: true,
  row: (one) => ({
    title: <Code>{one.hs_code}</Code>,
    lines: [
      one.description,
      (["cd", "rd", "sd", "vat", "at", "ait"] as const).flatMap((levy) => {
        const rate = one[`${levy}_percent`];
        return rate === null ? [] : [`${o(levy)} ${number(rate)}%`];
      }).join(" · "),
    ],
    side: date(one.valid_from),
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  add: { label: () => o("new_tariff"), to: "/shipments/tariff/new", may: "costs.write" },
  empty: () => o("no_tariff"),
});

const nameOfTariff = (word: "made" | "changed") => ({ hs_code }: Record<string, unknown>) =>
  o(word, { name: String(hs_code ?? o("tariff")) });

export const newCustomsRate = formScreen({
  title: () => o("new_tariff"),
  path: TARIFFS,
  list: "/shipments/tariff",
  name: nameOfTariff("made"),
  fields: [
    text("hs_code", "hs_code", { required: true }),
    text("description", "content"),
    text("valid_from", "from_day", { type: "date", required: true, initial: () => dhakaDate() }),
    ...rates,
  ],
});

export const editCustomsRate = formScreen({
  title: () => o("new_edit", { name: o("tariff") }),
  path: `${TARIFFS}/:id`,
  method: "PUT",
  screen: "/shipments/tariff/:id",
  list: "/shipments/tariff",
  edits: true,
  name: nameOfTariff("changed"),
  fields: [text("description", "content"), ...rates],
});
