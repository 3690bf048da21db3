import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { packingListPdf } from "../documents/packing_list_pdf.ts";
import type { Party } from "../documents/letterhead.ts";
import { documentOptions, exact, type Printout, type PrintQuery } from "../documents/printing.ts";
import { findSupplierReturn } from "./find_supplier_returns.ts";

/** The packing list of a consignment as a PDF. Two statements. @throws Refusal `not_found` */
export async function printSupplierReturn(
  db: Db,
  actor: Actor,
  id: number,
  query: PrintQuery,
): Promise<Printout> {
  const sent = await findSupplierReturn(db, actor, id);
  const [supplier] = await db.query<[Party]>(
    sql`select name, address, phone from suppliers where id = ${sent.supplier_id}`,
  );
  const bytes = await packingListPdf({
    ...sent,
    supplier,
    gross_weight: sent.gross_weight === null ? null : exact(sent.gross_weight),
    lines: sent.lines.map((line) => ({ ...line, quantity: exact(line.quantity) })),
  }, documentOptions(query));
  return { file_name: `${sent.reference_no}.pdf`, bytes };
}
