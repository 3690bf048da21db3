import fc from "fast-check";
import sql, { join, type Sql } from "sql-template-tag";
import { bookChecks } from "../../domain/books/verify_books.ts";
import { journalChecks } from "../../domain/books/journal_checks.ts";
import type { Check } from "../../domain/books/check.ts";
import type { Database, Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Refusal } from "../../domain/errors.ts";
import { type Json, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { asCommitted, freshDatabase } from "../support/db.ts";
import { disagreements } from "./agreement.ts";
import { day, type How, owner } from "./deeds/deed.ts";
import { importing } from "./deeds/importing.ts";
import { moving } from "./deeds/moving.ts";
import { paying } from "./deeds/paying.ts";
import { selling } from "./deeds/selling.ts";
import { taxing } from "./deeds/taxing.ts";

/** Everything that moves value, in any order. */
const deeds = { ...selling, ...importing, ...paying, ...moving, ...taxing };

interface Deed extends How {
  what: keyof typeof deeds;
}

/** Deeds of one kind often follow each other: a return follows a sale, a bounce a cheque. */
const kinds = [
  { weight: 3, deeds: ["sell", "receive", "cost", "owe"] },
  { weight: 2, deeds: Object.keys(deeds) },
] as const;
const themes = [deeds, selling, importing, paying, moving, taxing].map((some) => Object.keys(some));

const program = fc.constantFrom(...themes).chain((theme) =>
  fc.array(
    fc.record({
      what: fc.oneof(
        ...kinds.map(({ weight, deeds }) => ({ weight, arbitrary: fc.constantFrom(...deeds) })),
        { weight: 4, arbitrary: fc.constantFrom(...theme) },
      ) as fc.Arbitrary<Deed["what"]>,
      which: fc.nat(11),
      much: fc.nat(60),
      ago: fc.oneof(fc.constant(0), fc.nat(40)),
    }),
    { minLength: 3, maxLength: 9 },
  )
);

/** Chance forgets it once in a while. */
const soldAndVoid: Deed[] = (["sell", "void"] as const).map((what) => ({
  what,
  which: 0,
  much: 5,
  ago: 0,
}));

Deno.test("whatever is done in any order: debits are credits, and every control account its ledger on every day", async () => {
  await using db = await freshDatabase();
  await office(db.database);
  let programs = 0;
  const done: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(program, async (steps) => {
      programs++;
      await inTransaction(db.database, async (tx) => {
        let closed: Closed | undefined;
        for (const step of steps) {
          if (!await attempt(tx, step)) continue;
          done[step.what] = (done[step.what] ?? 0) + 1;
          assertEquals(await differing(tx, journal), [], JSON.stringify(step));
          if (step.what === "close" || step.what === "reopen") closed = undefined;
          else if (closed) assertEquals(await closedFigures(tx), closed, "a closed month changed");
          closed ??= await closedFigures(tx);
        }
        if (programs % 5 === 0) assertEquals(await differing(tx, otherChecks), []);
        if (programs % 10 === 0) {
          assertEquals(await disagreements(tx, owner.today), []);
          assertEquals(await disagreements(tx, day(12)), []);
        }
      }, { dryRun: true });
    }),
    { numRuns: 500, interruptAfterTimeLimit: 300_000, examples: [[soldAndVoid]] },
  );
  const never = Object.keys(deeds).filter((what) => done[what] === undefined);
  assertEquals(never, [], "deeds that were always refused");
});

/** Does it, or nothing of it where it is refused. */
async function attempt(tx: Tx, step: Deed): Promise<boolean> {
  await tx.query(sql`savepoint step`);
  try {
    await deeds[step.what](tx, owner, step);
    await asCommitted(tx);
    await tx.query(sql`release savepoint step`);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tx.query(sql`rollback to savepoint step`);
    return false;
  }
}

/** Many checks as one question. */
const together = (checks: Check[]) =>
  join(
    checks.map(({ name, differences }) =>
      sql`select ${name}::text as name, record::text, problem from (${differences}) differs`
    ),
    " union all ",
  );
const journal = together(journalChecks);
const otherChecks = together(bookChecks.filter((check) => !journalChecks.includes(check)));

