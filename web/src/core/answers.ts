/**
 * What the server answers, as its record definitions say it: no page types an answer by hand. A list's row and
 * the whole record share a type, since a screen shows the row until the record has come.
 */
import type { z } from "zod";
import type { Wire } from "../../../domain/records/kinds.ts";
import type * as lcs from "../../../domain/trade_finance/lc_tt.ts";
import type * as wholeLcs from "../../../domain/trade_finance/find_lc_tt.ts";
import type * as products from "../../../domain/products/product.ts";
import type * as sessions from "../../../domain/staff/sessions.ts";
import type * as staff from "../../../domain/staff/user.ts";
import type * as stock from "../../../domain/stock/movement.ts";
import type * as uploads from "../../../domain/uploads/upload.ts";

/** A record, or the schema of an answer. */
type Said = { schema: z.ZodType } | z.ZodType;
type Row<Of extends Said> = Wire<
  z.output<Of extends { schema: infer Schema extends z.ZodType } ? Schema : Of>
>;
type Whole<Of extends Said, Detail extends Said> =
  & Row<Of>
  & Partial<Omit<Row<Detail>, keyof Row<Of>>>;

export type LcTt = Whole<typeof lcs.lcTt, typeof wholeLcs.lcTtDetail>;
export type Login = Row<typeof sessions.login>;
export type Me = Row<typeof staff.me>;
export type Movement = Row<typeof stock.movement>;
export type Product = Whole<typeof products.product, typeof products.productDetail>;
export type Upload = Row<typeof uploads.upload>;
export type User = Whole<typeof staff.user, typeof staff.userWithPassword>;
