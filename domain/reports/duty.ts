import sql, { join, raw } from "sql-template-tag";
import { costHeadOf, levyNames } from "../customs/levies.ts";
import { levies } from "../customs/levy_words.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { id, localMoney, text, word } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { report } from "./report.ts";

export const row = record(
  "DutyRow",
  "g",
  everybody({
    ...named({
      example: {
        reference_no: "SHP-2026-000004",
        title: "Customs duty · Eco-solvent ink cyan 1 l",
      },
      title: sql`concat(g.levy_name, ' · ', g.product_name)`,
    }),
    id: id("Of the item and its levy.", { example: 1901 }),
    shipment_id: id("The shipment.", { example: 4 }),
    shipment_item_id: id("The item.", { example: 19 }),
    product_name: text("What it is.", { example: "Eco-solvent ink cyan 1 l" }),
    hs_code: text("Its code on the shipment, else the product's.", {
      example: "3215.19.00",
      nullable: true,
    }),
    levy: word(levies, "Which levy.", { example: "cd" }),
    estimated: localMoney("As it was estimated; null: it was not.", {
      example: 300000,
      seenBy: "everybody",
      nullable: true,
    }),
    computed: localMoney("What the tariff makes of the assessed value.", {
      example: 309986.36,
      seenBy: "everybody",
      nullable: true,
    }),
    assessed: localMoney("What customs assessed on bills that stand; null: on none.", {
      example: 309986.36,
      seenBy: "everybody",
      nullable: true,
    }),
    posted: localMoney("What costs of its head the item bears, reversals taken off.", {
      example: 309986.36,
      seenBy: "everybody",
    }),
    difference: localMoney("Posted less estimated.", {
      example: 9986.36,
      seenBy: "everybody",
      nullable: true,
      sql: sql`g.posted - g.estimated`,
    }),
  }),
);

const perLevy = join(
  levies.map((levy, at) =>
    sql`(${raw(String(at))}, ${raw(`'${levy}'`)}, ${raw(`'${levyNames[levy]}'`)}, ${
      raw(`'${costHeadOf[levy]}'`)
    })`
  ),
);
const pick = (prefix: string) =>
  sql`case w.levy ${
    join(levies.map((levy) => sql`when ${raw(`'${levy}'`)} then ${raw(`${prefix}${levy}`)}`), " ")
  } end`;

const sorts: Sorts = { created_at: { by: sql`g.created_at`, type: "timestamptz" } };

/**
 * Levies of each item of a shipment: estimated, by the tariff, as assessed, and as posted; local currency. `from`
 * and `to` look at the day the shipment was entered. Source: docs/customs.md, "The report".
 */
export default report({
  name: "duty",
  summary: "Levies per item: estimated, assessed and posted",
  may: "costs.read",
  query: queryOf(listQuery, { sorts, day: "created_at" }).extend({
    shipment_id: field.id().optional().describe("Only this shipment's."),
    levy: field.oneOf(levies).optional().describe("Only this levy."),
  }),
  record: row,
  sums: ["estimated", "computed", "assessed", "posted"],
  table: ["title", "hs_code", "estimated", "assessed", "posted", "difference"],
  source: ({ shipment_id, levy, from, to, search }) => ({
    from: sql`(
      select i.id * 10 + w.nr as id, s.reference_no, s.id as shipment_id, i.id as shipment_item_id,
        i.product_name, coalesce(i.hs_code, p.hs_code) as hs_code, w.levy, w.levy_name, estimate.amount as estimated,
        bill.computed, bill.assessed, coalesce(cost.amount, 0) as posted, s.created_at
      from shipment_items i join shipments s on s.id = i.shipment_id
        left join products p on p.id = i.product_id
        cross join (values ${perLevy}) w (nr, levy, levy_name, cost_head)
        left join lateral (
          select ${pick("e.")} as amount from duty_estimates e where e.shipment_item_id = i.id
        ) estimate on true
        left join lateral (
          select sum(${pick("b.computed_")}) as computed, sum(${pick("b.")}) as assessed
          from bill_of_entry_items b join bills_of_entry head on head.id = b.bill_id
          where b.shipment_item_id = i.id and head.status <> 'reversed') bill on true
        left join lateral (
          select sum(share.amount) as amount
          from shipment_costs c join shipment_cost_shares share on share.cost_id = c.id
          where c.shipment_id = s.id and c.cost_head = w.cost_head
            and share.shipment_item_id = i.id) cost on true
      where coalesce(estimate.amount, bill.assessed, nullif(cost.amount, 0)) is not null) g`,
    id: sql`g.id`,
    sorts,
    defaultSort: "id",
    where: [
      shipment_id !== undefined && sql`g.shipment_id = ${shipment_id}`,
      levy !== undefined && sql`g.levy = ${levy}`,
      from !== undefined && sql`g.created_at >= ${from}::date`,
      to !== undefined && sql`g.created_at < ${to}::date + 1`,
      matches(search, [sql`g.reference_no`, sql`g.product_name`, sql`g.hs_code`]),
    ],
  }),
});