async function differing(tx: Tx, checks: Sql): Promise<Json[]> {
  return await tx.query<Json[]>(checks);
}

type Closed = Json;

/** What the journal says of the days that are closed. */
async function closedFigures(tx: Tx): Promise<Closed> {
  return await tx.query(sql`
    select l.account_id, to_char(l.entry_date, 'YYYY-MM') as month, sum(l.debit - l.credit)::text as amount
    from journal_lines l, settings where l.entry_date <= settings.closed_through
    group by 1, 2 order by 1, 2`);
}

/** Customers, suppliers in two currencies, products in stock, shipments on their way, an LC, some sales. */
async function office(database: Database): Promise<void> {
  const caller = await testApp(database).as("owner");
  const make = async (path: string, body: Json) => {
    const answer = await caller.post(path, body);
    assertEquals(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };
  await make("/customers", { name: "Rahim" });
  await make("/customers", {
    name: "Karim",
    opening_balance: 333.33,
    opening_balance_date: day(60),
  });
  const suppliers = [];
  for (const currency of ["USD", "CNY"]) {
    suppliers.push(await make("/suppliers", { name: `Maker ${currency}`, currency }));
  }
  const products = [];
  for (const name of ["Head", "Ink", "Board"]) {
    products.push(
      await make("/products", {
        name,
        opening_stock: 9,
        purchase_price: 33.33,
        opening_stock_date: day(60),
      }),
    );
  }
  await database.query(sql`update settings set books_start = ${day(60)}`);
  for (const supplier of suppliers) {
    await make("/import-logistics/shipments", {
      supplier_id: supplier.id,
      currency: supplier.currency,
      exchange_rate: supplier.currency === "USD" ? 121.5 : 17.05,
      items: products.map((product: Json, i) => ({
        product_id: product.id,
        product_name: product.name,
        sku: product.sku,
        ordered_qty: 13 + i,
        purchase_value: 100.07 + i * 31.11,
      })),
    });
  }
  await make("/stock-places", { code: "SHOW", name: "Showroom", kind: "showroom" });
  await make("/stock-places", { code: "VAN", name: "Van", kind: "van" });
  await make("/service-tickets", { customer_id: 1, problem_description: "No ink" });
  await database.query(sql`
    update service_tickets set created_at = ${`${day(60)} 06:00:00Z`}::timestamptz`);
  await make("/lc-tt", {
    supplier_id: suppliers[0].id,
    type: "LC",
    amount: 400,
    exchange_rate: 121.5,
    shipment_id: 1,
  });
  const margin = { status: "lc_opened", margin_paid: 2430, date: day(39) };
  assertEquals((await caller.patch("/lc-tt/1/status", margin)).status, 200);
  await inTransaction(database, async (tx) => {
    for (const [what, which, much, ago] of begun) {
      await deeds[what](tx, owner, { which, much, ago });
    }
  });
}

/** What every program finds: something of each kind that can be taken back or go on. */
const begun: [Deed["what"], which: number, much: number, ago: number][] = [
  ["pay", 0, 50, 35],
  ["borrow", 0, 40, 34],
  ["repay", 0, 1, 32],
  ["sendBack", 0, 1, 31],
  ["receive", 0, 7, 33],
  ["takeCheque", 1, 40, 30],
  ["sell", 1, 3, 28],
  ["takeBack", 0, 2, 26],
  ["moveCheque", 0, 0, 25],
  ["sell", 0, 6, 22],
  ["settle", 0, 31, 21],
  ["takeCheque", 0, 7, 20],
  ["spend", 0, 9, 19],
  ["resolve", 1, 1, 17],
  ["claimBack", 0, 0, 16],
  ["repair", 0, 1, 0],
  ["transfer", 1, 9, 18],
  ["pay", 1, 30, 16],
  ["giveBack", 0, 5, 12],
  ["giveCheque", 0, 20, 16],
  ["giveCheque", 1, 41, 15],
  ["giveCheque", 2, 5, 14],
  ["moveOurCheque", 0, 0, 9],
  ["send", 2, 4, 8],
];
