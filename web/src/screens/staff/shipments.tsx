import {
  type CostHead,
  ended,
  landed,
  notReceived,
} from "../../../../domain/imports/shipment_words.ts";
import type { Shipment } from "../../core/answers.ts";
import { Code, date, dhakaDate, money, number, t } from "../../kit/mod.ts";
import { detailScreen, formScreen, photosOf, rt, type Section } from "../../records/mod.ts";
import { moneyById } from "../trade/account_choice.ts";
import { nextStep, note, reason } from "../trade/next_step.ts";
import { Containers } from "./containers.tsx";
import { Costs, Items, Received, shipmentList } from "./shipment_parts.tsx";
import { currencies, filters, headChoices, headWord, steps, w } from "./shipment_words.ts";

const SHIPMENTS = "/import-logistics/shipments";

export const list = shipmentList({
  title: () => t("shipments"),
  screen: "/shipments",
  icon: "ship",
  filters,
  add: { label: () => w("new_shipment"), to: "/shipments/new", may: "shipments.write" },
  unsentRow: (_body, write) => ({ title: write.title }),
  empty: () => rt("nothing_yet"),
});

const noteChoices = () =>
  (["note_planned", "note_late", "note_papers", "note_money"] as const).map((key) => ({
    value: w(key),
    label: w(key),
  }));

const code = (text: string | null) => text && <Code>{text}</Code>;
const expects = ({ items }: Shipment) => !!items?.some((item) => Number(item.expected_qty) > 0);
const isOpen = ({ status }: Shipment) => !ended.includes(status);

const hasLanded = ({ status }: Shipment) => landed.includes(status);

/**
 * The containers of a shipment: below the goods while it is on its way, above them once it is in
 * port, where each day may cost rent.
 */
const containers = (when: (shipment: Shipment) => boolean): Section<Shipment> => ({
  bare: true,
  when: (shipment) => when(shipment) && !/air|courier/.test(shipment.shipment_mode ?? ""),
  show: (shipment, unsent) => <Containers key="boxes" shipment={shipment} unsent={unsent} />,
});

export const detail = detailScreen<Shipment>({
  path: SHIPMENTS,
  screen: "/shipments",
  title: (shipment) => shipment.supplier_name,
  status: (shipment) => shipment.status,
  steps,
  sections: [
    containers(hasLanded),
    {
      title: () => w("items"),
      when: (shipment) => shipment.items !== undefined,
      show: (shipment) => <Items shipment={shipment} />,
    },
    containers((shipment) => !hasLanded(shipment)),
    {
      rows: (shipment) => [
        [w("tracking"), code(shipment.tracking_number)],
        [w("container"), code(shipment.container_number)],
        [w("bl"), code(shipment.bl_number)],
        [w("vessel"), shipment.vessel_or_flight],
        [w("carrier"), shipment.carrier],
        [w("loading"), shipment.port_of_loading],
        [w("etd"), shipment.etd && date(shipment.etd)],
        [w("arrival"), shipment.eta_chittagong && date(shipment.eta_chittagong)],
        [headWord("warehouse"), shipment.warehouse_name],
        [
          w("rate"),
          shipment.exchange_rate && `1 ${shipment.currency} = ৳${number(shipment.exchange_rate)}`,
        ],
        [t("lc_tt"), shipment.lc_tt?.title],
        [rt("note"), shipment.notes],
      ],
    },
    {
      title: () => w("costs"),
      when: (shipment) => shipment.costs !== undefined && shipment.totals !== undefined,
      show: (shipment, unsent) => <Costs shipment={shipment} unsent={unsent} />,
    },
    photosOf("shipment", () => w("papers")),
    {
      title: () => `${t("receipts")} · ${t("claims")}`,
      when: ({ receipts, discrepancies }) => !!receipts?.length || !!discrepancies?.length,
      show: (shipment) => <Received shipment={shipment} />,
    },
  ],
  actions: [
    nextStep({
      path: SHIPMENTS,
      may: "shipments.status",
      steps: () => steps,
      ask: () => [
        {
          name: "chip",
          label: () => rt("note"),
          type: "chips",
          choices: noteChoices,
          initial: () => w("note_planned"),
        },
        { name: "note", label: () => w("more_words") },
      ],
      body: ({ chip, note }) => ({ note: [chip, note].filter(Boolean).join(". ") || undefined }),
    }),
    {
      label: () => t("receive"),
      icon: "box",
      may: "receipts.create",
      when: (shipment) => isOpen(shipment) && expects(shipment),
      to: (shipment) => `/receive/${shipment.id}`,
    },
    {
      label: () => w("add_cost"),
      icon: "plus",
      may: "costs.write",
      when: isOpen,
      to: (shipment) => `/shipments/${shipment.id}/costs/new`,
    },
    {
      label: () => w("add_items"),
      icon: "plus",
      may: "shipments.write",
      when: (shipment) => isOpen(shipment) && !shipment.frozen_at,
      to: (shipment) => `/shipments/${shipment.id}/items/new`,
    },
    {
      label: () => w("bills"),
      icon: "paper",
      may: "costs.read",
      when: ({ id }) => id !== undefined,
      to: (shipment) => `/shipments/${shipment.id}/bills`,
    },
    {
      label: () => rt("edit"),
      icon: "edit",
      may: "shipments.write",
      when: isOpen,
      to: (shipment) => `/shipments/${shipment.id}/edit`,
    },
    {
      label: () => w("cancel"),
      icon: "close",
      look: "quiet",
      may: "shipments.status",
      when: (shipment) => notReceived.includes(shipment.status) && !shipment.receipts?.length,
      say: () => w("cancel_say"),
      ask: () => [reason],
      write: (shipment, { reason }) => ({
        method: "PATCH",
        path: `${SHIPMENTS}/${shipment.id}/status`,
        body: { status: "cancelled", note: reason, expected_status: shipment.status },
        title: `${shipment.reference_no}: ${w("cancel")}`,
      }),
    },
  ],
});

export { container } from "./containers.tsx";

export const cost = formScreen({
  title: () => w("add_cost"),
  path: `${SHIPMENTS}/:id/costs`,
  of: `${SHIPMENTS}/:id`,
  screen: "/shipments/:id/costs/new",
  list: "/shipments",
  name: (body) =>
    w("name_cost", {
      head: headWord(body.cost_head as CostHead),
      amount: money(String(body.amount), String(body.currency ?? "BDT")),
    }),
  fields: [
    {
      name: "cost_head",
      label: () => w("cost_head"),
      type: "chips",
      choices: headChoices,
      first: 8,
      required: true,
    },
    { name: "amount", label: () => w("amount"), type: "decimal", required: true },
    {
      name: "currency",
      label: () => w("currency"),
      type: "chips",
      choices: currencies,
      initial: () => "BDT",
    },
    {
      name: "exchange_rate",
      label: () => w("rate"),
      type: "decimal",
      hint: () => w("rate_hint"),
      when: ({ currency }) => currency !== "BDT",
    },
    {
      name: "payee_id",
      label: () => w("payee"),
      type: "pick",
      from: { path: "/suppliers", query: "active=true" },
    },
    {
      name: "paid_from",
      label: () => w("paid_from"),
      type: "chips",
      from: moneyById,
      asNumber: true,
    },
    { name: "entry_date", label: () => w("day"), type: "date", initial: () => dhakaDate() },
    { name: "reference", label: () => w("reference") },
    note,
  ],
});
