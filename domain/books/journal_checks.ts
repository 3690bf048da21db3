import sql, { type Sql } from "sql-template-tag";
import type { Role } from "../journal/chart.ts";
import type { Check } from "./check.ts";

/** Rows of the ledgers, as the journal should have them: role, day, entry, what they moved. */
const ledgerRows = sql`
  select 'stock' as role, reference_no as record, movement_date as day, entry_id, value as amount
  from stock_movements
  union all
  select 'suppliers', reference_no, entry_date, entry_id, -amount_local from supplier_ledger
  union all
  select 'customers', reference_no, date, entry_id, debit - credit from customer_ledger`;

/** The journal's own lines on an account, by day. */
const journalOf = (role: Role) =>
  sql`
  select l.entry_date as day, l.debit - l.credit as amount
  from journal_lines l join accounts a on a.id = l.account_id where a.role = ${role}`;

/** Where an account is not its ledger on the evening of a day on which anything happened. */
function everyDay(role: Role, ledger: Sql): Sql {
  return sql`
    select day::text as record, format('the account moved by %s, its ledger by %s', journal, ledger)
      as problem
    from (
      select day, sum(case when booked then amount else 0 end) as journal,
        sum(case when booked then 0 else amount end) as ledger
      from (select true as booked, day, amount from (${journalOf(role)}) j
        union all select false, day, amount from (${ledger}) l) both_sides
      group by day) days
    where journal <> ledger order by day`;
}

const rowsOf = (role: Role) => sql`select day, amount from (${ledgerRows}) r where role = ${role}`;

/** Costs that are part of goods' value, less what receipts, late costs and the end of a shipment took. */
const onTheWay = sql`
  select c.entry_date as day, c.local_amount as amount from shipment_costs c where c.capitalise
  union all
  select coalesce(m.movement_date, (select max(x.expense_date) from valuation_expenses x
      where x.cost_id = l.cost_id and x.kind = 'late_cost'), (select max(other.movement_date)
      from late_costs beside join stock_movements other on other.id = beside.stock_movement_id
      where beside.cost_id = l.cost_id), c.entry_date),
    -(l.stock_part + l.expense_part)
  from late_costs l join shipment_costs c on c.id = l.cost_id
    left join stock_movements m on m.id = l.stock_movement_id
  union all
  select turn.day, turn.sign * (line.accepted_value + line.rejected_value + line.short_value
    - line.accepted_purchase - line.rejected_purchase - line.short_purchase)
  from receipt_items line join receipts r on r.id = line.receipt_id
    cross join lateral (
      select r.posting_date, -1 where r.posted_at is not null
      union all
      select e.entry_date, 1 from journal_entries e
      where e.source_type = 'receipt' and e.source_id = r.id and e.kind = 'receipt.reversal')
      as turn (day, sign)
  union all
  select l.entry_date, l.debit - l.credit
  from journal_lines l join journal_entries e on e.id = l.entry_id join accounts a on a.id = l.account_id
  where a.role = 'goods_on_the_way' and e.kind in ('left_over', 'left_over.reversal')`;

/** One figure for the whole account. */
function now(role: Role, ledger: Sql): Sql {
  return sql`
    select ${role}::text as record, format('%s on the account, %s in its ledger', journal, ledger) as problem
    from (select coalesce((select sum(amount) from (${journalOf(role)}) j), 0) as journal,
      coalesce((${ledger}), 0) as ledger) both_sides
    where journal <> ledger`;
}

