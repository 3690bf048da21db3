import sql from "sql-template-tag";
import { shipmentCost } from "../imports/shipment_cost.ts";
import { ended } from "../imports/shipment_words.ts";
import { rowAsJson } from "../records/embedded.ts";
import { count, id, localMoney, percent, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import type { Decision } from "./approval.ts";

/** The last costs of a head that a new one is compared with, and how few are too few to judge by. */
const COMPARED = 10;
const FEWEST = 5;
/** Looks wrong: more than twice, or less than half, of what is usual. */
const FACTOR = 2;

const goods = (cost: string) =>
  sql`(select sum(item.purchase_value_local) from shipment_items item
    where item.shipment_id = ${cost === "c" ? sql`c.shipment_id` : sql`k.shipment_id`})`;

/** The cost `c` as a part of the purchase value of its shipment's goods, both in local currency. */
const share = sql`(c.local_amount::numeric(35,20) / nullif(${goods("c")}, 0))`;

/**
 * The median of that part over the last ten costs of the same head (freight, duty …) on other
 * shipments, entered before this one and not reversed.
 */
const usual = sql`lateral (
  select cardinality(shares) as compared, (shares[(cardinality(shares) + 1) / 2]
    + shares[cardinality(shares) / 2 + 1]) / 2 as median
  from (select coalesce(array_agg(past.share order by past.share), '{}') as shares
  from (select k.local_amount::numeric(35,20) / nullif(${goods("k")}, 0) as share
    from shipment_costs k
    where k.cost_head = c.cost_head and k.id < c.id and k.shipment_id <> c.shipment_id
      and k.reverses_id is null
      and not exists (select from shipment_costs mirror where mirror.reverses_id = k.id)
      and ${goods("k")} > 0
    order by k.id desc limit ${COMPARED}) past) sorted)`;

const judged = sql`shipment_costs c join shipments s on s.id = c.shipment_id
  join suppliers p on p.id = s.supplier_id
  cross join ${usual} usual`;

/**
 * The costs of open shipments with the same median, all of them in one pass: `standing` numbers the costs that
 * stand by head, so the last ten of others lie among the ten before a cost and as many more as its own
 * shipment has there.
 */
const judgedTogether = sql`
  with goods as (
    select shipment_id, sum(purchase_value_local) as value from shipment_items
    group by shipment_id having sum(purchase_value_local) > 0),
  standing as materialized (
    select c.id, c.cost_head, c.shipment_id, c.local_amount::numeric(35,20) / goods.value as share,
      row_number() over (partition by c.cost_head order by c.id) as place,
      row_number() over (partition by c.cost_head, c.shipment_id order by c.id) - 1 as own
    from shipment_costs c join goods on goods.shipment_id = c.shipment_id
    where c.reverses_id is null
      and not exists (select from shipment_costs mirror where mirror.reverses_id = c.id)),
  compared as (
    select c.id, c.share as own_share, past.share,
      row_number() over (partition by c.id order by past.place desc) as nth
    from standing c join shipments s on s.id = c.shipment_id and s.status <> all(${ended}::text[])
      cross join generate_series(1, ${COMPARED}::bigint + c.own) back
      join standing past on past.cost_head = c.cost_head and past.place = c.place - back
        and past.shipment_id <> c.shipment_id),
  sorted as (
    select id, own_share as share, array_agg(share order by share) as shares
    from compared where nth <= ${COMPARED} group by id, own_share)
  select id, share, cardinality(shares) as compared, (shares[(cardinality(shares) + 1) / 2]
    + shares[cardinality(shares) / 2 + 1]) / 2 as median
  from sorted`;

const { cost_head, amount, currency, local_amount, entry_date, reference, note } =
  shipmentCost.fields;

export const factsOutOfRange = record(
  "CostOutOfRange",
  "c",
  everybody({
    cost_id: id("The cost.", { example: 4, sql: sql`c.id` }),
    shipment_id: id("The shipment it is for.", { example: 7 }),
    supplier_name: text("Who sent the goods.", { example: "Hansol", sql: sql`p.name` }),
    cost_head,
    amount,
    currency,
    local_amount,
    purchase_value_local: localMoney("What the goods were bought for, local currency.", {
      example: 1200000,
      seenBy: "costs.read",
      sql: goods("c"),
    }),
    share_percent: percent("What part of that the cost is.", {
      example: 20,
      sql: sql`round(${share} * 100, 2)`,
    }),
    median_percent: percent("What part it usually is.", {
      example: 10,
      sql: sql`round(usual.median * 100, 2)`,
    }),
    compared_with: count("Of how many costs before it.", { example: 8, sql: sql`usual.compared` }),
    entry_date,
    reference,
    note,
  }),
);

/**
 * Costs that look wrong. Each is taken as a part of the value of its shipment's goods and held
 * against the median of that part over the last ten costs of the same head on other shipments: it
 * is shown when it is more than twice, or less than half, of it. With fewer than five to compare
 * with, nothing is said. It is shown until it is reversed or the shipment is closed. The risk is
 * what it is above (or below) the median, in local currency.
 */
export const outOfRange: Decision = {
  may: "costs.write",
  page: "shipment",
  waiting: () =>
    sql`select c.id, s.reference_no, concat(replace(c.cost_head, '_', ' '), ' of ', s.reference_no,
        ' from ', p.name), round(abs(c.local_amount - usual.median * ${goods("c")}), 2),
      c.created_at, c.created_at, c.created_by, s.id, false
    from (${judgedTogether}) usual join shipment_costs c on c.id = usual.id
      join shipments s on s.id = c.shipment_id join suppliers p on p.id = s.supplier_id
    where usual.compared >= ${FEWEST}
      and (usual.share > usual.median * ${FACTOR} or usual.share * ${FACTOR} < usual.median)`,
  facts: (actor) => rowAsJson(factsOutOfRange, actor, sql`from ${judged} where c.id = w.id`),
};
