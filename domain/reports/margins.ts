import sql, { type Sql } from "sql-template-tag";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, id, localMoney, percent as percentage } from "../records/kinds.ts";
import { allOf, listQuery, matches } from "../records/paging.ts";
import { everybody, record } from "../records/record.ts";
import { percent, report } from "./report.ts";

const groupings = ["invoice", "product", "customer", "week", "month"] as const;

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
      "Of the invoice, product or customer; 0 for what is no product; 202603 for a month, 202611 " +
        "for the 11th week by ISO 8601, which starts on a Monday.",
      { example: 31 },
    ),
    invoices: count("How many invoices.", { example: 1 }),
    revenue: localMoney("Without VAT and after every discount.", {
      example: 12500,
      seenBy: "everybody",
    }),
    cost: localMoney(
      "What the goods took from stock, parts billed by a service ticket included.",
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

/**
 * What was earned on invoices dated from `from` to `to` that are not void, per invoice, product,
 * customer, week or month. A discount on the whole invoice is shared over its lines by their amounts, each
 * within a paisa and together exact; so every grouping has the same sums.
 * Source: docs/overview.md, "Margins".
 */
export default report({
  name: "margins",
  summary: "Revenue, cost and margin by invoice, product, customer, week or month",
  may: "costs.read",
  query: listQuery.extend({
    group_by: field.oneOf(groupings).default("invoice").describe("What each row adds up."),
    customer_id: field.id().optional().describe("Only what this customer bought."),
    product_id: field.id().optional().describe("Only this product."),
  }),
  record: row,
  sums: ["revenue", "cost", "margin"],
  source: (query) => {
    const { key, reference_no, title, tables } = groups[query.group_by];
    const lines = soldLines(query);
    return {
      from: sql`(
        select ${key} as id, ${reference_no} as reference_no, ${title} as title,
          count(distinct line.invoice_id) as invoices, sum(line.revenue) as revenue,
          sum(line.cost) as cost
        from (${lines}) line ${tables} group by 1, 2, 3) g`,
      id: sql`g.id`,
      sorts: {
        margin: { by: margin, type: "numeric" },
        revenue: { by: sql`g.revenue`, type: "numeric" },
        title: { by: sql`g.title`, type: "text" },
      },
      where: [matches(query.search, [sql`g.title`, sql`g.reference_no`])],
    };
  },
});

const groups: Record<
  typeof groupings[number],
  { key: Sql; reference_no: Sql; title: Sql; tables: Sql }
> = {
  invoice: {
    key: sql`i.id`,
    reference_no: sql`i.reference_no`,
    title: sql`concat(i.reference_no, ' – ', c.name)`,
    tables: sql`join invoices i on i.id = line.invoice_id join customers c on c.id = i.customer_id`,
  },
  product: {
    key: sql`coalesce(p.id, 0)`,
    reference_no: sql`coalesce(p.sku, '')`,
    title: sql`coalesce(p.name || ' (' || p.sku || ')', 'Services')`,
    tables: sql`left join products p on p.id = line.product_id`,
  },
  customer: {
    key: sql`c.id`,
    reference_no: sql`c.reference_no`,
    title: sql`c.name`,
    tables: sql`join customers c on c.id = line.customer_id`,
  },
  week: {
    key: sql`to_char(line.invoice_date, 'IYYYIW')::bigint`,
    reference_no: sql`to_char(line.invoice_date, 'IYYY-"W"IW')`,
    title: sql`to_char(date_trunc('week', line.invoice_date), '"Week from" FMDD FMMonth YYYY')`,
    tables: sql``,
  },
  month: {
    key: sql`to_char(line.invoice_date, 'YYYYMM')::bigint`,
    reference_no: sql`to_char(line.invoice_date, 'YYYY-MM')`,
    title: sql`to_char(line.invoice_date, 'FMMonth YYYY')`,
    tables: sql``,
  },
};

interface Filter {
  from?: string;
  to?: string;
  customer_id?: number;
  product_id?: number;
}

/** Each line with its part of the invoice's discount taken off: the step between two rounded running sums. */
function soldLines({ from, to, customer_id, product_id }: Filter): Sql {
  const invoices = allOf([
    sql`i.voided_at is null`,
    from !== undefined && sql`i.invoice_date >= ${from}::date`,
    to !== undefined && sql`i.invoice_date <= ${to}::date`,
    customer_id !== undefined && sql`i.customer_id = ${customer_id}`,
  ]);
  const share = (amount: Sql) =>
    sql`coalesce(round(i.discount * (${amount})::numeric(35,2) / nullif(i.subtotal, 0), 2), 0)`;
  const upTo = sql`sum(l.amount) over (partition by l.invoice_id order by l.id)`;
  return sql`
    select sold.invoice_id, sold.customer_id, sold.invoice_date, sold.product_id, sold.revenue, sold.cost
    from (
      select i.id as invoice_id, i.customer_id, i.invoice_date, l.product_id,
        l.amount - ${share(upTo)} + ${share(sql`${upTo} - l.amount`)} as revenue,
        coalesce(-m.value, 0) as cost
      from invoices i join invoice_items l on l.invoice_id = i.id
        left join stock_movements m on m.source_type = 'invoice' and m.source_id = i.id
          and m.source_line_id = l.id and m.kind = 'invoice'
      where ${invoices}
      union all
      select i.id, i.customer_id, i.invoice_date, null, 0, part.cost
      from invoices i join service_ticket_parts part on part.ticket_id = i.source_id
      where i.source_type = 'ticket' and not part.is_warranty and ${invoices}) sold
    where ${product_id === undefined ? sql`true` : sql`sold.product_id = ${product_id}`}`;
}
