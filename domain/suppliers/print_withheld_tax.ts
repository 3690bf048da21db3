import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import type { Party } from "../documents/letterhead.ts";
import { documentOptions, exact, type Printout, type PrintQuery } from "../documents/printing.ts";
import { withheldTaxPdf } from "../documents/withheld_tax_pdf.ts";
import { vatFirm } from "../settings/vat_firm.ts";
import { findWithheldTax } from "./find_withheld_taxes.ts";

/**
 * The certificate of tax withheld, for the supplier: Mushak 6.6 of VAT. Three statements.
 * @throws Refusal `not_found`, `invalid_fields` on `vat_bin` while the firm has none
 */
export async function printWithheldTax(
  db: Db,
  actor: Actor,
  id: number,
  query: PrintQuery,
): Promise<Printout> {
  const tax = await findWithheldTax(db, actor, id);
  const firm = await vatFirm(db);
  const [supplier] = await db.query<[Party & { bin: string | null }]>(
    sql`select name, address, phone, bin from suppliers where id = ${tax.supplier_id}`,
  );
  const bytes = await withheldTaxPdf({
    ...tax,
    firm,
    supplier,
    amount: exact(tax.amount),
    base: tax.base === null ? null : exact(tax.base),
    rate: tax.rate === null ? null : exact(tax.rate),
  }, documentOptions(query));
  return { file_name: `${tax.reference_no}.pdf`, bytes };
}
