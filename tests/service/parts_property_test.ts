import fc from "fast-check";
import { type Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { done, stockOf } from "../support/receiving.ts";
import { TICKETS, workshop } from "../support/service.ts";

interface Use {
  ticket: number;
  product: number;
  milli: bigint;
  /** unit price in 1/10000; undefined: the product's */
  price?: bigint;
  warranty?: boolean;
}

const use: fc.Arbitrary<Use> = fc.record({
  ticket: fc.nat({ max: 2 }),
  product: fc.nat({ max: 1 }),
  milli: fc.oneof(fc.bigInt(1n, 4n).map((pieces) => pieces * 1000n), fc.bigInt(1n, 5000n)),
  price: fc.option(fc.bigInt(0n, 9_999_999n), { nil: undefined }),
  warranty: fc.option(fc.boolean(), { nil: undefined }),
});
/** Calls one after the other; each uses its parts for the ticket of its first. */
const program = fc.array(fc.array(use, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 12,
});

const sellingPrice = [125_000n, 3_333n];
const ticketCovered = [false, true, false];

function halfEven(numerator: bigint, denominator: bigint): bigint {
  const floor = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  return twice > denominator || (twice === denominator && floor % 2n === 1n) ? floor + 1n : floor;
}

const halfUp = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator);
const decimal = (units: bigint, scale: number) => JSON.rawJSON(digits(units, scale));

function digits(units: bigint, scale: number): string {
  const text = String(units).padStart(scale + 1, "0");
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

Deno.test("stock and tickets agree after any program of parts", async () => {
  await using db = await freshDatabase();
  const { owner, ticket, product } = await workshop(db.database);

  await fc.assert(
    fc.asyncProperty(program, async (calls) => {
      const books = [{ milli: 20_000n, minor: 14_000n }, { milli: 7_500n, minor: 2_500n }];
      const products = [
        await product(20, { purchase_price: 7, selling_price: 12.5 }),
        await product(7.5, { purchase_price: 3.3333, selling_price: 0.3333 }),
      ];
      const tickets = [];
      for (const is_warranty of ticketCovered) tickets.push(await ticket({ is_warranty }));
      const totals = tickets.map(() => ({ parts: 0, minor: 0n, billable: 0n, cost: 0n }));

      for (const uses of calls) {
        const to = uses[0].ticket;
        const parts = uses.map((part) => ({
          product_id: products[part.product].id,
          quantity: decimal(part.milli, 3),
          unit_price: part.price === undefined ? undefined : decimal(part.price, 4),
          is_warranty: part.warranty,
        }));
        const { status } = await owner.post(`${TICKETS}/${tickets[to].id}/parts`, { parts });

        const after = structuredClone(books);
        const total = { ...totals[to] };
        for (const { product: which, milli, price, warranty } of uses) {
          const book = after[which];
          const cost = book.milli > 0n ? halfEven(book.minor * milli, book.milli) : 0n;
          book.milli -= milli;
          book.minor -= cost;
          const amount = halfUp(milli * (price ?? sellingPrice[which]), 100_000n);
          total.parts += 1;
          total.minor += amount;
          total.cost += cost;
          if (!(warranty ?? ticketCovered[to])) total.billable += amount;
          if (book.milli < 0n) break;
        }
        const enough = after.every((book) => book.milli >= 0n);
        assertEquals(status, enough ? 201 : 409);
        if (!enough) continue;
        books.splice(0, 2, ...after);
        totals[to] = total;
      }

      for (const [i, book] of books.entries()) {
        const [qty, value] = await stockOf(db.database, products[i].id);
        assertEquals([Number(qty), value], [Number(book.milli) / 1000, digits(book.minor, 2)]);
      }
      for (const [i, { parts, minor, billable, cost }] of totals.entries()) {
        const seen: Json = done(await owner.get(`${TICKETS}/${tickets[i].id}`));
        const costs = seen.parts.reduce(
          (sum: bigint, part: Json) => sum + BigInt(Math.round(part.cost * 100)),
          0n,
        );
        assertEquals(
          [seen.parts.length, seen.parts_total, seen.billable_total, costs],
          [parts, Number(minor) / 100, Number(billable) / 100, cost],
        );
      }
    }),
    { numRuns: 40 },
  );
});
