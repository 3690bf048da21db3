import sql from "sql-template-tag";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { Decimal, roundHalfUp } from "../money/decimal.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import type { Discrepancy } from "./discrepancy.ts";

export interface Money {
  amount: Decimal;
  currency: string;
  rate: Decimal;
}

interface Sent {
  amount: Decimal;
  currency: string;
  exchange_rate?: Decimal;
  supplier_rate?: Decimal;
}

/**
 * A supplier's credit note in the currency of what we owe him. In another one it is converted, where his
 * ledger has a balance of its own: `exchange_rate` of a note in local money is the rate of his currency, in
 * a third one `supplier_rate` is. Source: docs/imports.md, "Claim".
 *
 * @throws Refusal `exchange_rate_missing`, `invalid_fields`
 */
export async function supplierNote(tx: Tx, claim: Discrepancy, sent: Sent): Promise<Money> {
  const { amount, currency, exchange_rate, supplier_rate } = sent;
  const own = await ownCurrency(tx, claim);
  if (own === undefined || own === currency) {
    const known = currency === claim.currency ? claim.exchange_rate : undefined;
    return { amount, currency, rate: rateToLocal(currency, exchange_rate ?? known) };
  }
  if (own === business.localCurrency) {
    const rate = rateToLocal(currency, exchange_rate);
    return positive({
      amount: toLocal(amount, currency, rate),
      currency: own,
      rate: new Decimal("1"),
    });
  }
  const isLocal = currency === business.localCurrency;
  const local = isLocal ? amount : toLocal(amount, currency, rateToLocal(currency, exchange_rate));
  const rate = isLocal
    ? rateToLocal(own, exchange_rate)
    : rateToLocal(own, supplier_rate, "supplier_rate");
  return positive({ amount: roundHalfUp(local.div(rate), 2), currency: own, rate });
}

function positive(money: Money): Money {
  if (money.amount.gt("0")) return money;
  throw invalid({ amount: `comes to nothing in ${money.currency}` });
}

/** The currency in which the goods were billed, else his own, where his ledger has any of it. */
async function ownCurrency(
  tx: Tx,
  { supplier_id, shipment_id }: Discrepancy,
): Promise<string | undefined> {
  const [found] = await tx.query<[{ currency: string }?]>(sql`
    select wanted.currency
    from (select 1 as rank, currency from shipments where id = ${shipment_id}
      union all select 2, currency from suppliers where id = ${supplier_id}) wanted
    where exists (select from supplier_ledger e
      where e.supplier_id = ${supplier_id} and e.currency = wanted.currency)
    order by wanted.rank limit 1`);
  return found?.currency;
}
