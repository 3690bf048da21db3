import { z } from "zod";
import * as answer from "../records/answers.ts";
import sql, { type Sql } from "sql-template-tag";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, id, localMoney, percent as percentage } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { within } from "./profit_and_loss.ts";
import { percent, report } from "./report.ts";
import { type Filter, soldLines } from "./sold_lines.ts";

const groupings = [
  "invoice",
  "product",
  "customer",
  "week",
  "month",
  "shipment",
  "salesperson",
  "category",
] as const;

const margin = sql`g.revenue - g.cost`;

export const row = record(
  "MarginRow",
  "g",
  everybody({
    ...named({
      example: { reference_no: "INV-2026-000031", title: "INV-2026-000031 – Rahim Uddin" },
      title: sql`g.title`,
    }),
    id: id(
      "Of the invoice, product, customer, shipment, salesperson, or of a category its first product; 0 " +
        "for what belongs to none; 202603 for a month, 202611 for the 11th week by ISO 8601, which " +
        "starts on a Monday.",
      { example: 31 },
    ),
    invoices: count("How many invoices.", { example: 1 }),
    revenue: localMoney("Without VAT, after every discount and less what came back.", {
      example: 12500,
      seenBy: "everybody",
    }),
    cost: localMoney(
      "What the goods took from stock, late costs of goods sold and parts of service tickets included.",
      { example: 9130.51, seenBy: "everybody" },
    ),
    margin: localMoney("Revenue less cost.", {
      example: 3369.49,
      seenBy: "everybody",
      sql: margin,
    }),
    margin_percent: percentage("Of revenue.", {
      example: 26.96,
      nullable: true,
      sql: percent(margin, sql`g.revenue`),
    }),
  }),
);

const sorts: Sorts = {
  margin: { by: margin, type: "numeric" },
  revenue: { by: sql`g.revenue`, type: "numeric" },
  title: { by: sql`g.title`, type: "text" },
};

/**
 * What was earned from `from` to `to`, per invoice, product, customer, week, month, shipment, salesperson or
 * category: what was sold, less what was voided and returned, each on its own day. A discount on the whole
 * invoice is shared over its lines; so every grouping has the same sums. Beside them stands what hangs on
 * no line, such as exchange differences and warranty: both together are the journal's profit.
 * Source: docs/overview.md, "Margins".
 */
export default report({
  name: "margins",
  summary: "Revenue, cost and margin by invoice, product, customer, week, month, shipment and more",
  may: "costs.read",
  query: queryOf(listQuery, { sorts, day: "entry_date" }).extend({
    group_by: field.oneOf(groupings).default("invoice").describe("What each row adds up."),
    customer_id: field.id().optional().describe("Only what this customer bought."),
    product_id: field.id().optional().describe("Only this product."),
  }),
  record: row,
  sums: ["revenue", "cost", "margin"],
  source: (query) => {
    const { key, reference_no, title, tables } = groups[query.group_by];
    const lines = soldLines(query);
    const whole = query.customer_id === undefined && query.product_id === undefined &&
      query.search === undefined;
    return {
      from: sql`(
        select ${key} as id, ${reference_no} as reference_no, ${title} as title,
          count(distinct line.invoice_id) filter (where line.counts) as invoices,
          sum(line.revenue) as revenue, sum(line.cost) as cost
        from (${lines}) line ${tables} group by 1, 2, 3
        having count(*) filter (where line.counts) > 0 or (sum(line.revenue), sum(line.cost)) <> (0, 0)) g`,
      id: sql`g.id`,
      sorts,
      where: [matches(query.search, [sql`g.title`, sql`g.reference_no`])],
      ...whole && {
        totals: {
          on_no_line: sql`(${onNoLine(query, sql`coalesce(sum(l.credit - l.debit), 0)`)})`,
          profit: sql`coalesce(sum(${margin}), 0)
            + (${onNoLine(query, sql`coalesce(sum(l.credit - l.debit), 0)`)})`,
        },
      },
    };
  },
  totals: {
    on_no_line: "income and expenses that no sold line carries, local currency.",
    profit: "margins and what is on no line together, local currency.",
  },
  said: {
    on_no_line: z.array(z.object({
      account_id: answer.id.describe("The account's id."),
      account_number: answer.text.describe("Its number."),
      account_role: answer.text.nullable().describe("What the books use it for."),
      account_name: answer.text.describe("Its name."),
      amount: answer.number.describe("Income above zero, expenses below, local currency."),
    })).optional().describe(
      "What no sold line carries, by account; for all customers and products only.",
    ),
  },
  /** What hangs on no line, by account: income above zero, expenses below. */
  async beside(db, query) {
    if (query.customer_id !== undefined || query.product_id !== undefined) return {};
    const on_no_line = await db.query(sql`
      ${
      onNoLine(
        query,
        sql`a.id as account_id, a.number as account_number, a.role as account_role,
        a.name as account_name, sum(l.credit - l.debit) as amount`,
      )
    }
      group by a.id having sum(l.credit - l.debit) <> 0 order by a.number`);
    return { on_no_line };
  },
});