/** Invariants 20 and 21: the journal balances, and is what the ledgers beneath it say. */
export const journalChecks: Check[] = [{
  name: "journal_balance",
  holds: "The debits of every entry of the journal are its credits, on its day",
  differences: sql`
    select e.reference_no as record, format('%s debited and %s credited by %s lines%s',
      coalesce(sum(l.debit), 0), coalesce(sum(l.credit), 0), count(l.id),
      case when bool_or(l.entry_date <> e.entry_date) then ', of another day' else '' end) as problem
    from journal_entries e left join journal_lines l on l.entry_id = e.id
    group by e.id
    having coalesce(sum(l.debit - l.credit), 1) <> 0 or count(l.id) < 2
      or bool_or(l.entry_date <> e.entry_date)
    order by e.id`,
}, {
  name: "account_months",
  holds: "What is kept of each account and month is the sum of its lines",
  differences: sql`
    select a.number || ' ' || to_char(month, 'YYYY-MM') as record,
      format('%s debited and %s credited as kept, %s and %s by the lines', coalesce(m.debit, 0),
        coalesce(m.credit, 0), coalesce(l.debit, 0), coalesce(l.credit, 0)) as problem
    from account_months m full join (
      select account_id, date_trunc('month', entry_date::timestamp)::date as month,
        sum(debit) as debit, sum(credit) as credit
      from journal_lines group by 1, 2) l using (account_id, month)
      join accounts a on a.id = account_id
    where (m.debit, m.credit) is distinct from (l.debit, l.credit)
    order by a.number, month`,
}, {
  name: "journal_rows",
  holds: "Every row of a ledger that moves value names an entry of its day",
  differences: sql`
    select r.record, case when e.id is null then format('%s, in no entry', r.amount)
      else format('%s on %s, in %s of %s', r.amount, r.day, e.reference_no, e.entry_date) end as problem
    from (${ledgerRows}) r left join journal_entries e on e.id = r.entry_id
    where r.amount <> 0 and e.entry_date is distinct from r.day
    order by r.record`,
}, {
  name: "journal_entries",
  holds: "An entry's lines on stock, suppliers and customers are the rows that name it",
  differences: sql`
    select e.reference_no as record, format('%s: %s by its lines, %s by the rows', d.role, d.journal, d.ledger)
      as problem
    from (
      select entry_id, role, sum(journal) as journal, sum(ledger) as ledger
      from (
        select l.entry_id, a.role, l.debit - l.credit as journal, 0 as ledger
        from journal_lines l join accounts a on a.id = l.account_id
        where a.role in ('stock', 'suppliers', 'customers')
        union all
        select entry_id, role, 0, amount from (${ledgerRows}) r where entry_id is not null) both_sides
      group by entry_id, role having sum(journal) <> sum(ledger)) d
      join journal_entries e on e.id = d.entry_id
    order by e.id, d.role`,
}, {
  name: "journal_stock",
  holds: "Stock in the journal is the sum of the movements' values, on every day",
  differences: everyDay("stock", rowsOf("stock")),
}, {
  name: "journal_suppliers",
  holds: "Suppliers in the journal are the supplier ledger, on every day",
  differences: everyDay("suppliers", rowsOf("suppliers")),
}, {
  name: "journal_customers",
  holds: "Customers in the journal are the customer ledger, on every day",
  differences: everyDay("customers", rowsOf("customers")),
}, {
  name: "journal_goods_on_the_way",
  holds: "Goods on the way are the cost shares of pieces not yet accounted for, on every day",
  differences: everyDay("goods_on_the_way", onTheWay),
}, {
  name: "journal_shipments",
  holds: "What a shipment has on the way is what its items still wait for",
  differences: sql`
    select s.reference_no as record, format('%s in the journal, its items say %s', coalesce(j.amount, 0),
      coalesce(i.amount, 0)) as problem
    from shipments s
      left join (select l.shipment_id, sum(l.debit - l.credit) as amount
        from journal_lines l join accounts a on a.id = l.account_id
        where a.role = 'goods_on_the_way' group by l.shipment_id) j on j.shipment_id = s.id
      left join (select shipment_id, sum(remaining_value - remaining_purchase) as amount
        from shipment_items group by shipment_id) i
        on i.shipment_id = s.id and s.status not in ('closed', 'cancelled')
    where coalesce(j.amount, 0) <> coalesce(i.amount, 0)
    order by s.id`,
}, {
  name: "journal_claims",
  holds: "Claims in the journal are what the unresolved ones carry, and faulty stock at suppliers",
  differences: now(
    "claims",
    sql`select (select coalesce(sum(carrying_value), 0) from discrepancies
        where status in ('open', 'submitted'))
      + (select coalesce(sum(value), 0) from supplier_return_lines where outcome is null)`,
  ),
}, {
  name: "journal_returned_claims",
  holds:
    "The claims of a return carry what its entry says, and none stands of one that was taken back",
  differences: sql`
    select n.reference_no as record, format('%s claimed by its entry, its claims carry %s',
      coalesce(j.amount, 0), coalesce(c.amount, 0)) as problem
    from credit_notes n
      left join (
        select e.source_id, sum(l.debit - l.credit) as amount
        from journal_entries e join journal_lines l on l.entry_id = e.id
          join accounts a on a.id = l.account_id
        where e.source_type = 'credit_note' and e.kind = 'sales_return' and a.role = 'claims'
        group by 1) j on j.source_id = n.id
      left join (
        select i.credit_note_id, sum(d.carrying_value) as amount, bool_or(d.status <> 'cancelled') as stands
        from discrepancies d join credit_note_items i on i.id = d.credit_note_item_id group by 1) c
        on c.credit_note_id = n.id
    where case when n.reversed_at is null then coalesce(j.amount, 0) <> coalesce(c.amount, 0)
      else c.stands end
    order by n.id`,
}, {
  name: "journal_margins",
  holds: "LC margins in the journal are what banks keep for each LC, nowhere less than nothing",
  differences: sql`
    select coalesce(l.reference_no, 'no LC') as record, format('%s of margin held', j.amount) as problem
    from (
      select l.lc_tt_id, sum(l.debit - l.credit) as amount
      from journal_lines l join accounts a on a.id = l.account_id
      where a.role = 'lc_margin' group by l.lc_tt_id) j
      left join lc_tt l on l.id = j.lc_tt_id
    where j.amount < 0 or (j.lc_tt_id is null and j.amount <> 0)
    order by j.lc_tt_id`,
}, {
  name: "journal_replacements",
  holds: "Replacements due in the journal are what claims wait for",
  differences: now("replacements_due", sql`select sum(replacement_value) from discrepancies`),
}, {
  name: "journal_loans",
  holds: "Bank loans in the journal are what of each LC's loans is not paid back",
  differences: now(
    "bank_loans",
    sql`select (select coalesce(sum(principal), 0) from lc_loan_payments)
      - (select coalesce(sum(amount), 0) from lc_loans)`,
  ),
}];
