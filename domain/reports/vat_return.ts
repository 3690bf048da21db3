import sql, { join, raw, type Sql } from "sql-template-tag";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, date, id, localMoney, text } from "../records/kinds.ts";
import { allOf, listQuery, type Sorts } from "../records/paging.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { report } from "./report.ts";

/** Notes of the return (Mushak 9.1) that the books tell: what each adds up. */
const notes = {
  3: "Sales free of VAT",
  4: "Sales at the standard rate",
  7: "Sales at other rates",
  8: "Sales at the rate of trade",
  14: "Local purchases at the standard rate",
  15: "Imports at the standard rate",
  16: "Local purchases at other rates",
  17: "Imports at other rates",
  21: "Local purchases without credit",
  22: "Imports without credit",
  24: "VAT that the firm withheld (VDS)",
  26: "Increasing adjustments",
  29: "VAT that customers withheld (VDS)",
  30: "Advance tax (AT)",
  31: "Credit notes, and sales taken back",
  34: "To be paid for the period",
  52: "Carried in",
  65: "Carried out",
} as const;

/** Notes that are worked out of the others. */
const workedOut = sql`(34, 52, 65)`;

export const row = record(
  "VatReturnRow",
  "g",
  everybody({
    ...named({
      example: { reference_no: "4", title: "Sales at the standard rate" },
      title: sql`g.title`,
      id: { says: "The note's number, or of a row behind it its place." },
    }),
    note: count("The note of the return.", { example: 4 }),
    entry_date: date("The day, of a row behind a note.", { example: null, nullable: true }),
    source_type: text("What it was.", { example: null, nullable: true }),
    source_id: id("Its id.", { example: null, nullable: true }),
    value: localMoney("What the tax was on, where that is known.", {
      example: 83333.33,
      seenBy: "everybody",
      nullable: true,
    }),
    vat: localMoney("The tax.", { example: 12500, seenBy: "everybody" }),
  }),
);

const titles = sql`case w.note ${
  join(
    Object.entries(notes).map(([note, title]) => sql`when ${raw(note)} then ${raw(`'${title}'`)}`),
    " ",
  )
} end`;

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

/** Every row behind every note, of entries of the journal in a time. */
function rows(from: string | undefined, to: string | undefined): Sql {
  const between = (day: Sql) =>
    allOf([
      from !== undefined && sql`${day} >= ${from}::date`,
      to !== undefined && sql`${day} <= ${to}::date`,
    ]);
  const within = between(sql`e.entry_date`);
  const onDays = between(sql`l.entry_date`); // the entry's, in the index of an account's lines
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

/** SQL: the whole return, a row for each note, the ones that are worked out of the others among them. */
function wholeReturn(from: string | undefined, to: string | undefined): Sql {
  const none = sql`null::date as entry_date, null::text as source_type, null::bigint as source_id`;
  return sql`(
    with told as materialized (
        select w.note, sum(w.value) as value, sum(w.vat) as vat from (${
    rows(from, to)
  }) w group by w.note),
      due as (
        select ${payable} as payable, ${sumOf(52)} as carried_in, count(*) as told from told g)
    select w.note as id, w.note::text as reference_no, ${titles} as title, w.note, ${none}, w.value, w.vat
    from (select note, value, vat from told
      union all select 34, null, payable from due where told > 0
      union all select 65, null, carried_in - payable from due where carried_in > payable) w)`;
}

const sumOf = (...of: number[]): Sql =>
  sql`coalesce(sum(g.vat) filter (where g.note = any(${of}::integer[])), 0)`;
const payable = sql`${sumOf(3, 4, 7, 8, 24, 26)} - ${sumOf(14, 15, 16, 17, 29, 30, 31)}`;

const sorts: Sorts = { note: { by: sql`g.note`, type: "bigint" } };

/**
 * The figures of a return of VAT (Mushak 9.1), a row for each note; with `note` the rows behind it. All of it is
 * read from the journal: the notes add up to its accounts of VAT charged, VAT paid and AT on every day.
 * `payable` is what of the period is to be paid, before what was carried in; `from` the first of a month, what the
 * return filed of the month before had over is carried in. Source: docs/vat.md, "The return".
 */
export default report({
  name: "vat-return",
  summary: "Figures of the VAT return 9.1, note by note, with the rows behind each",
  may: "books.read",
  query: queryOf(listQuery, { sorts, day: "entry_date" }).extend({
    note: field.count(1, 99).optional().describe("The rows behind this note."),
  }),
  record: row,
  table: ["note", "title", "value", "vat"],
  totals: {
    vat: "VAT of the rows, local currency.",
    output: "VAT on sales, notes 3, 4, 7 and 8; of the whole return only.",
    input: "VAT on purchases, notes 14 to 17; of the whole return only.",
    increasing: "notes that add to it; of the whole return only.",
    decreasing: "notes that take from it; of the whole return only.",
    payable:
      "what is to be paid for the period, below zero what is over; of the whole return only.",
    carried_in: "what was over in the return filed of the month before; of the whole return only.",
    to_pay: "what is to be paid now; of the whole return only.",
    carried_out: "what is over for the next; of the whole return only.",
  },
  source: ({ from, to, note }) => ({
    from: note === undefined
      ? sql`${wholeReturn(from, to)} g`
      : sql`(select row_number() over (order by w.entry_date, w.source_type, w.source_id, w.vat) as id,
          w.source_reference_no as reference_no, concat_ws(' ', w.source_type, w.source_reference_no) as title,
          w.note, w.entry_date, w.source_type, w.source_id, w.value, w.vat
        from (${rows(from, to)}) w where w.note = ${note}) g`,
    id: sql`g.id`,
    sorts,
    defaultSort: "id",
    where: [],
    totals: {
      vat: note === undefined
        ? sql`coalesce(sum(g.vat) filter (where g.note not in ${workedOut}), 0)`
        : sql`coalesce(sum(g.vat), 0)`,
      ...note === undefined && {
        output: sumOf(3, 4, 7, 8),
        input: sumOf(14, 15, 16, 17),
        increasing: sumOf(24, 26),
        decreasing: sumOf(29, 30, 31),
        payable,
        carried_in: sumOf(52),
        to_pay: sql`greatest(${payable} - ${sumOf(52)}, 0)`,
        carried_out: sumOf(65),
      },
    },
  }),
});
