import { business } from "../business/business.ts";
import {
  type Decimal,
  decimal,
  fromMinor,
  isZero,
  mulDivHalfEven,
  toMinor,
} from "../money/decimal.ts";
import { toLocal } from "../money/local_currency.ts";
import type { Posted } from "./append_entry.ts";

/** What we owe in one currency, and the local amount that it stands at; below zero he owes us. */
export interface Carried {
  balance: Decimal;
  local: Decimal;
}

type Moving = Pick<Posted, "credit" | "debit" | "amount_local" | "currency" | "exchange_rate">;

/**
 * What an entry realises of a foreign balance. Whatever reduces the balance relieves its share of the local
 * amount (half even at 2 decimals, all of it at zero); what goes beyond zero opens the other side at the
 * day's rate. The rest of the entry's own local amount is the difference: above zero a loss.
 * Source: docs/books.md, "Exchange difference".
 */
export function differenceOf({ balance, local }: Carried, entry: Moving): Decimal {
  const moved = entry.credit.minus(entry.debit);
  if (entry.currency === business.localCurrency || !opposite(balance, moved)) return zero;
  const [owed, size] = [balance.abs(), moved.abs()];
  const stands = size.gt(owed)
    ? signed(toLocal(size.minus(owed), entry.currency, entry.exchange_rate), moved)
    : local.minus(shareOf(local, size, owed));
  return stands.minus(local).minus(entry.amount_local);
}

/**
 * What a reversal realises beyond what the entry had: the mirror may leave local money on a balance of zero,
 * or on the wrong side of it. Then the balance stands at the rate of the entry taken back.
 */
export function differenceLeft({ balance, local }: Carried, mirror: Moving): Decimal {
  if (mirror.currency === business.localCurrency) return zero;
  if (isZero(balance)) return local.neg();
  if (!opposite(balance, local)) return zero;
  const stands = toLocal(balance.abs(), mirror.currency, mirror.exchange_rate);
  return signed(stands, balance).minus(local);
}

/** `local × part / whole`, half even at 2 decimals. */
function shareOf(local: Decimal, part: Decimal, whole: Decimal): Decimal {
  return fromMinor(mulDivHalfEven(toMinor(local), toMinor(part, 4), toMinor(whole, 4)));
}

function opposite(one: Decimal, other: Decimal): boolean {
  return one.times(other).lt("0");
}

function signed(size: Decimal, like: Decimal): Decimal {
  return like.lt("0") ? size.neg() : size;
}

const zero = decimal("0");
