import fc from "fast-check";
import sql, { join } from "sql-template-tag";
import type { Tx } from "../../domain/db/connect.ts";
import { Refusal } from "../../domain/errors.ts";
import { addCost } from "../../domain/imports/add_cost.ts";
import { addItems } from "../../domain/imports/add_items.ts";
import { createShipments } from "../../domain/imports/create_shipments.ts";
import { postReceipt } from "../../domain/imports/receipts/post_receipt.ts";
import { reverseReceipt } from "../../domain/imports/receipts/reverse_receipt.ts";
import { reverseCost } from "../../domain/imports/reverse_cost.ts";
import { newShipment } from "../../domain/imports/shipment.ts";
import { addedItems } from "../../domain/imports/shipment_item.ts";
import { newShipmentCost } from "../../domain/imports/shipment_cost.ts";
import { updateShipment } from "../../domain/imports/update_shipment.ts";
import { parse } from "../../domain/records/input.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { actorWith } from "../support/app.ts";
import { freshDatabase, inRollback } from "../support/db.ts";
import { insertProduct, insertSupplier, issue, receive } from "../support/imports.ts";

const actor = actorWith("owner");
const SKUS = ["P0", "P1", "P2"];

const item = fc.record({
  product_name: fc.constant("Part"),
  sku: fc.constantFrom(...SKUS),
  ordered_qty: fc.integer({ min: 1, max: 9000 }).map((milli) => `${milli / 1000}`),
  purchase_value: fc.option(fc.integer({ min: 0, max: 10_000_000 }).map((n) => `${n / 10000}`)),
  weight_kg: fc.option(fc.integer({ min: 0, max: 9000 }).map((n) => `${n / 1000}`)),
});
const cost = fc.record({
  cost_head: fc.constantFrom("freight", "customs_duty", "vat", "other"),
  amount: fc.integer({ min: 1, max: 5_000_000 }).map((minor) => `${minor / 100}`),
  currency: fc.constantFrom("BDT", "USD"),
  allocation_method: fc.constantFrom(undefined, "value", "quantity", "weight", "equal"),
});
/** Numbers below pick an item, cost or receipt of those there are. */
const deed = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("item" as const), item }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("cost" as const), cost }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reversal" as const), pick: fc.nat(50) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("receipt" as const),
      pick: fc.nat(50),
      received: fc.integer({ min: 0, max: 12 }),
      rejected: fc.integer({ min: 0, max: 3 }),
      short: fc.integer({ min: 0, max: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("posting" as const), pick: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("return" as const), pick: fc.nat(50) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("sale" as const),
      pick: fc.nat(2),
      quarters: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rate" as const),
      rate: fc.integer({ min: 1, max: 999 }),
    }),
  },
);
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

async function pickOf(
  tx: Tx,
  rows: ReturnType<typeof sql>,
  pick: number,
): Promise<number | undefined> {
  const ids = await tx.query<{ id: number }[]>(rows);
  return ids.length === 0 ? undefined : ids[pick % ids.length].id;
}

async function doDeed(tx: Tx, id: number, deed: Deed): Promise<unknown> {
  switch (deed.kind) {
    case "item":
      return addItems(tx, actor, id, parse(addedItems, deed.item));
    case "cost":
      return addCost(tx, actor, id, parse(newShipmentCost, deed.cost));
    case "reversal": {
      const costId = await pickOf(tx, sql`select id from shipment_costs order by id`, deed.pick);
      return costId && reverseCost(tx, actor, id, costId, { reason: "wrong" });
    }
    case "receipt": {
      const itemId = await pickOf(tx, sql`select id from shipment_items order by id`, deed.pick);
      const { received, rejected, short } = deed;
      return receive(tx, id, "approved", [{
        shipment_item_id: itemId!,
        received_qty: String(received / 2),
        accepted_qty: String(Math.max(0, received - rejected) / 2),
        short_qty: String(short / 2),
      }]);
    }
    case "posting": {
      const approved = sql`select id from receipts where status = 'approved' order by id`;
      const receiptId = await pickOf(tx, approved, deed.pick);
      return receiptId && postReceipt(tx, actor, receiptId, { credit_supplier: false });
    }
    case "return": {
      const posted = sql`select id from receipts where status = 'posted' order by id`;
      const receiptId = await pickOf(tx, posted, deed.pick);
      return receiptId && reverseReceipt(tx, actor, receiptId, { reason: "miscounted" });
    }
    case "sale": {
      const [product] = await tx.query<[{ id: number; part: string }]>(sql`
        select id, round(stock_qty * ${deed.quarters}::int / 4, 3)::text as part from products
        where sku = ${SKUS[deed.pick]}`);
      return decimal(product.part).gt("0") &&
        issue(tx, product.id, product.part).then(() => true);
    }
    case "rate":
      return updateShipment(tx, actor, id, { exchange_rate: decimal(`${deed.rate / 8}`) });
  }
}

