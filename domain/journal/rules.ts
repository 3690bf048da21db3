import { type Decimal, decimal, sum } from "../money/decimal.ts";
import { type About, cr, dr, type Line } from "./line.ts";
import { accountOfHead, issuedAt, type Moved, net, soldFor, stockLines } from "./rule_lines.ts";

const zero = decimal("0");

/**
 * What each deed posts: one rule a deed, debits (`dr`) before credits (`cr`), local currency. Amounts below
 * zero turn a line round, lines of zero are left out. The ledgers' own lines (`on`: suppliers and customers)
 * come from whoever writes the ledger, so that a control account is the sum of its ledger.
 * Source: docs/books.md, "What each deed posts".
 */
export const rules = {
  /** What was there when the books were taken over; `on` is the account it stands on. */
  opening: (on: Line[]) => [...on, cr("opening", net(on))],

  /** A cost that makes the goods worth more; `owed`: a payee's ledger, money, or goods not billed. */
  cost_capitalised: (amount: Decimal, owed: Line[], about: About) => [
    dr("goods_on_the_way", amount, about),
    ...owed,
  ],
  /** A cost that does not: taxes come back, delay and the rest are expenses. */
  cost_expensed: (head: string, amount: Decimal, owed: Line[], about: About) => [
    dr(accountOfHead(head), amount, about),
    ...owed,
  ],
  /** A cost after the first posting: what stock took, what is gone already, what still waits. */
  late_cost: (
    v: { stock: Moved[]; gone: Decimal; waiting: Decimal },
    owed: Line[],
    about: About,
  ) => [
    ...stockLines(v.stock, about),
    dr("late_costs", v.gone, about),
    dr("goods_on_the_way", v.waiting, about),
    ...owed,
  ],
  /**
   * Goods counted in. `accepted` went into stock; the landed value of rejected and short pieces is
   * `claimed`, `awaited` as a replacement, or `lost` where nobody answers for it. `shares` is the part of
   * all these pieces in the costs, `replaced` what they bring from pieces that they replace; the rest was
   * bought: `bought` is the supplier's ledger, what is not in it is not billed yet.
   */
  receipt: (
    v: {
      accepted: Moved[];
      claimed: Decimal;
      awaited: Decimal;
      lost: Decimal;
      residue: Decimal;
      shares: Decimal;
      replaced: Decimal;
    },
    bought: Line[],
    about: About,
  ) => {
    const accepted = v.accepted.map(({ value }) => value);
    const taken = sum([...accepted, v.claimed, v.awaited, v.lost, v.residue]);
    const purchase = taken.minus(v.shares).minus(v.replaced);
    return [
      ...stockLines(v.accepted, about),
      dr("claims", v.claimed, about),
      dr("replacements_due", v.awaited, about),
      dr("claim_loss", v.lost, about),
      dr("residue", v.residue, about),
      cr("goods_on_the_way", v.shares, about),
      cr("replacements_due", v.replaced, about),
      ...bought,
      cr("goods_not_billed", purchase.plus(net(bought)), about),
    ];
  },
  /** A supplier's bill, payment or correction by hand; `on` is his ledger's line, `against` the other side. */
  supplier_entry: (on: Line[], against: Line["account"], about: About) => [
    ...on,
    cr(against, net(on), about),
  ],
  /** What a payment to a supplier took from an account, at the day's rate; LCs use their margin first. */
  supplier_payment: (
    on: Line[],
    v: { money: Line["account"]; margin?: Decimal },
    about: About,
  ) => [
    ...on,
    cr("lc_margin", v.margin ?? zero, about),
    cr(v.money, net(on).minus(v.margin ?? zero), about),
  ],
  /** The bank keeps a margin of ours; released it comes back by an amount below zero. */
  lc_margin: (amount: Decimal, bank: Line["account"], about: About) => [
    dr("lc_margin", amount, about),
    cr(bank, amount, about),
  ],
  /** A bank lends us money for an LC. */
  bank_loan: (amount: Decimal, money: Line["account"], about: About) => [
    dr(money, amount, {}),
    cr("bank_loans", amount, about),
  ],
  /** What is paid back of it, with interest; taken back by amounts below zero. */
  loan_repaid: (
    v: { principal: Decimal; interest: Decimal },
    money: Line["account"],
    about: About,
  ) => [
    dr("bank_loans", v.principal, about),
    dr("interest", v.interest, about),
    cr(money, v.principal.plus(v.interest), {}),
  ],
  /** A charge of the bank that belongs to no shipment. */
  bank_charge: (amount: Decimal, bank: Line["account"], about: About) => [
    dr("bank_charges", amount, about),
    cr(bank, amount, about),
  ],
  /**
   * A claim that brought something: `got` is the supplier's ledger (a credit note) or money (refund,
   * insurance), `carrying` what the claim stood at, `exchange` what came because of another rate than the
   * one it stood at. The rest is a loss; more is an income.
   */
  claim_recovered: (got: Line[], v: { carrying: Decimal; exchange: Decimal }, about: About) => {
    const rest = v.carrying.minus(net(got)).plus(v.exchange);
    return [
      ...got,
      cr("exchange_difference", v.exchange, about),
      rest.gt("0") ? dr("claim_loss", rest, about) : cr("other_income", rest.neg(), about),
      cr("claims", v.carrying, about),
    ];
  },
  /** A claim for which pieces will come. */
  claim_replaced: (carrying: Decimal, about: About) => [
    dr("replacements_due", carrying, about),
    cr("claims", carrying, about),
  ],
  /** Faulty stock that a supplier is to answer for leaves, or comes back. */
  stock_claimed: (moved: Moved[], about: About) => issuedAt("claims", moved, about),
  /** A claim that brings nothing. */
  claim_lost: (carrying: Decimal, about: About) => [
    dr("claim_loss", carrying, about),
    cr("claims", carrying, about),
  ],
  /** What a shipment that ends leaves behind goes to `to`. */
  left_over: (from: Line["account"], amount: Decimal, to: Line["account"], about: About) => [
    dr(to, amount, about),
    cr(from, amount, about),
  ],

  /** A sale: `on` is the customer's line, `net` the goods' and services' price without VAT. */
  invoice: (
    on: Line[],
    v: { goods: Decimal; service: Decimal; vat: Decimal; issued: Moved[] },
    about: About,
  ) => [
    ...on,
    cr("sales", v.goods, about),
    cr("service", v.service, about),
    cr("vat_output", v.vat, about),
    ...issuedAt("cost_of_goods", v.issued, about),
  ],
  /**
   * Goods that come back; `got` is the customer's line, or the money he is paid. Of faulty pieces the supplier
   * answers for those that are `claimed`.
   */
  sales_return: (
    got: Line[],
    v: {
      net: Decimal;
      vat: Decimal;
      back: Moved[];
      faulty: Moved[];
      claimed: (Moved & { shipment_id: number })[];
    },
    about: About,
  ) => [
    dr("returns", v.net, about),
    dr("vat_output", v.vat, about),
    ...got,
    ...issuedAt("cost_of_goods", v.back, about),
    ...soldFor("stock_adjustment", v.faulty, about),
    ...soldFor("claims", v.claimed, about),
  ],
  /** Money given back to a customer, of what is on account. */
  customer_refund: (amount: Decimal, money: Line["account"], about: About) => [
    dr("customers", amount, about),
    cr(money, amount, {}),
  ],
  /** Money from a customer; a certificate of tax withheld is money that the treasury owes. */
  customer_payment: (on: Line[], money: Line["account"]) => [dr(money, net(on).neg()), ...on],

  /** A part that the customer does not pay. */
  warranty_part: (parts: Moved[]) => issuedAt("warranty", parts),
  /** A part that is billed with its ticket. */
  billed_part: (parts: Moved[]) => issuedAt("cost_of_goods", parts),
  /** Stock in, out or counted by hand. */
  stock_by_hand: (moved: Moved[]) => issuedAt("stock_adjustment", moved),

  /** Rent, salaries and the like; the VAT in it comes back. */
  expense: (
    account: Line["account"],
    { amount, vat }: { amount: Decimal; vat: Decimal },
    money: Line["account"],
    about: About,
  ) => [
    dr(account, amount.minus(vat), about),
    dr("vat_input", vat, about),
    cr(money, amount, about),
  ],
  /** From one account to another: cash to the bank, the owner's money in or out. */
  transfer: (to: Line["account"], from: Line["account"], amount: Decimal) => [
    dr(to, amount),
    cr(from, amount),
  ],
};

/** The deed an entry's `kind` names; a reversal is the same with `.reversal` behind it. */
export type Deed = keyof typeof rules;
