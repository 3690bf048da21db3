import sql from "sql-template-tag";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, localMoney, quantity, text } from "../records/kinds.ts";
import { listQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { report } from "./report.ts";

const amount = (says: string, example: number) =>
  localMoney(says, { example, seenBy: "everybody" });
const known = (says: string, example: string) => text(says, { example, nullable: true });

export const row = record(
  "VatRegisterRow",
  "g",
  everybody({
    ...named({
      example: { reference_no: "STK-2026-000041", title: "Cyan ink" },
      id: { says: "The movement's." },
      title: sql`g.description`,
    }),
    movement_date: date("The day.", { example: "2026-07-14" }),
    opening_qty: quantity("What lay there before.", { example: 40 }),
    opening_value: amount("What that was worth.", 36522.05),
    purchase_qty: quantity("What came in.", { example: 24 }),
    purchase_value: amount("What that was worth; late costs come without pieces.", 21913.23),
    total_qty: quantity("Both together.", { example: 64 }),
    total_value: amount("What that is worth.", 58435.28),
    seller_name: known("Who sent it.", "Guangzhou Ink Co."),
    seller_address: known("Where he is.", "Guangzhou, China"),
    purchase_document: known("Bill of entry, else the receipt.", "C796229 (301)"),
    purchase_date: date("The day of that.", { example: "2026-07-12", nullable: true }),
    description: text("The product.", { example: "Cyan ink" }),
    sold_qty: quantity("What went out; below zero where it came back.", { example: 3 }),
    taxable_value: amount("What it was sold for, without VAT.", 27000),
    sd: amount("Supplementary duty on that.", 0),
    vat: amount("VAT on it.", 4050),
    buyer_name: known("Who bought it.", "Krishna Textiles Ltd"),
    buyer_address: known("Where he is.", "12 Station Road, Bogura"),
    buyer_bin: known("His business identification number.", "001234567-0203"),
    sale_document: known("The 6.3 or 6.7, else our invoice or credit note.", "VCH-2026-000041"),
    sale_date: date("The day of that.", { example: "2026-07-14", nullable: true }),
    closing_qty: quantity("What lies there after.", { example: 61 }),
    closing_value: amount("What that is worth.", 55696.13),
    remarks: known("What else moved it.", "adjustment: counted"),
  }),
);

/** What an invoice or credit note says of the line that moved; pieces that came back are below zero. */
const sold = sql`
  left join lateral (
    select i.net * -sign(m.quantity) as net, i.vat * -sign(m.quantity) as vat, i.invoice_id
    from invoice_items i where m.source_type = 'invoice' and i.id = m.source_line_id
    union all
    select sum(c.net) * -sign(m.quantity), sum(c.vat) * -sign(m.quantity), min(n.invoice_id)
    from credit_note_items c join credit_notes n on n.id = c.credit_note_id
    where m.source_type = 'credit_note' and c.credit_note_id = m.source_id
      and c.invoice_item_id = m.source_line_id and c.condition = 'good'
    having count(*) > 0) sale on true
  left join invoices inv on inv.id = sale.invoice_id
  left join customers buyer on buyer.id = inv.customer_id
  left join vat_challans paper on case m.source_type when 'invoice'
    then paper.kind = '6.3' and paper.invoice_id = m.source_id
    else paper.credit_note_id = m.source_id and m.source_type = 'credit_note' end`;

const bought = sql`
  left join receipts r on m.source_type = 'receipt' and r.id = m.source_id
  left join shipments s on s.id = r.shipment_id
  left join suppliers seller on seller.id = s.supplier_id
  left join lateral (
    select concat(b.number, ' (', b.office, ')') as number, b.entry_date
    from receipt_items line join bill_of_entry_items of on of.shipment_item_id = line.shipment_item_id
      join bills_of_entry b on b.id = of.bill_id
    where m.source_type = 'receipt' and line.id = m.source_line_id and b.status = 'posted'
    order by b.entry_date desc, b.id desc limit 1) bill on true`;

const sorts: Sorts = { movement_date: { by: sql`g.movement_date`, type: "date" } };

/**
 * The trader's register of a product (Mushak 6.2.1), a row for each movement in the order of days: what lay there,
 * what came in and from whom, what was sold and to whom by which paper, what is left; local currency. What moved
 * otherwise stands with its reason in the remarks. Source: docs/vat.md, "Registers".
 */
export default report({
  name: "vat-register",
  summary: "The trader's register 6.2.1 of a product: bought, sold and left, with papers",
  may: "books.read",
  query: queryOf(listQuery.omit({ search: true }), { sorts, day: "movement_date" }).extend({
    product_id: field.id().describe("The product."),
  }),
  record: row,
  sums: ["purchase_qty", "purchase_value", "sold_qty", "taxable_value", "vat"],
  table: ["movement_date", "opening_qty", "purchase_qty", "sold_qty", "vat", "closing_qty"],
  source: ({ product_id, from, to }) => ({
    from: sql`(
      select m.id, m.reference_no, m.movement_date, p.name as description,
        m.running_qty - m.quantity as opening_qty, m.running_value - m.value as opening_value,
        out.purchase_qty, out.purchase_value,
        m.running_qty - m.quantity + out.purchase_qty as total_qty,
        m.running_value - m.value + out.purchase_value as total_value,
        seller.name as seller_name, nullif(concat_ws(', ', seller.address, seller.country), '')
          as seller_address,
        coalesce(bill.number, r.reference_no) as purchase_document,
        coalesce(bill.entry_date, r.received_date) as purchase_date,
        case when out.is_sale then -m.quantity else 0 end as sold_qty,
        coalesce(sale.net, 0) as taxable_value, 0::numeric as sd, coalesce(sale.vat, 0) as vat,
        coalesce(buyer.company_name, buyer.name) as buyer_name,
        nullif(concat_ws(', ', buyer.address, buyer.city), '') as buyer_address, buyer.bin as buyer_bin,
        case when sale.invoice_id is not null
          then coalesce(paper.reference_no, m.source_reference_no) end as sale_document,
        case when sale.invoice_id is not null
          then coalesce(paper.issued_on, m.movement_date) end as sale_date,
        m.running_qty as closing_qty, m.running_value as closing_value,
        case when sale.invoice_id is null and r.id is null
          then concat_ws(': ', replace(m.kind, '_', ' '), m.reason) end as remarks
      from (select moved.id, moved.reference_no, moved.movement_date, moved.product_id, moved.quantity,
          moved.value, moved.kind, moved.source_type, moved.source_id, moved.source_line_id,
          moved.source_reference_no, moved.reason, sum(quantity) over so_far as running_qty, sum(value) over so_far as running_value
          from stock_movements moved where moved.product_id = ${product_id}
          window so_far as (order by movement_date, id)) m
        join products p on p.id = m.product_id
        ${sold} ${bought}
        cross join lateral (select
          m.quantity < 0 or sale.invoice_id is not null as is_sale,
          case when m.quantity < 0 or sale.invoice_id is not null then 0 else m.quantity end
            as purchase_qty,
          case when m.quantity < 0 or sale.invoice_id is not null then 0 else m.value end
            as purchase_value) out) g`,
    id: sql`g.id`,
    sorts,
    defaultSort: "movement_date",
    where: [
      from !== undefined && sql`g.movement_date >= ${from}::date`,
      to !== undefined && sql`g.movement_date <= ${to}::date`,
    ],
  }),
});
