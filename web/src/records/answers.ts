/**
 * What the server answers, as its record definitions say it: no page types an answer by hand. A list's row and
 * the whole record share a type, since a screen shows the row until the record has come.
 */
import type { Wire } from "../../../domain/records/kinds.ts";
import type * as product from "../../../domain/products/product.ts";
import type * as movement from "../../../domain/stock/movement.ts";

type Whole<Row, Detail extends Row> = Wire<Row> & Partial<Wire<Omit<Detail, keyof Row>>>;

export type Product = Whole<product.Product, product.ProductDetail>;
export type Movement = Wire<movement.StockMovement>;
