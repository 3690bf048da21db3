import sql, { raw, type Sql } from "sql-template-tag";
import { allOf } from "../records/list_statement.ts";

/** SQL: below zero for what takes an entry back. */
const sign = sql`(select case when e.kind like '%.reversal' then -1 else 1 end as sign)`;

/** Entries whose VAT is told line by line by their document. */
const told = sql`('invoice', 'invoice.reversal', 'sales_return', 'sales_return.reversal')`;

/** SQL: the latest return that was filed of the month that ended before a time; of no other time there is one. */
function filedBefore(from: string | undefined): Sql {
  const before = from?.endsWith("-01") ? from : null;
  return sql`(select r.id, r.reference_no, r.filed_on, r.carried_out from vat_returns r
    where r.period = ${before}::date - interval '1 month' order by r.amendment desc limit 1)`;
}

/** SQL: which entries of the journal are told, by their day and id. */
export type Which = (day: Sql, id: Sql) => Sql;

/** Those of a time. */
export const between = (from: string | undefined, to: string | undefined): Which => (day) =>
  allOf([
    from !== undefined && sql`${day} >= ${from}::date`,
    to !== undefined && sql`${day} <= ${to}::date`,
  ]);

/** Every row behind every note, of some entries, with what is carried into a time that begins then. */
export function vatRows(which: Which, from: string | undefined): Sql {
  const within = which(sql`e.entry_date`, sql`e.id`);
  const onDays = which(sql`l.entry_date`, sql`l.entry_id`); // the entry's, in the index of an account's lines
  const about = sql`e.entry_date, e.source_type, e.source_id, e.source_reference_no`;
  const onAccount = (role: string) =>
    sql`journal_lines l join journal_entries e on e.id = l.entry_id
      join accounts a on a.id = l.account_id and a.role = ${role}
      left join lateral (select standard_percent as standard from vat_rates
        where valid_from <= e.entry_date order by valid_from desc limit 1) rate on true`;
  const near = (vat: string, base: string) =>
    sql`abs(${raw(vat)} - ${raw(base)} * rate.standard / 100) <= greatest(1, ${raw(base)} * 0.005)`;
  return sql`
    select case when e.kind = 'invoice.reversal' then 31 when i.vat_percent = 0 then 3
        when i.vat_percent = rate.standard_percent then 4
        when i.vat_percent = rate.trade_percent then 8 else 7 end as note,
      ${about}, sum(i.net) as value, sum(i.vat) as vat
    from journal_entries e join invoice_items i on i.invoice_id = e.source_id
      left join lateral (select standard_percent, trade_percent from vat_rates
        where valid_from <= e.entry_date order by valid_from desc limit 1) rate on true
    where e.source_type = 'invoice' and e.kind in ('invoice', 'invoice.reversal') and ${within}
    group by e.id, 1
    union all
    select 31, ${about}, sum(c.net * d.sign), sum(c.vat * d.sign)
    from journal_entries e join credit_note_items c on c.credit_note_id = e.source_id
      cross join lateral ${sign} d
    where e.source_type = 'credit_note' and e.kind in ('sales_return', 'sales_return.reversal')
      and ${within}
    group by e.id
    union all
    select case when l.credit > l.debit then 26 else 31 end, ${about}, null,
      abs(l.credit - l.debit)
    from ${onAccount("vat_output")}
    where e.kind not in ${told} and coalesce(e.source_type, '') <> 'transfer' and ${onDays}
    union all
    select case when exists (select from lc_tt_charges bank where bank.cost_id = coalesce(c.reverses_id, c.id))
          then 14
        when line.vat is null or ${near("line.vat", "line.base")} then 15 else 17 end,
      ${about}, sum(line.base * d.sign), sum(coalesce(line.vat * d.sign, l.debit - l.credit))
    from ${onAccount("vat_input")} cross join lateral (select sign(l.debit - l.credit) as sign) d
      join shipment_costs c on c.id = e.source_id
      left join bill_of_entry_costs made on made.cost_id = coalesce(c.reverses_id, c.id)
      left join lateral (
        select b.vat, b.assessable_value + b.cd + b.rd + b.sd as base
        from bill_of_entry_lines b where b.bill_id = made.bill_id and b.vat <> 0) line on true
    where e.source_type = 'shipment_cost' and ${onDays}
    group by e.id, 1
    union all
    select case when ${near("x.vat_amount", "(x.amount - x.vat_amount)")} then 14 else 16 end,
      ${about}, (x.amount - x.vat_amount) * sign(l.debit - l.credit), l.debit - l.credit
    from ${onAccount("vat_input")} join expenses x on x.id = e.source_id
    where e.source_type = 'expense' and ${onDays}
    union all
    select 16, ${about}, null, l.debit - l.credit
    from ${onAccount("vat_input")}
    where coalesce(e.source_type, '') not in ('shipment_cost', 'expense') and ${onDays}
    union all
    select 30, ${about}, null, l.debit - l.credit from ${onAccount("advance_tax")} where ${onDays}
    union all
    select 29, ${about}, null, l.debit - l.credit
    from ${onAccount("tax_certificates")} join payments p on p.id = e.source_id
    where e.source_type = 'payment' and p.method = 'vds' and ${onDays}
    union all
    select 21, ${about}, (x.amount - x.vat_amount) * d.sign, x.vat_amount * d.sign
    from journal_entries e join expenses x on x.id = e.source_id cross join lateral ${sign} d
    where e.source_type = 'expense' and x.vat_amount > 0 and not x.vat_creditable and ${within}
    union all
    select 22, ${about}, sum(line.base) * sign(c.local_amount), c.local_amount
    from journal_entries e join shipment_costs c on c.id = e.source_id
      left join bill_of_entry_costs made on made.cost_id = coalesce(c.reverses_id, c.id)
      left join lateral (select b.assessable_value + b.cd + b.rd + b.sd as base
        from bill_of_entry_lines b where b.bill_id = made.bill_id and b.vat <> 0) line on true
    where e.source_type = 'shipment_cost' and c.cost_head = 'vat' and c.capitalise and ${within}
    group by e.id, c.id
    union all
    select 24, ${about}, t.base * sign(l.credit - l.debit), l.credit - l.debit
    from ${onAccount("tax_withheld")} join supplier_ledger s on s.id = e.source_id
      join withheld_taxes t on t.supplier_ledger_id = coalesce(s.reverses_id, s.id)
    where e.source_type = 'supplier_ledger' and t.kind = 'vds' and ${onDays}
    union all
    select 52, r.filed_on, 'vat_return', r.id, r.reference_no, null, r.carried_out
    from ${filedBefore(from)} r where r.carried_out > 0`;
}
