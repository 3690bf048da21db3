import { z } from "zod";
import * as answer from "../records/answers.ts";
import sql, { type Sql } from "sql-template-tag";
import * as field from "../records/fields.ts";
import { named } from "../records/common.ts";
import { date, id, localMoney, percent, text, word } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery, wordList } from "../records/paging.ts";
import { allOf, type Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { certificateStates, taxKinds } from "../sales/payment_words.ts";
import { journalLines } from "./journal.ts";
import { within } from "./profit_and_loss.ts";
import { report, totalsOf } from "./report.ts";

/** How many of them are summed one by one. */
const PARTIES = 500;
const sides = ["customers", "suppliers"] as const;

const sorts: Sorts = { entry_date: { by: sql`l.entry_date`, type: "date" } };

const query = queryOf(listQuery, { sorts, day: "entry_date" }).extend({
  side: field.oneOf(sides).default("customers")
    .describe("Tax that customers withheld for us, or that we withheld from suppliers."),
  customer_id: field.id().optional().describe("Only this customer's."),
  supplier_id: field.id().optional().describe("Only this supplier's."),
  kind: wordList(taxKinds, "Only these kinds, of customers."),
  state: wordList(certificateStates, "Only those that are so far, of customers."),
});
type Query = z.output<typeof query>;

const amount =
  sql`case a.role when 'tax_withheld' then l.credit - l.debit else l.debit - l.credit end`;
const partyName = sql`coalesce(c.name, s.name)`;

export const row = record(
  "TaxCertificateRow",
  "l",
  everybody({
    ...named({
      example: { reference_no: "PAY-2026-000087", title: "VDS-2231 – Rahim Traders" },
      id: { says: "The line's in the journal." },
      reference_no: sql`coalesce(e.source_reference_no, e.reference_no)`,
      title:
        sql`concat_ws(' – ', coalesce(p.certificate_number, e.source_reference_no, e.reference_no), ${partyName})`,
    }),
    entry_date: date("The day it counts for.", { example: "2026-03-14" }),
    party_id: id("The customer or supplier.", {
      example: 12,
      nullable: true,
      sql: sql`coalesce(c.id, s.id)`,
    }),
    party_name: text("His name.", { example: "Rahim Traders", nullable: true, sql: partyName }),
    kind: word(taxKinds, "TDS or VDS; null of suppliers.", {
      example: "vds",
      nullable: true,
      sql: sql`p.method`,
    }),
    certificate_number: text("Its number.", {
      example: "VDS-2231",
      nullable: true,
      sql: sql`p.certificate_number`,
    }),
    certificate_date: date("The day on it.", {
      example: "2026-03-14",
      nullable: true,
      sql: sql`p.certificate_date`,
    }),
    tax_base: localMoney("What the tax was withheld of.", {
      example: 100000,
      seenBy: "everybody",
      nullable: true,
      sql: sql`p.tax_base`,
    }),
    tax_rate: percent("At which rate.", { example: 5, nullable: true, sql: sql`p.tax_rate` }),
    state: word(certificateStates, "How far the certificate is.", {
      example: "received",
      nullable: true,
      sql: sql`p.certificate_state`,
    }),
    amount: localMoney("How much; below zero where it was taken back.", {
      example: 5000,
      seenBy: "everybody",
      sql: amount,
    }),
  }),
);

const from = sql`${journalLines}
  left join payments p on e.source_type = 'payment' and p.id = e.source_id
  left join customers c on c.id = p.customer_id
  left join supplier_ledger bill on e.source_type = 'supplier_ledger' and bill.id = e.source_id
  left join suppliers s on s.id = bill.supplier_id`;

const sumOf = (kind: typeof taxKinds[number]): Sql =>
  sql`coalesce(sum(${amount}) filter (where p.method = ${kind}), 0)`;

function asked({ side, from, to, search, ...query }: Query): (Sql | undefined | false)[] {
  return [
    sql`a.role = ${side === "customers" ? "tax_certificates" : "tax_withheld"}`,
    within(from, to),
    side === "customers" && query.customer_id !== undefined && sql`c.id = ${query.customer_id}`,
    side === "suppliers" && query.supplier_id !== undefined && sql`s.id = ${query.supplier_id}`,
    query.kind !== undefined && sql`p.method = any(${query.kind}::text[])`,
    query.state !== undefined && sql`p.certificate_state = any(${query.state}::text[])`,
    matches(search, [partyName, sql`p.certificate_number`, sql`e.source_reference_no`]),
  ];
}

/**
 * Tax that customers withheld for us, by its certificates (account 1530), or that we withheld from suppliers
 * (2310), with the sums of each party. What was taken back counts against the day on which it was.
 * Source: docs/books.md, "Reports of the books".
 */
const taxed = {
  tds: answer.number.describe("Income tax that was kept back, local currency."),
  vds: answer.number.describe("VAT that was kept back, local currency."),
  amount: answer.number.describe("Both together, local currency."),
};

export default report({
  name: "tax-certificates",
  summary: "TDS and VDS withheld by customers, or from suppliers, by certificate and party",
  may: "books.read",
  query,
  record: row,
  table: ["entry_date", "party_name", "kind", "certificate_number", "state", "amount"],
  source: (query) => ({
    from,
    id: sql`l.id`,
    sorts,
    defaultSort: "entry_date",
    where: asked(query),
  }),
  said: {
    totals: totalsOf(taxed),
    parties: z.array(z.object({
      party_id: answer.id.describe("The customer's or supplier's id."),
      party_name: answer.text.describe("His name."),
      ...taxed,
    })).describe("Party by party, the largest first."),
  },
  async beside(db, query) {
    const [said] = await db.query<[Record<string, unknown>]>(sql`
      with party as (
        select coalesce(c.id, s.id) as party_id, ${partyName} as party_name, ${sumOf("tds")} as tds,
          ${sumOf("vds")} as vds, sum(${amount}) as amount
        from ${from} where ${allOf(asked(query))} group by 1, 2)
      select json_build_object('tds', coalesce(sum(tds), 0), 'vds', coalesce(sum(vds), 0),
          'amount', coalesce(sum(amount), 0)) as totals,
        (select coalesce(json_agg(json_build_object('party_id', most.party_id, 'party_name',
            most.party_name, 'tds', most.tds, 'vds', most.vds, 'amount', most.amount)
            order by most.amount desc, most.party_id), '[]')
          from (select party_id, party_name, tds, vds, amount from party
            order by amount desc, party_id limit ${PARTIES}) most) as parties
      from party`);
    return said;
  },
});
