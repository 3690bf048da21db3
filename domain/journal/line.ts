import type { Decimal } from "../money/decimal.ts";
import type { Role } from "./chart.ts";

/** What a line is about, where that is known. */
export interface About {
  supplier_id?: number | null;
  customer_id?: number | null;
  product_id?: number | null;
  shipment_id?: number | null;
  lc_tt_id?: number | null;
  invoice_id?: number | null;
  /** of a line in foreign money: its currency, its amount (above zero) and its rate */
  foreign?: { currency: string; amount: Decimal; rate: Decimal };
}

/** One line of an entry before it is written: `amount` is local, a debit above zero, a credit below. */
export interface Line extends About {
  /** a role of the chart, or the id of an account */
  account: Role | number;
  amount: Decimal;
}

/** A debit of `amount`; one below zero is a credit. */
export function dr(account: Line["account"], amount: Decimal, about: About = {}): Line {
  return { account, amount, ...about };
}

/** A credit of `amount`; one below zero is a debit. */
export function cr(account: Line["account"], amount: Decimal, about: About = {}): Line {
  return { account, amount: amount.neg(), ...about };
}