/** Everything that must hold of the books at any time; each query lists what breaks it. */
async function assertBooks(tx: Tx): Promise<void> {
  const broken = {
    "shares do not sum to the cost": sql`
      select c.id from shipment_costs c left join shipment_cost_shares share on share.cost_id = c.id
      group by c.id having coalesce(sum(share.amount), 0) <> c.local_amount`,
    "a reversal does not mirror": sql`
      select c.id from shipment_costs c join shipment_cost_shares share on share.cost_id = c.id
      join shipment_cost_shares original
        on original.cost_id = c.reverses_id and original.shipment_item_id = share.shipment_item_id
      where share.amount <> -original.amount`,
    "landed value is not purchase value and capitalised shares": sql`
      select i.id from shipment_items i where i.landed_value <> i.purchase_value_local + coalesce((
        select sum(share.amount) from shipment_cost_shares share
        join shipment_costs c on c.id = share.cost_id
        where share.shipment_item_id = i.id and c.capitalise), 0)`,
    "purchase value is not at the shipment's rate": sql`
      select i.id from shipment_items i join shipments s on s.id = i.shipment_id
      where i.purchase_value_local <> coalesce(round(i.purchase_value * s.exchange_rate, 2), 0)`,
    "late parts do not sum to the share": sql`
      select late.cost_id from late_costs late
      join shipment_cost_shares share using (cost_id, shipment_item_id)
      where late.stock_part + late.expense_part + late.waiting_part <> share.amount`,
    "value was lost or made on the way into stock, claims and expenses": sql`
      select i.id from shipment_items i where i.landed_value <> i.remaining_value
        + coalesce((select sum(line.accepted_value + line.rejected_value + line.short_value)
          from receipt_items line join receipts r on r.id = line.receipt_id
          where line.shipment_item_id = i.id and r.status = 'posted'), 0)
        + coalesce((select sum(late.stock_part + late.expense_part)
          from late_costs late where late.shipment_item_id = i.id), 0)`,
    "value remains where no piece is open": sql`
      select id from shipment_items where accounted_qty = shipped_qty and remaining_value <> 0`,
    "expenses are not the late parts": sql`
      select 1 where (select coalesce(sum(amount), 0) from valuation_expenses where kind = 'late_cost')
        <> (select coalesce(sum(expense_part), 0) from late_costs)`,
    "stock is not its movements": sql`
      select p.id from products p left join stock_movements m on m.product_id = p.id
      group by p.id having p.stock_value <> coalesce(sum(m.value), 0)
        or p.stock_qty <> coalesce(sum(m.quantity), 0)`,
    "approved receipts would take more than remains": sql`
      select i.id from shipment_items i join receipt_items line on line.shipment_item_id = i.id
      join receipts r on r.id = line.receipt_id and r.status = 'approved'
      group by i.id
      having sum(line.accepted_value + line.rejected_value + line.short_value) > i.remaining_value`,
  };
  const found = Object.entries(broken).map(([what, query]) =>
    sql`select ${what}::text as what from (${query}) as found`
  );
  assertEquals(await tx.query<unknown[]>(join(found, " union all ")), []);
}

Deno.test("the books of a shipment agree when anything is done to it in any order", async () => {
  await using db = await freshDatabase();
  const supplier_id = await insertSupplier(db.database);
  for (const sku of SKUS) await insertProduct(db.database, sku);
  const done: Record<string, number> = {};
  const run = fc.asyncProperty(
    fc.array(item, { minLength: 1, maxLength: 4 }),
    fc.array(deed, { minLength: 10, maxLength: 30 }),
    async (items, deeds) => {
      await inRollback(db.database, async (tx) => {
        const [id] = await createShipments(tx, actor, [
          parse(newShipment, { supplier_id: `${supplier_id}`, exchange_rate: "122.85", items }),
        ]);
        await assertBooks(tx);
        for (const deed of deeds) {
          await tx.query(sql`savepoint deed`);
          try {
            if (await doDeed(tx, id, deed)) done[deed.kind] = (done[deed.kind] ?? 0) + 1;
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            await tx.query(sql`rollback to deed`);
          }
          await assertBooks(tx);
        }
        const [late] = await tx.query<[{ count: number }]>(
          sql`select count(*) as count from late_costs`,
        );
        done.late = (done.late ?? 0) + late.count;
      });
    },
  );
  await fc.assert(run, { numRuns: 120 });
  // nothing above holds for want of trying
  for (const kind of ["cost", "reversal", "receipt", "posting", "return", "sale", "late"]) {
    assert(done[kind] > 5, `${kind}: ${done[kind]}`); // by chance as few as twenty
  }
});
