import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { together } from "../db/one_moment.ts";
import { notFound } from "../errors.ts";
import { latestInvoices } from "../sales/find_invoices.ts";
import { invoice } from "../sales/invoice.ts";
import { accountAgeing, accountSummary, customerAccount } from "../customers/account.ts";
import { customer } from "../customers/customer.ts";
import { latestEntries } from "../customers/find_entries.ts";
import { customerEntry } from "../customers/ledger_entry.ts";
import { count, date, flag, id, shaped, text } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { machines } from "./customer_machines.ts";

const LEDGER_ROWS = 100;
const INVOICES = 20;

const machine = record("CustomerMachine", "m", {
  serial_number: text("The piece.", { example: "KM-1024-0099" }),
  product_id: id("What it is.", { example: 5, nullable: true }),
  sku: text("Its stock-keeping number.", { example: "HEAD-KM1024", nullable: true }),
  product_name: text("Its name.", { example: "Print head KM1024", nullable: true }),
  invoice_id: id("The invoice that sold it to him; null for what was only serviced.", {
    example: 31,
    nullable: true,
  }),
  invoice_reference_no: text("That invoice's number.", {
    example: "INV-2026-000031",
    nullable: true,
  }),
  sold_on: date("The day of that invoice.", { example: "2026-03-02", nullable: true }),
  warranty_months: count("How long it is under warranty.", { example: 12, nullable: true }),
  warranty_until: date("The last day under warranty; null where there is none.", {
    example: "2027-03-02",
    nullable: true,
  }),
  status: text("As the register has it.", { example: "sold", nullable: true }),
  serviced_on: date("The day he last brought it, of tickets and RMAs that the reader may read.", {
    example: null,
    nullable: true,
  }),
});

/** Where he stands with us: read beside him, for who may read invoices. */
const owed = {
  ledger: shaped(z.array(customerEntry.schema), "The newest 100 entries of his ledger.", {
    example: [],
    seenBy: "invoices.read",
    sql: "around",
  }),
  ledger_has_more: flag("Whether there are more than these.", {
    example: false,
    seenBy: "invoices.read",
    sql: "around",
  }),
  summary: shaped(accountSummary.schema, "How he stands with us.", {
    example: null,
    seenBy: "invoices.read",
    sql: "around",
  }),
  ageing: shaped(accountAgeing.schema, "What he owes by days past the due date.", {
    example: null,
    seenBy: "invoices.read",
    sql: "around",
  }),
  invoices: shaped(z.array(invoice.schema), "His newest 20 invoices.", {
    example: [],
    seenBy: "invoices.read",
    sql: "around",
  }),
};

export const customerDetail = record("CustomerDetail", "c", {
  ...customer.fields,
  machines: shaped(
    z.array(machine.schema),
    "What he has bought with a serial number, then what was only serviced, the newest 100 of each.",
    { example: [], seenBy: "everybody", sql: machines },
  ),
  ...owed,
});
export type CustomerDetail = z.output<typeof customerDetail.schema>;

/**
 * One customer with his account and the machines he has from us. Ledger, account, invoices and credit
 * terms are left out for a role without `invoices.read`. Four statements, one moment.
 * Source: docs/records.md, "Customer".
 *
 * @throws Refusal `not_found`
 */
export async function findCustomer(db: Db, actor: Actor, id: number): Promise<CustomerDetail> {
  const seesOwed = may(actor, "invoices.read");
  const [[found], owed] = await together(db, (db) => [
    db.query<[CustomerDetail?]>(sql`
      select ${customerDetail.columns(actor)} from customers c where c.id = ${id}`),
    seesOwed ? owedBy(db, actor, id) : Promise.resolve({}),
  ]);
  if (!found) throw notFound("Customer", id);
  return { ...found, ...owed };
}

async function owedBy(db: Db, actor: Actor, id: number) {
  const [entries, account, invoices] = await Promise.all([
    latestEntries(db, actor, id, LEDGER_ROWS + 1),
    customerAccount(db, id, actor.today),
    latestInvoices(db, actor, id, INVOICES),
  ]);
  return {
    ledger: entries.slice(0, LEDGER_ROWS),
    ledger_has_more: entries.length > LEDGER_ROWS,
    ...account,
    invoices,
  };
}
