import { shipmentModes, shipmentTypes } from "../../../../domain/imports/shipment_words.ts";
import { units } from "../../../../domain/records/unit_words.ts";
import type { Shipment } from "../../core/answers.ts";
import { latinDigits, number, readHere } from "../../kit/mod.ts";
import {
  type FieldDef,
  formScreen,
  quantityOf,
  statusWord,
  type Values,
  valuesOf,
} from "../../records/mod.ts";
import { sumOf } from "../../core/amounts.ts";
import { codesIn } from "../trade/codes.ts";
import { type PastedItem, pastedItems } from "./pasted_items.ts";
import { chips, currency, o, rate, text } from "./words.ts";

const SHIPMENTS = "/import-logistics/shipments";

const head: FieldDef[] = [
  chips("shipment_type", "content", shipmentTypes, { initial: () => "mixed" }),
  chips("shipment_mode", "mode", shipmentModes, { initial: () => "sea" }),
  currency(),
  rate(),
  text("lc_tt_id", "lc", { type: "pick", from: { path: "/lc-tt", query: "open=true" } }),
  text("shipment_number", "supplier_number"),
  text("bl_number", "bl"),
  text("container_number", "container"),
  text("vessel_or_flight", "vessel"),
  text("carrier", "carrier"),
  text("port_of_loading", "loading"),
  text("etd", "etd", { type: "date" }),
  text("eta_chittagong", "eta", { type: "date" }),
  text("warehouse_name", "warehouse"),
  text("notes", "notes", { type: "area" }),
];

/** How a line was understood, so that a column taken for another one is seen before it is saved. */
function readAs({ sku, product_name, ordered_qty, unit, purchase_value }: PastedItem): string {
  const name = sku && sku !== product_name ? `${product_name} (${sku})` : product_name;
  const quantity = quantityOf(ordered_qty, unit ?? null);
  if (!purchase_value) return o("good_read", { name, quantity });
  const price = number((Number(purchase_value) / Number(ordered_qty)).toFixed(4));
  return o("good_worth", { name, quantity, price, amount: number(purchase_value) });
}

/** Goods, pasted from a spreadsheet or typed, a line each; what is read of them stands below. */
const goods = text("goods", "goods", {
  type: "area",
  local: true,
  hint: () => o("goods_hint"),
  // as it was pasted: a cell before the first may be empty
  check: (_trimmed, { goods }) => {
    const [, wrong] = pastedItems(goods);
    if (!wrong) return undefined;
    const { at, why, cell } = wrong;
    return o("line_wrong", {
      n: number(at),
      why: o(why, { cell, units: units.map(statusWord).join(", ") }),
    });
  },
  warn: (typed) => {
    const [items] = pastedItems(typed);
    if (items.length === 0) return undefined;
    const amount = sumOf(items.map(({ purchase_value }) => purchase_value ?? "0"), 4);
    const all = o("goods_read", { n: number(items.length), amount: number(amount) });
    return [all, ...items.map(readAs)].join("\n");
  },
});

const withGoods = (body: Record<string, unknown>, { goods = "" }: Values) => ({
  ...body,
  items: pastedItems(goods)[0],
});

export const newShipment = formScreen({
  title: () => o("new_shipment"),
  path: SHIPMENTS,
  list: "/shipments",
  photosOf: "shipment",
  photosKind: "commercial_invoice",
  name: (_body, values) => o("made", { name: values.supplier_id_title ?? o("new_shipment") }),
  shape: withGoods,
  fields: [
    text("supplier_id", "supplier", {
      type: "pick",
      required: true,
      from: { path: "/suppliers", query: "active=true" },
    }),
    goods,
    { name: "photos", label: () => o("invoice_photo"), type: "photos" },
    ...head,
  ],
});

export const editShipment = formScreen({
  title: () => o("change_shipment"),
  path: `${SHIPMENTS}/:id`,
  method: "PATCH",
  screen: "/shipments/:id/edit",
  list: "/shipments",
  edits: true,
  name: ({ shipment_number }) => o("changed", { name: String(shipment_number ?? "") }),
  fields: head,
});

const product = (more: Partial<FieldDef> = {}) =>
  text("product_id", "product", {
    type: "pick",
    from: {
      path: "/products",
      query: "active=true",
      line: ({ stock_qty, unit }) => quantityOf(stock_qty, unit),
    },
    ...more,
  });

/** One item by its product and as many more as are pasted. */
export const newItems = formScreen({
  title: () => o("add_items"),
  path: `${SHIPMENTS}/:id/items`,
  of: `${SHIPMENTS}/:id`,
  screen: "/shipments/:id/items/new",
  list: "/shipments",
  name: ({ items }) => o("name_items", { n: number((items as unknown[]).length) }),
  shape: (body, values) => {
    const { product_id, product_name, ordered_qty, purchase_value, weight_kg } = body;
    const serials = serialsOf(values);
    const one = product_id || product_name
      ? [{
        product_id,
        product_name: product_name ?? values.product_id_title,
        ordered_qty,
        purchase_value,
        weight_kg,
        ...serials.length > 0 && { serial_numbers: serials },
      }]
      : [];
    return { items: [...one, ...pastedItems(values.goods ?? "")[0]] };
  },
  fields: [
    product(),
    text("product_name", "no_product", { when: ({ product_id }) => !product_id }),
    text("ordered_qty", "quantity", { type: "decimal", when: one, required: true }),
    text("purchase_value", "value", { type: "decimal", when: one }),
    text("weight_kg", "weight", { type: "decimal", when: one }),
    text("serials", "serials", {
      type: "area",
      local: true,
      hint: () => o("serials_hint"),
      when: one,
    }),
    goods,
  ],
});

function one({ product_id, product_name }: Values): boolean {
  return !!product_id || !!product_name?.trim();
}

const serialsOf = ({ serials = "" }: Values) => codesIn(latinDigits(serials));

const itemFields: FieldDef[] = [
  product({ hint: () => o("product_hint") }),
  text("product_name", "name", { required: true }),
  text("ordered_qty", "quantity", {
    type: "decimal",
    required: true,
    hint: () => o("zero_takes_out"),
  }),
  text("purchase_value", "value", { type: "decimal" }),
  text("weight_kg", "weight", { type: "decimal" }),
  text("hs_code", "hs_code"),
];

/** A correction of one item; it is read with its shipment. */
export const editItem = formScreen({
  title: () => o("change_item"),
  path: `${SHIPMENTS}/:id/items/:item_id`,
  method: "PATCH",
  of: `${SHIPMENTS}/:id`,
  screen: "/shipments/:id/items/:item_id/edit",
  list: "/shipments",
  edits: true,
  name: ({ product_name }) => o("changed", { name: String(product_name) }),
  prefill: async ({ params: { id, item_id } }): Promise<Values> => {
    const shipment = await readHere<Shipment>(`${SHIPMENTS}/${id}`);
    const item = shipment?.items?.find((one) => String(one.id) === item_id);
    return {
      ...valuesOf(itemFields, item),
      product_id_title: item?.product_id ? item.product_name : "",
    };
  },
  fields: itemFields,
});
