import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import type { Line } from "./line.ts";

interface Written {
  account: number;
  amount: Decimal;
  currency: string | null;
  amount_foreign: Decimal;
  rate: Decimal;
  supplier_id: number | null;
  customer_id: number | null;
  product_id: number | null;
  shipment_id: number | null;
  lc_tt_id: number | null;
  invoice_id: number | null;
}

/** The lines of an entry with its amounts on the other side: what takes it back. */
export async function mirrorOf(tx: Tx, entry: number): Promise<Line[]> {
  const lines = await tx.query<Written[]>(sql`
    select account_id as account, debit - credit as amount, currency, amount_foreign, rate,
      case party_type when 'supplier' then party_id end as supplier_id,
      case party_type when 'customer' then party_id end as customer_id,
      product_id, shipment_id, lc_tt_id, invoice_id
    from journal_lines where entry_id = ${entry} order by id`);
  return lines.map(({ amount, currency, amount_foreign, rate, ...line }) => ({
    ...line,
    amount: amount.neg(),
    ...currency !== null && { foreign: { currency, amount: amount_foreign.abs(), rate } },
  }));
}
