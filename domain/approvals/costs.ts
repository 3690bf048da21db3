import sql from "sql-template-tag";
import { goodsOf, share, usual } from "../imports/cost_range.ts";
import { shipmentCost } from "../imports/shipment_cost.ts";
import { ended, shipmentStatuses } from "../imports/shipment_words.ts";
import { anyOf } from "../records/any_of.ts";
import { rowAsJson } from "../records/embedded.ts";
import { count, id, localMoney, percent, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import type { Decision } from "./approval.ts";

const notEnded = shipmentStatuses.filter((status) => !ended.includes(status));

const judged = sql`shipments s join suppliers p on p.id = s.supplier_id
  cross join ${goodsOf}
  join shipment_costs c on c.shipment_id = s.id`;

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
      sql: sql`goods.value`,
    }),
    share_percent: percent("What part of that the cost is.", {
      example: 20,
      sql: sql`round(${share} * 100, 2)`,
    }),
    median_percent: percent("What part it usually is.", {
      example: 10,
      sql: sql`round(${usual} * 100, 2)`,
    }),
    compared_with: count("Of how many costs before it.", {
      example: 8,
      sql: sql`cardinality(c.past_shares)`,
    }),
    entry_date,
    reference,
    note,
  }),
);

/**
 * Costs that look wrong: each as a part of the value of its shipment's goods, held against what was
 * usual for its head when it was entered. It is shown when it is more than twice, or less than half,
 * of that. With fewer than five to compare with, nothing is said. It is shown until it is reversed or
 * the shipment is closed. The risk is what it is above (or below) the median, in local currency.
 */
export const outOfRange: Decision = {
  may: "costs.write",
  page: "shipment",
  waiting: () =>
    sql`select c.id, s.reference_no, concat(replace(c.cost_head, '_', ' '), ' of ', s.reference_no,
        ' from ', p.name), round(abs(c.local_amount - ${usual} * goods.value), 2),
      c.created_at, c.created_at, c.created_by, s.id, false, null::integer
    from ${judged} join costs_out_of_range o on o.cost_id = c.id
    where s.status = ${anyOf(notEnded)}`,
  since: () =>
    sql`select o.cost_id, o.created_at, null::integer
    from costs_out_of_range o join shipments s on s.id = o.shipment_id
    where s.status = ${anyOf(notEnded)}`,
  facts: (actor) => rowAsJson(factsOutOfRange, actor, sql`from ${judged} where c.id = w.id`),
};
