import type { Actor } from "../access/access.ts";
import { customerParty } from "../customers/customer_party.ts";
import type { Db } from "../db/connect.ts";
import { documentOptions, exact, type Printout, type PrintQuery } from "../documents/printing.ts";
import { type PrintedStatement, statementPdf } from "../documents/statement_pdf.ts";
import { invalid } from "../errors.ts";
import type { Decimal } from "../money/decimal.ts";
import type { ReportQuery, Whole } from "./report.ts";

/** Some sixty pages; who wants more asks for less time. */
const MOST_ENTRIES = 2_000;

/**
 * A customer's statement as a PDF to send him.
 * @throws Refusal `invalid_fields` when it has too many entries for a document
 */
export async function printCustomerStatement(
  db: Db,
  actor: Actor,
  { from, to = actor.today }: ReportQuery,
  { rows, beside }: Whole,
  how: PrintQuery,
): Promise<Printout> {
  if (rows.length > MOST_ENTRIES) {
    const reason =
      `must be later: there are ${rows.length} entries, and a document has ${MOST_ENTRIES}`;
    throw invalid({ from: reason });
  }
  const { customer, opening_balance, closing_balance } = beside as {
    customer: { id: number; reference_no: string };
    opening_balance: Decimal | number;
    closing_balance: Decimal | number;
  };
  const bytes = await statementPdf({
    reference_no: customer.reference_no,
    customer: await customerParty(db, customer.id),
    from,
    to,
    opening_balance: exact(opening_balance),
    closing_balance: exact(closing_balance),
    entries: rows as unknown as PrintedStatement["entries"],
  }, documentOptions(how));
  return { file_name: `statement-${customer.reference_no}-${to}.pdf`, bytes };
}
