import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import * as answer from "../records/answers.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { latestInvoices } from "../sales/find_invoices.ts";
import { invoice } from "../sales/invoice.ts";
import { accountAgeing, accountSummary, customerAccount } from "../customers/account.ts";
import { customer } from "../customers/customer.ts";
import { latestEntries } from "../customers/find_entries.ts";
import { entryRecord } from "../customers/ledger_entry.ts";
import { machines } from "./customer_machines.ts";

const LEDGER_ROWS = 100;
const INVOICES = 20;

export const customerDetail = customer.schema.extend({
  /** the newest 100 entries; like account, ageing and invoices only for who may read invoices */
  ledger: z.array(entryRecord).optional(),
  ledger_has_more: answer.flag.optional(),
  summary: accountSummary.optional(),
  ageing: accountAgeing.schema.optional(),
  /** the newest 20 */
  invoices: z.array(invoice.schema).optional(),
  /**
   * what he has bought with a serial number, then what we only serviced for him, the newest 100 of
   * each; serviced pieces without a sale to him have no invoice
   */
  machines: z.array(z.object({
    serial_number: answer.text,
    product_id: answer.id.nullable(),
    sku: answer.text.nullable(),
    product_name: answer.text.nullable(),
    invoice_id: answer.id.nullable(),
    invoice_reference_no: answer.text.nullable(),
    sold_on: answer.date.nullable(),
    warranty_months: answer.wholeNumber.nullable(),
    /** the last day under warranty; null where there is none */
    warranty_until: answer.date.nullable(),
    /** as the register has it: sold, in_service, replaced … */
    status: answer.text.nullable(),
    /** the day he last brought it, of the tickets and RMAs that the caller may read */
    serviced_on: answer.date.nullable(),
  })),
}).meta({ id: "CustomerDetail" });
export type CustomerDetail = z.output<typeof customerDetail>;

/**
 * One customer with his account and the machines he has from us. Ledger, account, invoices and credit
 * terms are left out for a role without `invoices.read`. Four statements.
 * Source: docs/records.md, "Customer".
 *
 * @throws Refusal `not_found`
 */
export async function findCustomer(db: Db, actor: Actor, id: number): Promise<CustomerDetail> {
  const [[found], money] = await Promise.all([
    db.query<[CustomerDetail?]>(
      sql`
      select ${customer.columns(actor)}, ${machines(actor)} as machines
      from customers c where c.id = ${id}`,
    ),
    may(actor, "invoices.read") ? owedBy(db, actor, id) : undefined,
  ]);
  if (!found) throw notFound("Customer", id);
  return { ...found, ...money };
}

async function owedBy(db: Db, actor: Actor, id: number) {
  const [entries, account, invoices] = await Promise.all([
    latestEntries(db, id, LEDGER_ROWS + 1),
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
