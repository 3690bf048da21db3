import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Database, Db } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { documentOptions, exact, type Printout, type PrintQuery } from "../documents/printing.ts";
import { vatChallanPdf } from "../documents/vat_challan_pdf.ts";
import { notFound } from "../errors.ts";
import { findVatChallan } from "./find_vat_challans.ts";

/**
 * A paper of VAT as a PDF, in the order of its form. Every printing is counted and told on the paper: the first
 * is the original, the rest are copies. @throws Refusal `forbidden`, `not_found`
 */
export async function printVatChallan(
  database: Database,
  actor: Actor,
  id: number,
  query: PrintQuery,
): Promise<Printout> {
  allow(actor, "invoices.read");
  return await inTransaction(database, async (tx) => {
    const [printed] = await tx.query<[{ reference_no: string; copies: number }?]>(sql`
      update vat_challans set copies = copies + 1, updated_at = ${actor.now}, version = version + 1
      where id = ${id} returning reference_no, copies`);
    if (!printed) throw notFound("VAT challan", id);
    await audit(tx, actor, {
      action: "vat_challan.print",
      entity: "vat_challan",
      entityId: id,
      reference_no: printed.reference_no,
      after: { copies: printed.copies },
    });
    return await printedChallan(tx, id, query);
  });
}

/** The same without counting it: for the firm's own files. @throws Refusal `not_found` */
export async function printedChallan(db: Db, id: number, query: PrintQuery): Promise<Printout> {
  const challan = await findVatChallan(db, id);
  const bytes = await vatChallanPdf({
    ...challan,
    lines: challan.lines.map((line) => ({
      ...line,
      quantity: exact(line.quantity),
      unit_price: exact(line.unit_price),
      value: exact(line.value),
      sd: exact(line.sd),
      vat_percent: exact(line.vat_percent),
      vat: exact(line.vat),
      total: exact(line.total),
    })),
  }, documentOptions(query));
  return { file_name: `${challan.reference_no}.pdf`, bytes };
}
