-- The journal of everything that was there before there was one: each deed at its own date, by the rules of
-- domain/journal/rules.ts. Stock and ledgers stay as they happened; what the rules of then left nowhere
-- goes to the account that docs/books.md, "Upgrading from 0.1.0", names.

create temporary table deed_lines (
  deed text not null,                       -- kind of document and id: the lines of one are one entry a day
  entry_date date not null,
  kind text not null,
  source_type text not null,
  source_id bigint not null,
  source_reference_no text,
  narration text not null,
  recorded_at timestamptz,
  recorded_by bigint,
  role text not null,
  amount numeric not null,                  -- a debit above zero, a credit below
  currency text,
  foreign_amount numeric,
  rate numeric,
  party_type text,
  party_id bigint,
  product_id bigint,
  shipment_id bigint,
  lc_tt_id bigint,
  invoice_id bigint,
  movement_id bigint,                       -- the row of the ledger that the line is
  supplier_ledger_id bigint,
  customer_ledger_id bigint,
  reverses text,                            -- the deed that it takes back
  place bigint generated always as identity
) on commit drop;

do $$
declare
  zone constant text := coalesce(nullif(current_setting('back_office.time_zone', true), ''), 'Asia/Dhaka');
  home constant text := coalesce(nullif(current_setting('back_office.currency', true), ''), 'BDT');
  year_starts constant int :=
    coalesce(nullif(current_setting('back_office.fiscal_month', true), '')::int, 1);
