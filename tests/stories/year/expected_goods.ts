import type { Shelf } from "./expected_books.ts";
import { halfEven, halfUp, least, percentOf, shareOut, sum, toLocal, units } from "./sums.ts";

export interface Item {
  sku: string;
  pieces: bigint;
  /** of the whole line, in cents */
  price: bigint;
  /** in grams, of the whole line */
  weight: bigint;
}

/** An item on its way: what of its value and of its pieces no receipt has taken. */
interface OnItsWay extends Item {
  open: bigint;
  accepted: bigint;
  bought: bigint;
  landed: bigint;
}

export interface Count {
  sku: string;
  accepted: number;
  rejected?: number;
  short?: number;
}

type Kind = "accepted" | "rejected" | "short";
export interface Taken extends Record<Kind, bigint> {
  sku: string;
  pieces: bigint;
  /** the parts of the costs in all three */
  shares: bigint;
  /** what all of them were bought for, in paisa and in cents */
  bought: bigint;
  billed: bigint;
}

/** One consignment. Source: docs/landed_cost.md, "Shares", "Pieces" and "Late costs". */
export class Consignment {
  readonly items: OnItsWay[];

  constructor(items: Item[], rate: string) {
    this.items = items.map((item) => {
      const bought = toLocal(item.price, rate);
      return { ...item, open: item.pieces, accepted: 0n, bought, landed: bought };
    });
  }

  #shares(amount: bigint, by: (item: Item) => bigint): bigint[] {
    return shareOut(amount, this.items.map(by));
  }

  /** A cost before the first posting. */
  bear(amount: bigint, by: (item: Item) => bigint): void {
    this.#shares(amount, by).forEach((share, at) => this.items[at].landed += share);
  }

  /** A cost after it: onto the shelf, gone with what was sold, waiting for what is still to come. */
  bearLate(amount: bigint, by: (item: Item) => bigint, shelves: Map<string, Shelf>) {
    const parts = { stock: 0n, gone: 0n, waiting: 0n };
    const goneOf = new Map<string, bigint>();
    this.#shares(amount, by).forEach((share, at) => {
      const item = this.items[at];
      const shelf = shelves.get(item.sku)!;
      const here = halfEven(share * item.accepted, item.pieces);
      const stock = item.accepted === 0n
        ? 0n
        : halfEven(here * least(shelf.pieces, item.accepted), item.accepted);
      const waiting = item.open > 0n ? share - here : 0n;
      shelf.put(0n, stock);
      item.landed += waiting;
      parts.stock += stock;
      parts.waiting += waiting;
      parts.gone += share - stock - waiting;
      goneOf.set(item.sku, share - stock - waiting);
    });
    return { ...parts, goneOf };
  }

  /** What the pieces of one count take along: accepted first, then rejected, then those missing. */
  take({ sku, ...count }: Count): Taken {
    const item = this.items.find((each) => each.sku === sku)!;
    const before = item.pieces - item.open;
    const taken: Taken = {
      sku,
      pieces: BigInt(count.accepted),
      accepted: 0n,
      rejected: 0n,
      short: 0n,
      shares: 0n,
      bought: 0n,
      billed: 0n,
    };
    for (const kind of ["accepted", "rejected", "short"] as const) {
      const pieces = BigInt(count[kind] ?? 0);
      if (pieces === 0n) continue;
      taken[kind] = halfEven(item.landed * pieces, item.open);
      const bought = halfEven(item.bought * pieces, item.open);
      item.landed -= taken[kind];
      item.bought -= bought;
      item.open -= pieces;
      taken.bought += bought;
      taken.shares += taken[kind] - bought;
    }
    item.accepted += BigInt(count.accepted);
    const billedUpTo = (pieces: bigint) =>
      pieces === item.pieces ? item.price : halfUp(item.price * pieces, item.pieces);
    taken.billed = billedUpTo(item.pieces - item.open) - billedUpTo(before);
    return taken;
  }
}

export const byValue = ({ price }: Item) => price;
export const byWeight = ({ weight }: Item) => weight;
export const byPieces = ({ pieces }: Item) => pieces;
export const equally = () => 1n;

export interface SoldLine {
  sku: string;
  pieces: bigint;
  net: bigint;
  vat: bigint;
  cost: bigint;
}

/**
 * An invoice's lines: each `pieces × price − discount`; the invoice's own discount shared by value, VAT worked
 * out once per rate on what is left and shared likewise.
 */
export function billed(
  lines: { pieces: bigint; price: string; discount?: string; vat: string }[],
  discount: string,
): { net: bigint; vat: bigint }[] {
  const amounts = lines.map(({ pieces, price, discount = "0" }) =>
    pieces * units(price) - units(discount)
  );
  const off = shareOut(units(discount), amounts);
  const made = amounts.map((amount, at) => ({ net: amount - off[at], vat: 0n }));
  for (const [rate, taxed] of Map.groupBy(made, (_, at) => lines[at].vat)) {
    const nets = taxed.map(({ net }) => net);
    shareOut(percentOf(sum(nets), rate), nets).forEach((part, at) => taxed[at].vat = part);
  }
  return made;
}
