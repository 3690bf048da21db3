import sql from "sql-template-tag";
import type { Check } from "./check.ts";

/** Invariants 7, 13, 23 and 32: what we owe suppliers. */
export const supplierChecks: Check[] = [{
  name: "supplier_reversals",
  holds: "A supplier entry that takes another back mirrors its numbers",
  differences: sql`
    select r.reference_no as record, format('credit %s, debit %s, local %s take back %s: %s, %s, %s',
      r.credit, r.debit, r.amount_local, e.reference_no, e.credit, e.debit, e.amount_local)
      as problem
    from supplier_ledger r join supplier_ledger e on e.id = r.reverses_id
    where (r.supplier_id, r.currency, r.credit, r.debit, r.amount_local)
      <> (e.supplier_id, e.currency, e.debit, e.credit, -e.amount_local)
    order by r.id`,
}, {
  name: "supplier_amounts",
  holds: "Each supplier entry's local amount is its amount at its rate",
  differences: sql`
    select reference_no as record, format('%s %s at %s is written as %s',
      credit - debit, currency, exchange_rate, amount_local) as problem
    from supplier_ledger
    where credit + debit > 0
      and amount_local <> sign(credit - debit) * round(abs(credit - debit) * exchange_rate, 2)
    order by id`,
}, {
  name: "supplier_openings",
  holds: "Each supplier's opening balance stands in his ledger",
  differences: sql`
    select s.reference_no as record, format('opened with %s, the ledger says %s',
      s.opening_balance, coalesce(e.openings, '0')) as problem
    from suppliers s left join ( -- there is one in each currency, and his own may have changed since
      select supplier_id, string_agg(opening::text, ' and ') as openings,
        array_agg(opening) as each
      from (select supplier_id, sum(credit - debit) as opening from supplier_ledger
        where entry_type = 'opening' and reverses_id is null
        group by supplier_id, currency) as by_currency
      group by supplier_id) e on e.supplier_id = s.id
    where s.opening_balance <> 0 and s.opening_balance <> all (coalesce(e.each, '{}'))
    order by s.id`,
}, {
  name: "supplier_settled",
  holds: "A foreign balance of zero is zero in local currency too",
  differences: sql`
    select s.reference_no as record, format('nothing is owed in %s, but %s in local currency',
      e.currency, sum(e.amount_local)) as problem
    from supplier_ledger e join suppliers s on s.id = e.supplier_id
    group by s.id, s.reference_no, e.currency
    having sum(e.credit - e.debit) = 0 and sum(e.amount_local) <> 0
    order by s.id, e.currency`,
}, {
  name: "supplier_balances",
  holds: "What is kept of each supplier and currency is the sum of his ledger",
  differences: sql`
    select s.reference_no || ' ' || coalesce(b.currency, e.currency) as record,
      format('%s, %s and %s as kept, %s, %s and %s by the ledger', coalesce(b.balance, 0),
        coalesce(b.balance_local, 0), coalesce(b.realised, 0), coalesce(e.balance, 0),
        coalesce(e.balance_local, 0), coalesce(e.realised, 0)) as problem
    from supplier_balances b full join (
      select supplier_id, currency, sum(credit - debit) as balance,
        sum(amount_local) as balance_local,
        coalesce(sum(amount_local) filter (where credit = 0 and debit = 0), 0) as realised
      from supplier_ledger group by 1, 2) e using (supplier_id, currency)
      join suppliers s on s.id = supplier_id
    where (b.balance, b.balance_local, b.realised)
      is distinct from (e.balance, e.balance_local, e.realised)
    order by 1`,
}, {
  name: "issued_cheques",
  holds:
    "A cheque of ours that is cleared is exactly its payment in the supplier's ledger, any other none",
  differences: sql`
    select q.reference_no as record, concat_ws(', ',
      case when q.cleared_on is null and e.id is not null then format('not cleared, but %s paid it', e.reference_no)
        when q.cleared_on is not null and e.id is null then 'cleared, but in no ledger'
        when not e.fits then format('%s is not what it says', e.reference_no) end,
      case when q.cleared_on is not null and e.mirrored_on is distinct from q.ended_on
        then format('ended %s, in the ledger %s', coalesce(q.ended_on::text, 'never'),
          coalesce(e.mirrored_on::text, 'never')) end) as problem
    from issued_cheques q left join lateral (
      select e.id, e.reference_no, mirror.entry_date as mirrored_on,
        (e.supplier_id, e.currency, e.debit, e.entry_date, e.entry_type, e.account_id, lower(e.reference), e.method)
          = (q.supplier_id, q.currency, q.amount, q.cleared_on, q.entry_type, q.account_id,
            lower(q.cheque_number), 'cheque') and e.reverses_id is null as fits
      from supplier_ledger e left join supplier_ledger mirror on mirror.reverses_id = e.id
      where e.id = q.ledger_entry_id) e on true
    where (q.cleared_on is null) <> (e.id is null) or not e.fits
      or q.cleared_on is not null and e.mirrored_on is distinct from q.ended_on
    order by q.id`,
}, {
  name: "supplier_credits",
  holds: "What a receipt or a claim booked with a supplier stands in his ledger",
  differences: sql`
    select document.reference_no as record, format('its entry %s is of another supplier',
      e.reference_no) as problem
    from (
      select r.reference_no, r.supplier_ledger_id, s.supplier_id
      from receipts r join shipments s on s.id = r.shipment_id
      union all
      select reference_no, supplier_ledger_id, supplier_id from discrepancies) document
      join supplier_ledger e on e.id = document.supplier_ledger_id
    where e.supplier_id <> document.supplier_id
    order by 1`,
}];