begin
  if exists (select from journal_entries) then return; end if;
  set constraints all immediate; -- so that triggers can be put aside and back

  -- Stock that was there, and what was moved by hand.
  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, product_id, movement_id)
  select 'movement:' || m.id, m.movement_date,
    case m.kind when 'opening' then 'opening' else 'stock_by_hand' end, 'stock_movement', m.id,
    m.reference_no, coalesce(nullif(m.reason, ''), 'Stock by hand'), m.created_at, m.created_by, side.role,
    side.amount, m.product_id, side.movement_id
  from stock_movements m cross join lateral (values
    (1, 'stock', m.value, m.id),
    (2, case m.kind when 'opening' then 'opening' else 'stock_adjustment' end, -m.value, null))
    as side (place, role, amount, movement_id)
  where m.kind in ('opening', 'in', 'out', 'adjustment', 'return')
  order by m.id, side.place;

  -- Parts of service tickets.
  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, product_id, movement_id)
  select 'movement:' || m.id, m.movement_date,
    case when part.is_warranty then 'warranty_part' else 'billed_part' end, 'ticket', m.source_id,
    m.source_reference_no, 'Parts for ' || coalesce(m.source_reference_no, 'a service ticket'),
    m.created_at, m.created_by, side.role, side.amount, m.product_id, side.movement_id
  from stock_movements m left join service_ticket_parts part on part.movement_id = m.id
    cross join lateral (values
      (1, case when part.is_warranty then 'warranty' else 'cost_of_goods' end, -m.value, null),
      (2, 'stock', m.value, m.id)) as side (place, role, amount, movement_id)
  where m.kind = 'ticket_part'
  order by m.id, side.place;

  -- What customers owed, their invoices and payments, and what of these was taken back.
  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, party_type, party_id, invoice_id, customer_ledger_id, reverses)
  select case when e.type = 'opening' then 'customer:' || e.customer_id
      when e.invoice_id is not null then 'invoice:' || e.invoice_id
      else 'payment:' || e.payment_id end || case when e.reverses_id is null then '' else ':back' end,
    e.date,
    case e.type when 'opening' then 'opening' when 'invoice' then 'invoice'
      when 'payment' then 'customer_payment' when 'invoice_void' then 'invoice.reversal'
      else 'customer_payment.reversal' end,
    case when e.type = 'opening' then 'customer' when e.invoice_id is not null then 'invoice'
      else 'payment' end,
    coalesce(e.invoice_id, e.payment_id, e.customer_id), e.reference_no, e.description, e.created_at,
    e.created_by, side.role, side.amount, 'customer', e.customer_id, e.invoice_id, side.ledger_id,
    case when e.reverses_id is null then null when e.invoice_id is not null then 'invoice:' || e.invoice_id
      else 'payment:' || e.payment_id end
  from customer_ledger e left join payments p on p.id = e.payment_id
    left join method_accounts m on m.method = p.method left join accounts a on a.id = m.account_id
    cross join lateral (values
      (1, 'customers', e.debit - e.credit, e.id),
      (2, case when e.type = 'opening' then 'opening' else coalesce(a.role, 'cash') end,
        case when e.invoice_id is null then e.credit - e.debit else 0 end, null))
      as side (place, role, amount, ledger_id)
  order by e.id, side.place;

  -- What invoices earned: each line with its part of the invoice's discount taken off.
  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, party_type, party_id, invoice_id)
  select l.deed, l.entry_date, l.kind, l.source_type, l.source_id, l.source_reference_no, l.narration,
    l.recorded_at, l.recorded_by, earned.role, -sign(l.amount) * earned.amount, l.party_type, l.party_id,
    l.invoice_id
  from deed_lines l join invoices i on i.id = l.invoice_id
    cross join lateral (
      select case when net.is_goods then 'sales' else 'service' end, sum(net.amount)
      from (
        select line.product_id is not null as is_goods, line.amount
            - coalesce(round(i.discount * line.upto / nullif(i.subtotal, 0), 2), 0)
            + coalesce(round(i.discount * (line.upto - line.amount) / nullif(i.subtotal, 0), 2), 0) as amount
        from (select product_id, amount, sum(amount) over (order by id) as upto
          from invoice_items where invoice_id = i.id) line) net
      group by net.is_goods
      union all select 'vat_output', i.vat) as earned (role, amount)
  where l.role = 'customers' and l.invoice_id is not null
  order by l.place, earned.role;

  -- What the goods of invoices cost, and came back with when they were voided.
  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, product_id, invoice_id, movement_id, reverses)
  select 'invoice:' || i.id || case m.kind when 'invoice' then '' else ':back' end, m.movement_date,
    case m.kind when 'invoice' then 'invoice' else 'invoice.reversal' end, 'invoice', i.id, i.reference_no,
    case m.kind when 'invoice' then 'Invoice ' || i.reference_no
      else concat('Void of ', i.reference_no, ': ', i.void_reason) end,
    m.created_at, m.created_by, side.role, side.amount, m.product_id, i.id, side.movement_id,
    case when m.kind = 'invoice_void' then 'invoice:' || i.id end
  from stock_movements m join invoices i on i.id = m.source_id
    left join stock_movements taken on taken.id = m.reverses_id
    cross join lateral (values
      (1, 'cost_of_goods', case m.kind when 'invoice' then -m.value else taken.value end, null),
      (2, 'stock', m.value, m.id)) as side (place, role, amount, movement_id)
  where m.kind in ('invoice', 'invoice_void')
  order by m.id, side.place;

  -- Goods counted in, and receipts taken back.
  create temporary table counted on commit drop as
  select r.id, false as back, 'receipt:' || r.id as deed, coalesce(r.posting_date,
      (r.posted_at at time zone zone)::date) as entry_date, 'receipt' as kind, r.reference_no,
    'Goods of ' || s.reference_no as narration, r.posted_at as recorded_at, r.posted_by as recorded_by,
    r.shipment_id, s.supplier_id, r.supplier_ledger_id as credit_id, null::text as reverses
  from receipts r join shipments s on s.id = r.shipment_id where r.posted_at is not null
  union all
  select r.id, true, 'receipt:' || r.id || ':back', coalesce((
      select max(m.movement_date) from stock_movements m where m.kind = 'receipt_reversal'
        and m.source_type = 'receipt' and m.source_id = r.id), (r.reversed_at at time zone zone)::date),
    'receipt.reversal', r.reference_no, 'Reversal of ' || r.reference_no, r.reversed_at, r.reversed_by,
    r.shipment_id, s.supplier_id,
    (select mirror.id from supplier_ledger mirror where mirror.reverses_id = r.supplier_ledger_id
      and mirror.created_at >= r.reversed_at),
    'receipt:' || r.id
  from receipts r join shipments s on s.id = r.shipment_id where r.reversed_at is not null;
  update counted c set credit_id = null from supplier_ledger e
  where e.id = c.credit_id and e.entry_date <> c.entry_date; -- of another day: an entry of its own

  -- What became of claims for rejected and missing pieces, at the landed value of these.
  create temporary table claimed on commit drop as
  select d.id, d.reference_no, d.shipment_id, d.supplier_id, d.status, d.resolution, d.supplier_ledger_id,
    coalesce(d.resolved_amount_local, 0) as brought, r.id as receipt_id, r.posted_at, r.reversed_at,
    coalesce(r.posting_date, (r.posted_at at time zone zone)::date) as posted_on,
    case when r.posted_at is null then 0 when d.discrepancy_type = 'damage' then line.rejected_value
      when d.discrepancy_type = 'shortage' then line.short_value else 0 end as carrying,
    ended.at as ended_at, ended.by as ended_by, ended.at is null or ended.at >= r.posted_at as is_carried
  from discrepancies d left join receipt_items line on line.id = d.receipt_item_id
    left join receipts r on r.id = line.receipt_id
    left join lateral (
      select d.resolved_at as at, d.resolved_by as by where d.status = 'resolved'
      union all
      (select h.recorded_at, h.recorded_by from history h where d.status = 'cancelled'
        and h.entity = 'discrepancy' and h.entity_id = d.id and h.field = 'status'
        and h.to_value = 'cancelled' order by h.id desc limit 1)) ended on true;
  -- those that were called off with their receipt go back with it
  update claimed set ended_at = null where status = 'cancelled' and ended_at >= reversed_at;

  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, currency, foreign_amount, rate, party_type, party_id, product_id,
    shipment_id, movement_id, supplier_ledger_id, reverses)
  select c.deed, c.entry_date, c.kind, 'receipt', c.id, c.reference_no, c.narration, c.recorded_at,
    c.recorded_by, part.role, part.amount, part.currency, part.foreign_amount, part.rate, part.party_type,
    part.party_id, part.product_id, c.shipment_id, part.movement_id, part.supplier_ledger_id, c.reverses
  from counted c
    cross join lateral (select sum(accepted_value + rejected_value + short_value) as landed,
        sum(rejected_value + short_value) as claimed,
        sum(accepted_purchase + rejected_purchase + short_purchase) as purchase
      from receipt_items where receipt_id = c.id) line
    left join supplier_ledger credit on credit.id = c.credit_id
    cross join lateral (
      select 1 as place, 'stock' as role, m.value as amount, null as currency, null::numeric as foreign_amount,
        null::numeric as rate, null as party_type, null::bigint as party_id, m.product_id, m.id as movement_id,
        null::bigint as supplier_ledger_id
      from stock_movements m where m.source_type = 'receipt' and m.source_id = c.id
        and m.kind = case when c.back then 'receipt_reversal' else 'receipt' end
      union all
      select 2, case when not c.back or d.ended_at is null then 'claims'
          when d.resolution = 'replacement' then 'replacements_due' else 'claim_loss' end,
        sum(case when c.back then -d.carrying else d.carrying end), null, null, null, null, null, null, null, null
      from claimed d where d.receipt_id = c.id and (c.back or d.is_carried) group by 2
      union all
      -- what was settled before the goods were posted is carried by nobody
      select 2, case d.resolution when 'replacement' then 'replacements_due' else 'claim_loss' end,
        sum(d.carrying), null, null, null, null, null, null, null, null
      from claimed d where d.receipt_id = c.id and not c.back and not d.is_carried group by 2
      union all
      select 3, 'goods_on_the_way',
        case when c.back then line.landed - line.purchase else line.purchase - line.landed end,
        null, null, null, null, null, null, null, null
      union all
      select 4, 'suppliers', -credit.amount_local, credit.currency, credit.debit - credit.credit,
        credit.exchange_rate, 'supplier', credit.supplier_id, null, null, credit.id
      where credit.id is not null
      union all
      select 5, 'goods_not_billed',
        case when c.back then line.purchase else -line.purchase end + coalesce(credit.amount_local, 0),
        null, null, null, null, null, null, null, null) part
  order by c.recorded_at, c.id, part.place, part.movement_id;

  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, currency, foreign_amount, rate, party_type, party_id, shipment_id,
    supplier_ledger_id)
  select 'claim:' || d.id, ended.on_day,
    case when d.status = 'cancelled' or d.resolution in ('written_off', 'rejected') then 'claim_lost'
      when d.resolution = 'replacement' then 'claim_replaced' else 'claim_recovered' end,
    'discrepancy', d.id, d.reference_no,
    'Claim ' || d.reference_no || ': ' || replace(coalesce(d.resolution, 'cancelled'), '_', ' '),
    d.ended_at, d.ended_by, part.role, part.amount, part.currency, part.foreign_amount, part.rate,
    part.party_type, part.party_id, d.shipment_id, part.supplier_ledger_id
  from claimed d left join supplier_ledger note on note.id = d.supplier_ledger_id
    cross join lateral (select case
        when note.id is not null then -note.amount_local
        when d.resolution in ('credit_note', 'refund', 'insurance') then d.brought else 0 end as amount) got
    cross join lateral (select case when d.is_carried then d.carrying else 0 end as value) carried
    cross join lateral (select case when note.id is not null then note.entry_date
        when got.amount > 0 then (d.ended_at at time zone zone)::date
        else greatest((d.ended_at at time zone zone)::date, d.posted_on) end as on_day) ended
    cross join lateral (values
      (1, case when note.id is null then 'bank' else 'suppliers' end, got.amount, note.currency,
        note.debit - note.credit, note.exchange_rate, case when note.id is not null then 'supplier' end,
        note.supplier_id, note.id),
      (2, 'claims', -carried.value, null, null, null, null, null, null),
      (3, case when d.resolution = 'replacement' then 'replacements_due'
        when got.amount > carried.value then 'other_income' else 'claim_loss' end,
        carried.value - got.amount, null, null, null, null, null, null))
      as part (place, role, amount, currency, foreign_amount, rate, party_type, party_id, supplier_ledger_id)
  where d.ended_at is not null
  order by d.ended_at, d.id, part.place;

  -- Costs of shipments. Nobody was named who is owed them: not billed yet, or what the bank took for an LC.
  -- Late ones leave for stock and expense on the day they were entered.
  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, product_id, shipment_id, lc_tt_id, movement_id, reverses)
  select 'cost:' || c.id, part.on_day,
    case when not c.capitalise then 'cost_expensed' when late.on_day = part.on_day then 'late_cost'
      else 'cost_capitalised' end || case when c.reverses_id is null then '' else '.reversal' end,
    'shipment_cost', c.id, s.reference_no,
    concat(replace(c.cost_head, '_', ' '), ' of ', s.reference_no, ': ' || nullif(c.note, '')),
    c.created_at, c.created_by, part.role, part.amount, part.product_id, c.shipment_id, charge.lc_tt_id,
    part.movement_id, 'cost:' || c.reverses_id
  from shipment_costs c join shipments s on s.id = c.shipment_id
    left join lc_tt_charges charge on charge.cost_id = coalesce(c.reverses_id, c.id)
    cross join lateral (select coalesce(max(m.movement_date),
        (select max(x.expense_date) from valuation_expenses x
          where x.cost_id = c.id and x.kind = 'late_cost'), c.entry_date) as on_day,
        coalesce(sum(l.stock_part + l.expense_part), 0) as left_at_once,
        coalesce(sum(l.expense_part), 0) as expense
      from late_costs l left join stock_movements m on m.id = l.stock_movement_id
      where l.cost_id = c.id) late
    cross join lateral (
      select 1 as place, c.entry_date as on_day, case when c.capitalise then 'goods_on_the_way'
          when c.cost_head = 'vat' then 'vat_input' when c.cost_head = 'at' then 'advance_tax'
          when c.cost_head = 'ait' then 'advance_income_tax'
          when c.cost_head in ('demurrage', 'detention') then 'demurrage' else 'import_expense' end as role,
        c.local_amount - case when late.on_day = c.entry_date then late.left_at_once else 0 end as amount,
        null::bigint as product_id, null::bigint as movement_id
      union all select 2, c.entry_date,
        case when charge.cost_id is null then 'goods_not_billed' else 'bank' end, -c.local_amount, null, null
      union all select 3, late.on_day, 'stock', m.value, m.product_id, m.id
      from late_costs l join stock_movements m on m.id = l.stock_movement_id where l.cost_id = c.id
      union all select 4, late.on_day, 'late_costs', late.expense, null, null
      union all select 5, late.on_day, 'goods_on_the_way', -late.left_at_once, null, null
      where late.on_day <> c.entry_date) part
  order by c.id, part.place;

  -- The rest of the supplier ledger: openings, bills and payments by hand, exchange differences.
  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, currency, foreign_amount, rate, party_type, party_id, shipment_id,
    lc_tt_id, supplier_ledger_id, reverses)
  select coalesce(cause.deed, 'ledger:' || e.id), e.entry_date, coalesce(cause.kind,
      case when e.entry_type in ('payment', 'advance') then 'supplier_payment'
        when e.entry_type = 'opening' then 'opening' else 'supplier_entry' end
      || case when e.reverses_id is null then '' else '.reversal' end),
    coalesce(cause.source_type, 'supplier_ledger'), coalesce(cause.source_id, e.id),
    coalesce(cause.source_reference_no, e.reference_no), coalesce(cause.narration, e.particulars),
    e.created_at, e.created_by, side.role, side.amount, side.currency, side.foreign_amount, side.rate,
    'supplier', e.supplier_id, e.shipment_id, e.lc_tt_id, side.ledger_id,
    case when cause.deed is not null then cause.reverses else 'ledger:' || e.reverses_id end
  from supplier_ledger e
    left join supplier_ledger first on e.entry_type = 'exchange_difference' and e.credit + e.debit = 0
      and first.supplier_id = e.supplier_id
      and e.particulars = 'Exchange difference realised with ' || first.reference_no
    left join lateral (
      -- a difference belongs to the entry that realised it, where that is of the same day
      select coalesce(l.deed, 'ledger:' || first.id) as deed,
        coalesce(l.kind, case when first.entry_type in ('payment', 'advance') then 'supplier_payment'
          when first.entry_type = 'opening' then 'opening' else 'supplier_entry' end
          || case when first.reverses_id is null then '' else '.reversal' end) as kind,
        coalesce(l.source_type, 'supplier_ledger') as source_type, coalesce(l.source_id, first.id) as source_id,
        coalesce(l.source_reference_no, first.reference_no) as source_reference_no,
        coalesce(l.narration, first.particulars) as narration,
        coalesce(l.reverses, 'ledger:' || first.reverses_id) as reverses
      from (select 1) one left join deed_lines l on l.supplier_ledger_id = first.id
      where first.entry_date = e.entry_date) cause on first.id is not null
    cross join lateral (values
      (1, 'suppliers', -e.amount_local, nullif(e.currency, home), e.debit - e.credit, e.exchange_rate, e.id),
      (2, case e.entry_type when 'payment' then 'bank' when 'advance' then 'bank'
        when 'bank_charge' then 'bank_charges' when 'credit_note' then 'claim_loss'
        when 'adjustment' then case when exists (select from discrepancies d
          where d.supplier_ledger_id = e.reverses_id) then 'claim_loss' else 'residue' end
        when 'opening' then 'opening' when 'exchange_difference' then 'exchange_difference'
        else 'goods_not_billed' end, e.amount_local, null, null, null, null))
      as side (place, role, amount, currency, foreign_amount, rate, ledger_id)
  where not exists (select from deed_lines l where l.supplier_ledger_id = e.id)
  order by e.id, side.place;
  update deed_lines set currency = null, foreign_amount = null, rate = null
  where currency = home or currency is null or foreign_amount = 0;

  -- Costs that stand on shipments that ended: of one called off, or of pieces that never came.
  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, shipment_id)
  select 'shipment:' || s.id, greatest((h.recorded_at at time zone zone)::date, left_over.latest), 'left_over',
    'shipment', s.id, s.reference_no, 'What ' || s.reference_no || ' left when it was ' || s.status,
    h.recorded_at, h.recorded_by, side.role, side.amount, s.id
  from shipments s join lateral (select sum(amount) as amount, max(entry_date) as latest from deed_lines l
      where l.shipment_id = s.id and l.role = 'goods_on_the_way') left_over on left_over.amount <> 0
    join lateral (select recorded_at, recorded_by from history where entity = 'shipment'
      and entity_id = s.id and field = 'status' and to_value = s.status order by id desc limit 1) h on true
    cross join lateral (values
      (1, case s.status when 'closed' then 'claim_loss' else 'import_expense' end, left_over.amount),
      (2, 'goods_on_the_way', -left_over.amount)) as side (place, role, amount)
  where s.status in ('closed', 'cancelled')
  order by s.id, side.place;

  delete from deed_lines where amount = 0;
  -- What a deed of then left nowhere, such as value that came back into stock where no piece was left.
  insert into deed_lines (deed, entry_date, kind, source_type, source_id, source_reference_no, narration,
    recorded_at, recorded_by, role, amount, shipment_id, invoice_id)
  select deed, entry_date, min(kind), min(source_type), min(source_id), min(source_reference_no),
    min(narration), min(recorded_at), min(recorded_by), 'residue', -sum(amount), min(shipment_id),
    min(invoice_id)
  from deed_lines group by deed, entry_date having sum(amount) <> 0;

  -- The entries, numbered by their dates.
  create temporary table entries on commit drop as
  select nextval(pg_get_serial_sequence('journal_entries', 'id')) as id, e.*
  from (
    select deed, entry_date, min(kind) as kind, min(source_type) as source_type, min(source_id) as source_id,
      min(source_reference_no) as source_reference_no, min(narration) as narration,
      coalesce(min(recorded_at), now()) as recorded_at, min(recorded_by) as recorded_by,
      min(reverses) as reverses,
      extract(year from entry_date)::int
        - case when extract(month from entry_date) < year_starts then 1 else 0 end as year,
      row_number() over (partition by deed order by entry_date) as part
    from deed_lines group by deed, entry_date
    order by entry_date, min(recorded_at), min(place)) e;
  create index on entries (deed, entry_date);

  insert into journal_entries (id, reference_no, entry_date, kind, source_type, source_id,
    source_reference_no, narration, reverses_id, created_at, created_by)
  select e.id, 'JRN-' || lpad(e.year::text, 4, '0') || '-' || lpad(e.number::text, greatest(6, length(e.number::text)), '0'),
    e.entry_date, e.kind, e.source_type, e.source_id, e.source_reference_no, e.narration,
    case when e.part = 1 then of.id end, e.recorded_at, e.recorded_by
  from (select *, row_number() over (partition by year order by id) as number from entries) e
    left join entries of on of.deed = e.reverses and of.part = 1
  order by e.id;
  insert into document_counters (series, last_number)
  select 'JRN-' || lpad(year::text, 4, '0'), count(*) from entries group by year;

  alter table journal_lines disable trigger journal_lines_balance; -- judged below, all at once
  insert into journal_lines (entry_id, entry_date, account_id, debit, credit, currency, amount_foreign, rate,
    party_type, party_id, product_id, shipment_id, lc_tt_id, invoice_id)
  select e.id, e.entry_date, a.id, greatest(l.amount, 0), greatest(-l.amount, 0), l.currency,
    l.foreign_amount, l.rate, l.party_type, l.party_id, l.product_id, l.shipment_id, l.lc_tt_id, l.invoice_id
  from deed_lines l join entries e using (deed, entry_date) join accounts a on a.role = l.role
  order by e.id, l.place;
  alter table journal_lines enable trigger journal_lines_balance;
  if exists (select from journal_lines group by entry_id having sum(debit) <> sum(credit)) then
    raise exception 'The journal of what was there does not balance';
  end if;

  alter table stock_movements disable trigger stock_movements_append_only;
  update stock_movements m set entry_id = e.id
  from deed_lines l join entries e using (deed, entry_date) where l.movement_id = m.id;
  alter table stock_movements enable trigger stock_movements_append_only;
  alter table supplier_ledger disable trigger supplier_ledger_append_only;
  update supplier_ledger r set entry_id = e.id
  from deed_lines l join entries e using (deed, entry_date) where l.supplier_ledger_id = r.id;
  alter table supplier_ledger enable trigger supplier_ledger_append_only;
  alter table customer_ledger disable trigger customer_ledger_append_only;
  update customer_ledger r set entry_id = e.id
  from deed_lines l join entries e using (deed, entry_date) where l.customer_ledger_id = r.id;
  alter table customer_ledger enable trigger customer_ledger_append_only;

  update discrepancies d set replacement_value = c.carrying from claimed c
  where c.id = d.id and d.resolution = 'replacement' and c.reversed_at is null and c.carrying <> 0;

  update settings set books_start = (
    select min(day) from (
      select min(date) from customer_ledger where type = 'opening'
      union all select min(entry_date) from supplier_ledger where entry_type = 'opening'
      union all select min(movement_date) from stock_movements where kind = 'opening') as opened (day))
  where books_start is null;
end $$;
