import sql, { join, raw, type Sql } from "sql-template-tag";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, date, id, localMoney, text } from "../records/kinds.ts";
import { listQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { report } from "./report.ts";
import { between, vatRows, type Which } from "./vat_rows.ts";

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

/** SQL: the whole return of these rows, a row for each note, the ones that are worked out of the others among them. */
function wholeReturn(rows: Sql): Sql {
  const none = sql`null::date as entry_date, null::text as source_type, null::bigint as source_id`;
  return sql`(
    with told as materialized (
        select w.note, sum(w.value) as value, sum(w.vat) as vat from (${rows}) w group by w.note),
      due as (
        select ${payable} as payable, ${sumOf(52)} as carried_in, count(*) as told from told g)
    select w.note as id, w.note::text as reference_no, ${titles} as title, w.note, ${none}, w.value, w.vat
    from (select note, value, vat from told
      union all select 34, null, payable from due where told > 0
      union all select 65, null, carried_in - payable from due where carried_in > payable) w)`;
}

/**
 * SQL: the whole return of a month by the books now, as `note` and `vat`: what was filed, and what came since.
 * It is exact while the rates stand by which that was sorted: all else that is behind an entry never changes.
 */
export function returnSince(filed: number, from: string): Sql {
  const late: Which = (_day, id) =>
    sql`${id} = any(array(select entry_id from late_entries where return_id = ${filed}))`;
  return wholeReturn(sql`
    select n.note, null::date, null::text, null::bigint, null::text, n.value, n.vat
    from vat_returns r cross join lateral
      jsonb_to_recordset(r.notes) as n (note integer, value numeric, vat numeric)
    where r.id = ${filed} and n.note not in ${workedOut}
    union all ${vatRows(late, from)}`);
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
      ? sql`${wholeReturn(vatRows(between(from, to), from))} g`
      : sql`(select row_number() over (order by w.entry_date, w.source_type, w.source_id, w.vat) as id,
          w.source_reference_no as reference_no, concat_ws(' ', w.source_type, w.source_reference_no) as title,
          w.note, w.entry_date, w.source_type, w.source_id, w.value, w.vat
        from (${vatRows(between(from, to), from)}) w where w.note = ${note}) g`,
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
