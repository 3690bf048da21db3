import sql, { type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Printout } from "../documents/printing.ts";
import { printInvoice } from "../sales/print_invoice.ts";
import { printReceipt } from "../sales/print_receipt.ts";
import { printedChallan } from "../sales/print_vat_challan.ts";
import { printWithheldTax } from "../suppliers/print_withheld_tax.ts";

interface Kind {
  folder: string;
  /** a select of the ids of a month */
  ids: (from: string, to: string) => Sql;
  print: (tx: Tx, actor: Actor, id: number) => Promise<Printout>;
}

/** Papers that left the house in a month, each as it is printed; VAT's in the language of its forms. */
const kinds: Kind[] = [{
  folder: "invoices",
  ids: (from, to) => sql`select id from invoices where invoice_date between ${from} and ${to}`,
  print: (tx, actor, id) => printInvoice(tx, actor, id, { lang: "en" }),
}, {
  folder: "receipts",
  ids: (from, to) => sql`select id from payments where payment_date between ${from} and ${to}`,
  print: (tx, actor, id) => printReceipt(tx, actor, id, { lang: "en" }),
}, {
  folder: "vat",
  ids: (from, to) => sql`select id from vat_challans where issued_on between ${from} and ${to}`,
  print: (tx, _, id) => printedChallan(tx, id, { lang: "bn" }),
}, {
  folder: "withheld",
  ids: (from, to) =>
    sql`select id from withheld_taxes
    where withheld_on between ${from} and ${to} and (select vat_bin from settings) is not null`,
  print: (tx, actor, id) => printWithheldTax(tx, actor, id, { lang: "bn" }),
}];

/** The papers of a month one after another, by folder and number; one in memory at a time. */
export async function* monthPapers(
  tx: Tx,
  actor: Actor,
  { from, to }: { from: string; to: string },
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  for (const { folder, ids, print } of kinds) {
    const found = await tx.query<{ id: number }[]>(sql`${ids(from, to)} order by id`);
    for (const { id } of found) {
      const { file_name, bytes } = await print(tx, actor, id);
      yield { name: `${folder}/${file_name}`, bytes };
    }
  }
}
