import fc from "fast-check";
import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import type { Tx } from "../../domain/db/connect.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { Refusal } from "../../domain/errors.ts";
import { parse } from "../../domain/records/input.ts";
import { moveStock, newMovement } from "../../domain/stock/move_stock.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { actorWith } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

interface Step {
  type: "in" | "out" | "adjustment";
  milli: bigint;
  /** unit cost in 1/10000 of the local currency */
  cost?: bigint;
  /** take everything there is */
  all: boolean;
}

const step = (): fc.Arbitrary<Step> =>
  fc.record({
    type: fc.constantFrom("in", "out", "adjustment"),
    milli: fc.oneof(
      fc.bigInt(1n, 20n).map((pieces) => pieces * 1000n),
      fc.bigInt(1n, 9_999n),
      fc.bigInt(-9_999n, -1n),
    ),
    cost: fc.option(
      fc.oneof(fc.bigInt(0n, 99_999n), fc.bigInt(0n, 10_000_000_000n), fc.constant(50n)),
      { nil: undefined },
    ),
    all: fc.boolean(),
  });

/** What the books must show, in whole minor units: written from the rule, not from the code. */
interface Books {
  milli: bigint;
  minor: bigint;
}

function halfEven(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const rest = 2n * (numerator % denominator);
  return rest > denominator || (rest === denominator && whole % 2n === 1n) ? whole + 1n : whole;
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function expected(books: Books, move: { milli: bigint; cost?: bigint }): bigint {
  if (move.milli < 0n) return -halfEven(books.minor * -move.milli, books.milli);
  const average = books.milli > 0n ? halfUp(books.minor * 1000n * 100n, books.milli) : 0n;
  // milli × 1/10000 currency = 10^-7 currency; a minor unit is 10^5 of them
  return halfUp(move.milli * (move.cost ?? average), 100_000n);
}

const text = (units: bigint, scale: number) => new Decimal(`${units}e-${scale}`).toFixed();

Deno.test("moveStock() keeps quantity and value the sums of the movements", async () => {
  await using db = await freshDatabase();
  const actor = actorWith("system");
  await fc.assert(
    fc.asyncProperty(
      fc.array(step(), { minLength: 1, maxLength: 12 }),
      (steps) => inTransaction(db.database, (tx) => run(tx, steps), { dryRun: true }),
    ),
    { numRuns: 500 },
  );

  async function run(tx: Tx, steps: Step[]): Promise<void> {
    const [{ id }] = await tx.query<[{ id: number }]>(
      sql`insert into products (sku, name) values ('P', 'Property') returning id`,
    );
    const books: Books = { milli: 0n, minor: 0n };
    let written = 0;
    for (const { type, milli, cost, all } of steps) {
      const size = all && type === "out" && books.milli > 0n ? books.milli : milli;
      const quantity = type === "adjustment" ? size : size < 0n ? -size : size;
      const signed = type === "out" ? -quantity : quantity;
      const input = parse(newMovement, {
        product_id: String(id),
        type,
        quantity: text(quantity, 3),
        unit_cost: cost === undefined ? undefined : text(cost, 4),
        reason: "property",
      });
      if (books.milli + signed < 0n) {
        const refusal = await moveStock(tx, actor, input).then(() => undefined, (error) => error);
        assert(refusal instanceof Refusal && refusal.code === "insufficient_stock");
        continue;
      }
      const value = expected(books, { milli: signed, cost });
      books.milli += signed;
      books.minor += value;
      const row = await moveStock(tx, actor, input);
      written++;
      assertEquals(
        [row.quantity, row.value, row.balance_after, row.value_after].map(String),
        [text(signed, 3), text(value, 2), text(books.milli, 3), text(books.minor, 2)],
      );
    }
    await checkBooks(tx, id, books, written);
  }
});

async function checkBooks(tx: Tx, id: number, books: Books, written: number): Promise<void> {
  const [sums] = await tx.query<[Record<string, unknown>]>(sql`
    select p.stock_qty, p.stock_value, count(m.id) as movements, p.version,
      coalesce(sum(m.quantity), 0) as quantity, coalesce(sum(m.value), 0) as value,
      count(*) filter (where m.balance_after <> m.running_qty or m.value_after <> m.running_value
        or (m.balance_after = 0 and m.value_after <> 0)) as broken
    from products p left join (
      select id, product_id, quantity, value, balance_after, value_after,
        sum(quantity) over chain as running_qty, sum(value) over chain as running_value
      from stock_movements window chain as (partition by product_id order by id)
    ) m on m.product_id = p.id
    where p.id = ${id} group by p.id`);
  assertEquals(Object.fromEntries(Object.entries(sums).map(([k, v]) => [k, String(v)])), {
    stock_qty: text(books.milli, 3),
    stock_value: text(books.minor, 2),
    movements: String(written),
    version: String(1 + written),
    quantity: text(books.milli, 3),
    value: text(books.minor, 2),
    broken: "0",
  });
}
