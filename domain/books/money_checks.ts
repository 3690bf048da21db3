import sql from "sql-template-tag";
import type { Check } from "./check.ts";

/** Invariant 20, of what only moves money: the document is what its entry says, and is taken back with it. */
export const moneyChecks: Check[] = [{
  name: "money_documents",
  holds:
    "Every transfer and expense is what its entry of the journal says, and reversed where that is",
  differences: sql`
    with document as (
      select 'transfer' as type, id, reference_no, entry_id, date, amount, 0 as vat, to_account_id as debited,
        from_account_id as credited, reversed_on
      from transfers
      union all
      select 'expense', id, reference_no, entry_id, date, amount, case when vat_creditable then vat_amount else 0 end,
        category_id, account_id, reversed_on
      from expenses)
    select coalesce(d.reference_no, e.reference_no) as record, concat_ws(', ',
      case when d.id is null then 'an entry of no document' end,
      case when e.id is null then 'in no entry of its own' end,
      case when e.entry_date <> d.date then format('of %s in the journal, it says %s', e.entry_date, d.date) end,
      case when not line.fit then format('its entry does not move %s as it says', d.amount) end,
      case when back.entry_date is distinct from d.reversed_on then format('reversed %s, in the journal %s',
        coalesce(d.reversed_on::text, 'never'), coalesce(back.entry_date::text, 'never')) end) as problem
    from document d
      full join (select id, reference_no, entry_date, source_type, source_id from journal_entries
        where kind in ('transfer', 'expense') and source_type in ('transfer', 'expense')) e
        on e.id = d.entry_id and e.source_type = d.type and e.source_id = d.id
      left join journal_entries back on back.reverses_id = coalesce(e.id, d.entry_id)
      left join lateral (
        select count(*) = case when d.vat = 0 then 2 else 3 end and bool_and(case
          when l.credit > 0 then (l.account_id, l.credit) = (d.credited, d.amount)
          when a.role = 'vat_input' and d.vat > 0 then l.debit = d.vat
          else (l.account_id, l.debit) = (d.debited, d.amount - d.vat) end) as fit
        from journal_lines l join accounts a on a.id = l.account_id
        where l.entry_id = e.id) line on d.id is not null and e.id is not null
    where d.id is null or e.id is null or e.entry_date <> d.date or not line.fit
      or back.entry_date is distinct from d.reversed_on
    order by 1`,
}];