/** SQL: income and expenses of the journal that no sold line carries. */
function onNoLine({ from, to }: Pick<Filter, "from" | "to">, columns: Sql): Sql {
  return sql`select ${columns} from journal_lines l join accounts a on a.id = l.account_id
    where a.type in ('income', 'expense') and ${within(from, to)}
      and coalesce(a.role, '') not in ('sales', 'service', 'returns', 'cost_of_goods', 'late_costs')`;
}

const groups: Record<
  typeof groupings[number],
  { key: Sql; reference_no: Sql; title: Sql; tables: Sql }
> = {
  invoice: {
    key: sql`coalesce(i.id, 0)`,
    reference_no: sql`coalesce(i.reference_no, '')`,
    title: sql`coalesce(i.reference_no || ' – ' || c.name, 'On no invoice')`,
    tables: sql`left join invoices i on i.id = line.invoice_id
      left join customers c on c.id = i.customer_id`,
  },
  product: {
    key: sql`coalesce(p.id, 0)`,
    reference_no: sql`coalesce(p.sku, '')`,
    title: sql`coalesce(p.name || ' (' || p.sku || ')', 'Services')`,
    tables: sql`left join products p on p.id = line.product_id`,
  },
  customer: {
    key: sql`coalesce(c.id, 0)`,
    reference_no: sql`coalesce(c.reference_no, '')`,
    title: sql`coalesce(c.name, 'Late costs of goods sold')`,
    tables: sql`left join customers c on c.id = line.customer_id`,
  },
  week: {
    key: sql`to_char(line.day, 'IYYYIW')::bigint`,
    reference_no: sql`to_char(line.day, 'IYYY-"W"IW')`,
    title: sql`to_char(date_trunc('week', line.day), '"Week from" FMDD FMMonth YYYY')`,
    tables: sql``,
  },
  month: {
    key: sql`to_char(line.day, 'YYYYMM')::bigint`,
    reference_no: sql`to_char(line.day, 'YYYY-MM')`,
    title: sql`to_char(line.day, 'FMMonth YYYY')`,
    tables: sql``,
  },
  shipment: {
    key: sql`coalesce(s.id, 0)`,
    reference_no: sql`coalesce(s.reference_no, '')`,
    title: sql`coalesce(s.reference_no || ' – ' || supplier.name, 'Of no shipment')`,
    // the shipment that brought the piece with this serial number, else the last one before the sale
    tables: sql`left join lateral (
        select r.shipment_id from receipt_items ri join receipts r on r.id = ri.receipt_id
        where line.shipment_id is null and ri.product_id = line.product_id and r.status = 'posted'
          and r.posting_date <= line.sold_on
        order by ri.serial_numbers && line.serial_numbers desc, r.posting_date desc, r.id desc
        limit 1) brought on true
      left join shipments s on s.id = coalesce(line.shipment_id, brought.shipment_id)
      left join suppliers supplier on supplier.id = s.supplier_id`,
  },
  salesperson: {
    key: sql`coalesce(u.id, 0)`,
    reference_no: sql`coalesce(u.reference_no, '')`,
    title: sql`coalesce(u.name, 'Nobody')`,
    tables:
      sql`left join invoices i on i.id = line.invoice_id left join users u on u.id = i.created_by`,
  },
  category: {
    key: sql`coalesce((select min(id) from products first where first.category = p.category), 0)`,
    reference_no: sql`coalesce(p.category, '')`,
    title:
      sql`case when p.id is null then 'Services' else coalesce(p.category, 'Without category') end`,
    tables: sql`left join products p on p.id = line.product_id`,
  },
};
