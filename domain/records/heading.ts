/** `stock_value` as "stock value", `d31_60` as "31–60 days", `d90_plus` as "over 90 days". */
export function heading(name: string): string {
  return name.replace(
    /^d(\d+)_(\d+|plus)/,
    (_, from, to) => to === "plus" ? `over ${from} days` : `${from}–${to} days`,
  ).replaceAll("_", " ");
}

const short = /\b(id|sku|hs|vat|vds|tds|ait|rma)\b/g;

/** The same as the head of a column that people read: "Stock value", "SKU", "HS code". */
export function columnHead(name: string): string {
  return heading(name).replace(short, (word) => word.toUpperCase())
    .replace(/^[a-z]/, (first) => first.toUpperCase());
}
