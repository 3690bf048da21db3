import type { Product } from "../../core/answers.ts";
import {
  enqueueAll,
  getKept,
  keep,
  type NewWrite,
  number,
  onward,
  queue,
  t,
  toast,
} from "../../kit/mod.ts";
import { serialKey } from "../trade/codes.ts";
import { c } from "./count_words.ts";
import { type InBooks, inBooks } from "./in_stock.tsx";

/** What was counted, by the product's id. */
export interface Counted {
  /** of a product that is kept by number, the pieces that bear none */
  numbers: Record<number, number>;
  /** the numbers of the pieces that were seen */
  pieces: Record<number, string[]>;
}

/** A movement that makes the books what was counted. */
export interface Difference {
  product: Product;
  /** signed */
  quantity: number;
  serials?: string[];
  title: string;
}

/** How many pieces of a product the books have without a number. */
export const unnumbered = ({ stock_qty }: Product, { numbered }: InBooks) =>
  Math.max(0, exact(Number(stock_qty) - numbered.length));

const exact = (quantity: number) => Math.round(quantity * 1000) / 1000;

/** Whether a write that has not been sent moves the product: the books will change by it too. */
const isMoving = ({ id }: Product) =>
  queue.value.some(({ body }) => new RegExp(`"product_id":"?${id}\\b`).test(JSON.stringify(body)));

/** What differs from the books, as they are now, of what was counted, or why that cannot be said. */
export async function differencesOf(
  products: Product[],
  { numbers, pieces }: Counted,
): Promise<{ differences: Difference[]; fault?: string }> {
  const differences: Difference[] = [];
  if (products.length === 0) return { differences, fault: c("nothing_counted") };
  for (const product of products) {
    const { id, name, stock_qty, is_serialized } = product;
    if (isMoving(product)) return { differences, fault: c("unsent_first", { name }) };
    const counted = numbers[id] ?? 0;
    let rest = exact(counted - Number(stock_qty));
    if (is_serialized) {
      const books = await inBooks(String(id));
      if (!books) return { differences, fault: `${name}: ${c("numbers_unknown")}` };
      // what nobody looked at is not missing
      const half = books.here.length > 0 && !pieces[id] ||
        unnumbered(product, books) > 0 && numbers[id] === undefined;
      if (half) return { differences, fault: c("half_counted", { name }) };
      const seen = pieces[id] ?? [];
      const [missing, found] = [without(books.here, seen), without(seen, books.numbered)];
      const moved = (serials: string[], sign: number, title: string) =>
        serials.length > 0 &&
        differences.push({ product, quantity: sign * serials.length, serials, title });
      moved(missing, -1, c("name_missing", { serials: missing.join(", "), name }));
      moved(found, 1, c("name_found", { serials: found.join(", "), name }));
      rest = exact(counted - unnumbered(product, books));
    }
    const title = c("name_count", { n: number(counted), name });
    if (rest !== 0) differences.push({ product, quantity: rest, title });
  }
  return { differences };
}

function without(all: string[], others: string[]): string[] {
  const keys = new Set(others.map(serialKey));
  return all.filter((one) => !keys.has(serialKey(one)));
}

const KEY = "cycle-count";

/** What was counted on this phone and has not been handed in. */
export const keptCount = async (): Promise<Partial<Counted>> => ({
  numbers: await getKept(KEY),
  pieces: await getKept(`${KEY}-pieces`),
});

export async function keepCount(counted?: Counted): Promise<void> {
  await Promise.all([keep(KEY, counted?.numbers), keep(`${KEY}-pieces`, counted?.pieces)]);
}

/** Puts the differences into the outbox and ends the count. */
export async function handIn(differences: Difference[], counted: number): Promise<void> {
  const goOn = onward();
  const writes = differences.map(({ product, quantity, serials, title }): NewWrite => ({
    method: "POST",
    path: "/products/stock-movement",
    record: `/products/${product.id}`,
    body: {
      product_id: product.id,
      type: "adjustment",
      quantity: String(quantity),
      ...serials && { serial_numbers: serials },
      reason: t("cycle_count"),
    },
    title,
  }));
  if (writes.length > 0) await enqueueAll(writes);
  await keepCount();
  goOn("/products");
  const differing = new Set(differences.map(({ product }) => product.id)).size;
  toast(
    differing > 0
      ? c("counted_differ", { n: number(counted), m: number(differing) })
      : c("counted_all_right", { n: number(counted) }),
  );
}
