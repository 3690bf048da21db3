import sql from "sql-template-tag";
import { refuseOtherContent } from "../bulk_import/existing.ts";
import type { ImportKind } from "../bulk_import/import_kind.ts";
import { asText, cleaned, givenIn, readCells } from "../bulk_import/read_cells.ts";
import { business } from "../business/business.ts";
import { roundHalfUp } from "../money/decimal.ts";
import { createProducts } from "./create_product.ts";
import { product, sku } from "./product.ts";

const row = product.entry.extend({ sku: sku() });

/**
 * Products from a file, one row each, known by their SKU. A SKU that exists is unchanged when the row
 * says nothing else than what stands there, else a conflict: a file never overwrites. Opening stock is
 * what its amounts are, at the purchase price.
 * Source: docs/terminal.md, "Importing files".
 */
export const productFile: ImportKind = {
  name: "products",
  may: "products.write",
  columns: Object.keys(row.shape),
  required: ["sku", "name"],
  remembers: true,
  reader: (_tx, actor) => (tableRow) => {
    const cells = cleaned(tableRow.cells);
    const { data, problems } = readCells(row, tableRow, cells);
    if (data === undefined) return Promise.resolve(problems);
    product.allowEntry(actor, data);
    const { opening_stock, purchase_price } = data;
    return Promise.resolve({
      key: `sku:${data.sku}`,
      content: asText(row.shape, data),
      given: givenIn(row.shape, cells),
      currency: business.localCurrency,
      amount: opening_stock && purchase_price &&
        roundHalfUp(opening_stock.times(purchase_price), 2),
    });
  },
  meet: (tx) =>
    refuseOtherContent(tx, {
      existing: sql`
        select 'sku:' || p.sku as key, p.sku as reference_no, to_jsonb(p) || jsonb_build_object('opening_stock',
          (select sum(quantity) from stock_movements m where m.product_id = p.id and m.kind = 'opening')) as record
        from products p where p.sku = any (
          select substr(key, 5) from import_groups where fate = 'new')`,
      column: "sku",
      what: "the SKU is taken by a product",
    }),
  async create(tx, actor, groups) {
    await createProducts(tx, actor, groups.map(({ contents }) => row.parse(contents[0])));
  },
};
