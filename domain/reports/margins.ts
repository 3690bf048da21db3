import sql, { type Sql } from "sql-template-tag";
import { business } from "../business/business.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, id, localMoney, percent as percentage } from "../records/kinds.ts";
import { allOf, listQuery, matches } from "../records/paging.ts";
import { everybody, record } from "../records/record.ts";
import { within } from "./profit_and_loss.ts";
import { percent, report } from "./report.ts";

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
      sorts: {
        margin: { by: margin, type: "numeric" },
        revenue: { by: sql`g.revenue`, type: "numeric" },
        title: { by: sql`g.title`, type: "text" },
      },
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
function onNoLine({ from, to }: Filter, columns: Sql): Sql {
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

interface Filter {
  from?: string;
  to?: string;
  customer_id?: number;
  product_id?: number;
}

/** Each line on the day on which the journal has it: `counts` where it is of an invoice that stands. */
function soldLines({ from, to, customer_id, product_id }: Filter): Sql {
  const businessDay = (at: Sql) => sql`(${at} at time zone ${business.timeZone})::date`;
  return sql`
    select * from (
      select i.id as invoice_id, i.customer_id, i.invoice_date as day, i.invoice_date as sold_on,
        l.product_id, null::bigint as shipment_id, l.serial_numbers, l.net as revenue,
        coalesce(-m.value, 0) as cost, i.voided_at is null as counts
      from invoices i join (${netLines}) l on l.invoice_id = i.id
        left join stock_movements m on m.source_type = 'invoice' and m.source_id = i.id
          and m.source_line_id = l.id and m.kind = 'invoice'
      union all
      select i.id, i.customer_id, coalesce((select e.date from customer_ledger e
          where e.invoice_id = i.id and e.type = 'invoice_void'), (select max(back.movement_date)
          from stock_movements back where back.source_type = 'invoice' and back.source_id = i.id
            and back.kind = 'invoice_void'), ${businessDay(sql`i.voided_at`)}),
        i.invoice_date, l.product_id, null, l.serial_numbers, -l.net, coalesce(m.value, 0), false
      from invoices i join (${netLines}) l on l.invoice_id = i.id
        left join stock_movements m on m.source_type = 'invoice' and m.source_id = i.id
          and m.source_line_id = l.id and m.kind = 'invoice'
      where i.voided_at is not null
      union all
      select i.id, i.customer_id, n.return_date, i.invoice_date, l.product_id, null, l.serial_numbers,
        -back.net, -back.cost, false
      from credit_notes n join credit_note_items back on back.credit_note_id = n.id
        join invoice_items l on l.id = back.invoice_item_id join invoices i on i.id = n.invoice_id
      union all
      select i.id, i.customer_id, coalesce((select e.date from customer_ledger e
          where e.credit_note_id = n.id and e.type = 'credit_note_reversal'), ${
    businessDay(sql`n.reversed_at`)
  }), i.invoice_date, l.product_id, null, l.serial_numbers, back.net, back.cost, false
      from credit_notes n join credit_note_items back on back.credit_note_id = n.id
        join invoice_items l on l.id = back.invoice_item_id join invoices i on i.id = n.invoice_id
      where n.reversed_at is not null
      union all
      select i.id, t.customer_id, m.movement_date, m.movement_date, null, null,
        m.serial_numbers, 0, part.cost, i.id is not null
      from service_ticket_parts part join service_tickets t on t.id = part.ticket_id
        join stock_movements m on m.id = part.movement_id
        left join invoices i on i.source_type = 'ticket' and i.source_id = t.id and i.voided_at is null
      where not part.is_warranty
      union all
      select null, null, x.expense_date, x.expense_date, x.product_id, x.shipment_id, '{}', 0, x.amount,
        false
      from valuation_expenses x where x.kind = 'late_cost') line
    where ${
    allOf([
      from !== undefined && sql`line.day >= ${from}::date`,
      to !== undefined && sql`line.day <= ${to}::date`,
      customer_id !== undefined && sql`line.customer_id = ${customer_id}`,
      product_id !== undefined && sql`line.product_id = ${product_id}`,
    ])
  }`;
}

/** Invoices' lines with their part of the invoice's discount off: the step between two rounded running sums. */
const netLines = sql`
  select line.*, line.amount - coalesce(round(i.discount * line.upto / nullif(i.subtotal, 0), 2), 0)
    + coalesce(round(i.discount * (line.upto - line.amount) / nullif(i.subtotal, 0), 2), 0) as net
  from (select id, invoice_id, product_id, serial_numbers, amount,
      sum(amount) over (partition by invoice_id order by id) as upto from invoice_items) line
    join invoices i on i.id = line.invoice_id`;
