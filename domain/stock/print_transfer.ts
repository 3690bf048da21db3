import type { Db } from "../db/connect.ts";
import { documentOptions, exact, type Printout, type PrintQuery } from "../documents/printing.ts";
import { transferPdf } from "../documents/transfer_pdf.ts";
import { findStockTransfer } from "./find_stock_transfers.ts";

/** The paper that goes with a transfer as a PDF. @throws Refusal `not_found` */
export async function printTransfer(db: Db, id: number, query: PrintQuery): Promise<Printout> {
  const transfer = await findStockTransfer(db, id);
  const bytes = await transferPdf({
    ...transfer,
    lines: transfer.lines.map((line) => ({ ...line, quantity: exact(line.quantity) })),
  }, documentOptions(query));
  return { file_name: `${transfer.reference_no}.pdf`, bytes };
}
