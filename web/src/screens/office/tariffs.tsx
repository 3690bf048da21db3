import type { Tariff } from "../../core/answers.ts";
import { date, dhakaDate, money, number, words } from "../../kit/mod.ts";
import { detailScreen, formScreen, listScreen } from "../../records/mod.ts";
import { en } from "../../strings/tariffs.en.ts";

const w = words(en, () => import("../../strings/tariffs.bn.ts").then((all) => all.bn));

const API = "/import-logistics/demurrage-tariffs";
const SCREEN = "/demurrage-tariffs";

/** The dated steps; each can be corrected or ended. */
export const list = listScreen<Tariff>({
  title: () => w("tariffs_link"),
  path: API,
  screen: SCREEN,
  icon: "money",
  query: "sort=from_day",
  row: (one) => ({
    title: `${w(one.kind)} · ${w("feet", { n: number(one.size) })}`,
    lines: [
      daysOf(one),
      [one.carrier, one.port].filter(Boolean).join(" · ") || undefined,
      validOf(one),
    ],
    side: w("per_day", { amount: money(one.rate, one.currency) }),
  }),
  add: { label: () => w("new_tariff"), to: `${SCREEN}/new`, may: "costs.write" },
  empty: () => w("tariff_empty"),
});

const daysOf = (one: Tariff) =>
  one.to_day
    ? w("day_range", { from: number(one.from_day), to: number(one.to_day) })
    : w("day_on", { from: number(one.from_day) });
const validOf = (one: Tariff) =>
  w("valid", { from: date(one.valid_from), to: one.valid_to ? date(one.valid_to) : w("open_end") });

export const detail = detailScreen<Tariff>({
  path: API,
  screen: SCREEN,
  title: (one) => w(one.kind),
  sections: [{
    rows: (one) => [
      [w("size"), w("feet", { n: number(one.size) })],
      [w("day_list"), daysOf(one)],
      [w("tariff_rate"), money(one.rate, one.currency)],
      [w("exchange_rate"), one.exchange_rate && number(one.exchange_rate)],
      [w("validity"), validOf(one)],
      [w("carrier"), one.carrier],
      [w("port_name"), one.port],
      [w("note"), one.note],
    ],
  }],
  actions: [{
    label: () => w("edit_tariff"),
    icon: "edit",
    look: "main",
    may: "costs.write",
    to: (one) => `${SCREEN}/${one.id}/edit`,
  }],
});

const fields: Parameters<typeof formScreen>[0]["fields"] = [
  {
    name: "kind",
    label: () => w("kind"),
    type: "chips",
    initial: () => "demurrage",
    choices: () =>
      (["demurrage", "detention"] as const).map((value) => ({ value, label: w(value) })),
  },
  {
    name: "size",
    label: () => w("size"),
    type: "chips",
    asNumber: true,
    initial: () => "20",
    choices: () => ["20", "40"].map((value) => ({ value, label: w("feet", { n: number(value) }) })),
  },
  {
    name: "from_day",
    label: () => w("from_day"),
    type: "decimal",
    required: true,
    hint: () => w("first_free"),
  },
  { name: "to_day", label: () => w("to_day"), type: "decimal" },
  { name: "rate", label: () => w("tariff_rate"), type: "decimal", required: true },
  {
    name: "currency",
    label: () => w("currency"),
    type: "chips",
    initial: () => "USD",
    choices: () => ["USD", "BDT"].map((value) => ({ value, label: value })),
  },
  { name: "exchange_rate", label: () => w("exchange_rate"), type: "decimal" },
  {
    name: "valid_from",
    label: () => w("valid_from"),
    type: "date",
    required: true,
    initial: () => dhakaDate(),
  },
  { name: "valid_to", label: () => w("valid_to"), type: "date" },
  { name: "carrier", label: () => w("carrier") },
  { name: "port", label: () => w("port_name") },
  { name: "note", label: () => w("note"), type: "area" },
];
const name = (body: Record<string, unknown>) =>
  w("tariff_name", { rate: String(body.rate), currency: String(body.currency) });

export const form = formScreen({
  title: () => w("new_tariff"),
  path: API,
  list: SCREEN,
  fields,
  name,
});

export const edit = formScreen({
  title: () => w("edit_tariff"),
  path: `${API}/:id`,
  method: "PUT",
  list: SCREEN,
  screen: `${SCREEN}/:id/edit`,
  edits: true,
  fields,
  name,
});
