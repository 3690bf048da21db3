import sql from "sql-template-tag";
import { decimal } from "../../domain/money/decimal.ts";
import type { Refusal } from "../../domain/errors.ts";
import type { Tx } from "../../domain/db/connect.ts";
import {
  lockProducts,
  type Movement,
  postMovements,
  type StockedProduct,
} from "../../domain/stock/post_movements.ts";
import { assertEquals, thrownBy } from "../support/assert.ts";
import { actorWith } from "../support/app.ts";
import { freshDatabase, inRollback } from "../support/db.ts";

const actor = actorWith("system");
const entry = 7;
/** With an entry that is never judged: nothing is kept. */
const post = (tx: Tx, products: Map<number, StockedProduct>, movements: Movement[]) =>
  postMovements(tx, actor, products, movements, entry);
const movement = (
  product_id: number,
  kind: Movement["kind"],
  quantity: string,
  value?: string,
) => ({
  product_id,
  kind,
  quantity: decimal(quantity),
  value: value === undefined ? undefined : decimal(value),
  movement_date: "2026-06-01",
});

/** As they were written: what postMovements() answers is only written with. */
async function numbersOf(tx: Tx, posted: { id: number }[]): Promise<string[]> {
  const rows = await tx.query<{ reference_no: string }[]>(sql`
    select reference_no from stock_movements
    where id = any(${posted.map(({ id }) => id)}::bigint[])
    order by array_position(${posted.map(({ id }) => id)}::bigint[], id)`);
  return rows.map(({ reference_no }) => reference_no);
}

Deno.test("postMovements()", async (t) => {
  await using db = await freshDatabase();
  await db.database.query(sql`
    insert into products (sku, name) values ('A', 'Alpha'), ('B', 'Beta'), ('C', 'Gamma')`);

  await t.step(
    "posts several products in the order given",
    () =>
      inRollback(db.database, async (tx) => {
        const products = await lockProducts(tx, [2, 1, 3, 2]);
        const posted = await post(tx, products, [
          movement(2, "receipt", "3", "10.00"),
          movement(1, "receipt", "1", "0.01"),
          movement(2, "invoice", "-1"),
        ]);
        assertEquals(await numbersOf(tx, posted), [
          "STK-2026-000001",
          "STK-2026-000002",
          "STK-2026-000003",
        ]);
        assertEquals(
          posted.map((row) => row.id),
          posted.map((row) => row.id).toSorted((a, b) => a - b),
        );
        assertEquals(posted.map((row) => String(row.value)), ["10", "0.01", "-3.33"]);
        assertEquals(String(products.get(2)!.stock_value), "6.67");
        const rows = await tx.query<{ id: number; stock: string; version: number }[]>(sql`
        select id, stock_qty || ' ' || stock_value as stock, version from products order by id`);
        assertEquals(rows, [
          { id: 1, stock: "1.000 0.01", version: 2 },
          { id: 2, stock: "2.000 6.67", version: 2 },
          { id: 3, stock: "0.000 0.00", version: 1 },
        ]);
      }),
  );

  await t.step(
    "keeps the order past the millionth number of a year",
    () =>
      inRollback(db.database, async (tx) => {
        await tx.query(sql`
        insert into document_counters (series, last_number) values ('STK-2026', 999998)`);
        const posted = await post(tx, await lockProducts(tx, [1]), [
          movement(1, "in", "1", "1.00"),
          movement(1, "in", "2", "2.00"),
          movement(1, "in", "3", "3.00"),
        ]);
        assertEquals(await numbersOf(tx, posted), [
          "STK-2026-999999",
          "STK-2026-1000000",
          "STK-2026-1000001",
        ]);
        const rows = await tx.query<{ id: number; balance_after: unknown }[]>(sql`
        select id, balance_after::int from stock_movements order by id`);
        assertEquals(rows.map((row) => row.balance_after), [1, 3, 6]);
        assertEquals(rows.map((row) => row.id), posted.map((row) => row.id));
      }),
  );

  await t.step(
    "numbers each movement in the year of its date",
    () =>
      inRollback(db.database, async (tx) => {
        const posted = await post(
          tx,
          await lockProducts(tx, [1]),
          ["2026-01-01", "2025-12-31", "2026-01-02"].map((movement_date) => ({
            ...movement(1, "in", "1", "0"),
            movement_date,
          })),
        );
        assertEquals(await numbersOf(tx, posted), [
          "STK-2026-000001",
          "STK-2025-000001",
          "STK-2026-000002",
        ]);
      }),
  );

  await t.step(
    "says what value no piece of stock can carry",
    () =>
      inRollback(db.database, async (tx) => {
        const products = await lockProducts(tx, [1]);
        const posted = await post(tx, products, [
          movement(1, "receipt", "2", "10.00"),
          movement(1, "receipt_reversal", "-1", "-12.00"), // more than there is
          movement(1, "late_cost", "0", "3.00"),
          movement(1, "receipt_reversal", "-1", "-2.00"), // the last piece leaves 1.00 behind
          movement(1, "late_cost", "0", "4.00"), // nothing in stock to carry it
        ]);
        assertEquals(posted.map((row) => [row.value, row.value_after, row.residue].map(String)), [
          ["10", "10", "0"],
          ["-10", "0", "-2"],
          ["3", "3", "0"],
          ["-3", "0", "1"],
          ["0", "0", "4"],
        ]);
      }),
  );

  await t.step(
    "refuses all when the last line is short",
    () =>
      inRollback(db.database, async (tx) => {
        const products = await lockProducts(tx, [1, 2]);
        const refusal = await thrownBy(() =>
          post(tx, products, [
            movement(1, "in", "5", "5.00"),
            movement(1, "invoice", "-3"),
            movement(1, "invoice", "-3"),
          ])
        ) as Refusal;
        assertEquals(refusal.code, "insufficient_stock");
        assertEquals(String(refusal.details.extra?.available), "2");
        assertEquals(await tx.query(sql`select id from stock_movements`), []);
      }),
  );

  await t.step(
    "names the entry of the journal where value moved, one for all or one each",
    () =>
      inRollback(db.database, async (tx) => {
        const products = await lockProducts(tx, [1]);
        const [worth, free] = [movement(1, "in", "1", "1.00"), movement(1, "in", "1", "0")];
        await post(tx, products, [worth, free, worth]);
        await postMovements(tx, actor, products, [free, worth, worth], [8, 9, 10]);
        const rows = await tx.query<{ entry_id: number | null }[]>(sql`
        select entry_id from stock_movements order by id`);
        assertEquals(rows.map((row) => row.entry_id), [entry, null, entry, null, 9, 10]);
      }),
  );

  await t.step("a movement is reversed once only", async () => {
    const error = await thrownBy(() =>
      inRollback(db.database, async (tx) => {
        const products = await lockProducts(tx, [1]);
        const [{ id }] = await post(tx, products, [movement(1, "in", "5", "5.00")]);
        const reversal = { ...movement(1, "receipt_reversal", "-1", "-1.00"), reverses_id: id };
        await post(tx, products, [reversal]);
        await post(tx, products, [reversal]);
      })
    );
    assertEquals((error as { code?: string }).code, "23505");
  });
});

Deno.test("lockProducts() names an id that is no product", async () => {
  await using db = await freshDatabase();
  await inRollback(db.database, async (tx) => {
    const refusal = await thrownBy(() => lockProducts(tx, [7])) as Refusal;
    assertEquals(refusal.details.errors, { product_id: ["names product 7, which does not exist"] });
  });
});
