import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Moved } from "../journal/rule_lines.ts";
import { Decimal, decimal, fromMinor, sum, toMinor } from "../money/decimal.ts";
import { invalid } from "../errors.ts";
import { lockProducts, postMovements } from "../stock/post_movements.ts";
import type { Share } from "./cost_shares.ts";
import { splitLateCost } from "./landed_cost.ts";
import type { LockedShipment } from "./lock_shipment.ts";
import { LOCAL_LIMIT } from "./shipment_items.ts";
import { ended } from "./shipment_words.ts";

interface LateItem {
  id: number;
  /** what the item was received as, else what it is linked to */
  product_id: number | null;
  shipped_qty: Decimal;
  open_qty: Decimal;
  accepted_within_qty: Decimal;
  remaining_value: Decimal;
}

interface Part {
  cost_id: number;
  shipment_item_id: number;
  product_id: number | null;
  stock_part: Decimal;
  expense_part: Decimal;
  waiting_part: Decimal;
  stock_movement_id?: number;
}

/**
 * Books the shares of a cost that came after the shipment's first posting: the part of pieces still in
 * stock as a value-only movement, the part of pieces already gone as an expense, the rest onto what
 * later receipts will take. A reversal brings negative shares; what stock or remaining value cannot
 * give back becomes a negative expense, so that the three parts always sum to the share. Nothing waits in
 * a closed shipment. Local currency, 2 decimals, half even. Source: docs/landed_cost.md, "Late costs".
 *
 * @returns what went where, for the journal
 */
export async function bookLateCost(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  { cost_id, shares, entry_date, entry }: {
    cost_id: number;
    shares: Share[];
    entry_date: string;
    entry: number;
  },
): Promise<{ stock: Moved[]; gone: Decimal; waiting: Decimal }> {
  const due = shares.filter(({ amount_minor }) => amount_minor !== 0n);
  const items = await lateItems(tx, due.map(({ shipment_item_id }) => shipment_item_id));
  const products = await lockProducts(
    tx,
    [...items.values()].flatMap(({ product_id }) => product_id ?? []),
  );
  const parts = due.map(({ shipment_item_id, amount_minor }): Part => {
    const item = items.get(shipment_item_id)!;
    if (ended.includes(shipment.status)) item.open_qty = decimal("0");
    const stock = products.get(item.product_id ?? 0)?.stock_qty ?? decimal("0");
    return { cost_id, product_id: item.product_id, ...split(amount_minor, item, stock) };
  });

  const intoStock = parts.filter(({ stock_part }) => !stock_part.eq("0"));
  const posted = await postMovements(
    tx,
    actor,
    products,
    intoStock.map((part) => ({
      product_id: part.product_id!,
      kind: "late_cost",
      quantity: decimal("0"),
      value: part.stock_part,
      movement_date: entry_date,
      reason: `Late cost of shipment ${shipment.reference_no}`,
      source: {
        type: "shipment_cost",
        id: cost_id,
        line_id: part.shipment_item_id,
        reference_no: shipment.reference_no,
      },
    })),
    entry,
  );
  intoStock.forEach((part, i) => {
    part.stock_part = posted[i].value;
    part.expense_part = part.expense_part.plus(posted[i].residue);
    part.stock_movement_id = posted[i].id;
  });
  await keepParts(tx, actor, shipment, parts, entry_date);
  return {
    stock: intoStock.map(({ product_id, stock_part }) => ({
      product_id: product_id!,
      value: stock_part,
    })),
    gone: sum(parts.map(({ expense_part }) => expense_part)),
    waiting: sum(parts.map(({ waiting_part }) => waiting_part)),
  };
}

async function lateItems(tx: Tx, ids: number[]): Promise<Map<number, LateItem>> {
  const items = await tx.query<LateItem[]>(sql`
    select i.id, i.shipped_qty, i.shipped_qty - i.accounted_qty as open_qty, i.accepted_within_qty,
      i.remaining_value, coalesce((select coalesce(line.product_id, i.product_id)
        from receipt_items line join receipts r on r.id = line.receipt_id
        where line.shipment_item_id = i.id and r.status = 'posted' and line.accepted_qty > 0
        order by r.posted_at desc, line.id desc limit 1), i.product_id) as product_id
    from shipment_items i where i.id = any(${ids}::bigint[])`);
  return new Map(items.map((item) => [item.id, item]));
}

function split(shareMinor: bigint, item: LateItem, stock: Decimal) {
  const { stock_part, expense_part, waiting_part } = splitLateCost(shareMinor, {
    shipped_milli: toMinor(item.shipped_qty, 3),
    accepted_milli: toMinor(item.accepted_within_qty, 3),
    stock_milli: toMinor(stock, 3),
    open_milli: toMinor(item.open_qty, 3),
  });
  const remaining = toMinor(item.remaining_value);
  const waiting = waiting_part < -remaining ? -remaining : waiting_part;
  if (fromMinor(remaining + waiting).gte(LOCAL_LIMIT)) {
    throw invalid({ amount: "would take the landed value of an item beyond 10^13" });
  }
  return {
    shipment_item_id: item.id,
    stock_part: fromMinor(stock_part),
    expense_part: fromMinor(expense_part + waiting_part - waiting),
    waiting_part: fromMinor(waiting),
  };
}

async function keepParts(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  parts: Part[],
  entry_date: string,
): Promise<void> {
  if (parts.length === 0) return;
  await tx.query(sql`
    with part as (
      select cost_id, shipment_item_id, product_id, stock_part, expense_part, waiting_part,
        stock_movement_id
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part (cost_id bigint,
        shipment_item_id bigint, product_id bigint, stock_part numeric, expense_part numeric,
        waiting_part numeric, stock_movement_id bigint)
    ), kept as (
      insert into late_costs (cost_id, shipment_item_id, stock_part, expense_part, waiting_part,
        stock_movement_id)
      select cost_id, shipment_item_id, stock_part, expense_part, waiting_part, stock_movement_id
      from part
    ), spent as (
      insert into valuation_expenses (kind, product_id, shipment_id, shipment_item_id, cost_id, amount,
        expense_date, created_by)
      select 'late_cost', product_id, ${shipment.id}::bigint, shipment_item_id, cost_id, expense_part,
        ${entry_date}::date, ${actor.userId}::bigint
      from part where expense_part <> 0
    )
    update shipment_items item set remaining_value = item.remaining_value + part.waiting_part
    from part where item.id = part.shipment_item_id and part.waiting_part <> 0`);
}
