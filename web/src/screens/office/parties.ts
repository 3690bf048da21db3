import { may, parseNumber } from "../../kit/mod.ts";
import { type FieldDef, formScreen, yesNo } from "../../records/mod.ts";
import { currency, o, text } from "./words.ts";

const seesCosts = () => may("costs.read");

const supplierFields: FieldDef[] = [
  text("name", "name", { required: true }),
  text("country", "country"),
  currency({ initial: () => "USD" }),
  text("contact_person", "contact"),
  text("phone", "phone", { type: "tel" }),
  text("whatsapp", "whatsapp", { type: "tel" }),
  text("email", "email", { type: "email" }),
  text("payment_terms", "terms"),
  text("credit_days", "credit_days", { type: "decimal" }),
  text("bank_name", "bank", { when: seesCosts }),
  text("bank_account", "bank_account", { when: seesCosts }),
  text("swift_code", "swift", { when: seesCosts }),
  text("address", "address", { type: "area" }),
  text("notes", "notes", { type: "area" }),
];

export const newSupplier = formScreen({
  title: () => o("new_supplier"),
  path: "/suppliers",
  list: "/suppliers",
  name: ({ name }) => o("made", { name: String(name) }),
  fields: [
    ...supplierFields,
    text("opening_balance", "opening", { type: "decimal", signed: true, when: seesCosts }),
    text("opening_exchange_rate", "opening_rate", {
      type: "decimal",
      required: true,
      when: ({ opening_balance, currency }) =>
        !!Number(parseNumber(opening_balance ?? "")) && currency !== "BDT",
    }),
  ],
});

export const editSupplier = formScreen({
  title: () => o("new_edit", { name: o("supplier") }),
  path: "/suppliers/:id",
  method: "PUT",
  list: "/suppliers",
  edits: true,
  name: ({ name }) => o("changed", { name: String(name) }),
  fields: [...supplierFields, yesNo("active", () => o("active"))],
});

const setsPrices = () => may("products.set_prices");

const productFields: FieldDef[] = [
  text("name", "name", { required: true }),
  text("unit", "unit", { required: true, initial: () => "pcs" }),
  text("selling_price", "selling_price", { type: "decimal", when: setsPrices }),
  text("purchase_price", "purchase_price", { type: "decimal", when: setsPrices }),
  text("vat_percent", "vat_percent", { type: "decimal" }),
  text("min_stock", "min_stock", { type: "decimal" }),
  text("warranty_months", "warranty_months", { type: "decimal" }),
  yesNo("is_serialized", () => o("serialized"), "false"),
  text("brand", "brand"),
  text("model", "model"),
  text("category", "category"),
  text("hs_code", "hs_code"),
  text("country_of_origin", "origin"),
];

export const newProduct = formScreen({
  title: () => o("new_product"),
  path: "/products",
  list: "/products",
  name: ({ name }) => o("made", { name: String(name) }),
  fields: [
    productFields[0],
    text("sku", "sku", { hint: () => o("sku_hint") }),
    ...productFields.slice(1),
    text("opening_stock", "opening_stock", {
      type: "decimal",
      when: ({ is_serialized }) => setsPrices() && is_serialized !== "true",
    }),
  ],
});

export const editProduct = formScreen({
  title: () => o("new_edit", { name: o("product") }),
  path: "/products/:id",
  method: "PUT",
  list: "/products",
  edits: true,
  name: ({ name }) => o("changed", { name: String(name) }),
  fields: [...productFields, yesNo("active", () => o("active"))],
});
