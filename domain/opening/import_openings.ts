import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { refuseOtherContent } from "../bulk_import/existing.ts";
import type { ImportKind } from "../bulk_import/import_kind.ts";
import { openCustomerAccounts } from "../customers/open_account.ts";
import type { Tx } from "../db/connect.ts";
import { judgeOpeningDays } from "../journal/period.ts";
import { postEntries } from "../journal/post_entry.ts";
import * as field from "../records/fields.ts";
import { openStock } from "../stock/open_stock.ts";
import { LedgerBatch } from "../suppliers/ledger_batch.ts";
import { openSupplierAccount } from "../suppliers/open_account.ts";
import { OpeningNames } from "./opening_names.ts";
import { openingColumns, openingRow, readOpeningRow } from "./opening_row.ts";

/**
 * The balances on the day the books are taken over, one row each: what a customer owes, what is owed to
 * a supplier, what lies in stock. Once per customer, per supplier and currency, and per product; the same
 * again is unchanged, other numbers are a conflict, and so is stock of a product that has moved already.
 * Source: docs/books.md, "Opening balances".
 */
export const openingFile: ImportKind = {
  name: "opening",
  may: "customers.write",
  columns: openingColumns,
  required: ["account", "name"],
  reader(tx, actor) {
    allow(actor, "costs.write");
    const names = new OpeningNames(tx);
    return (row) => readOpeningRow(names, row);
  },
  async meet(tx) {
    await refuseOtherContent(tx, {
      existing: openings,
      column: "name",
      what: "it is opened already",
    });
    await refuseMovedStock(tx);
  },
  async create(tx, actor, groups) {
    const rows = groups.map(({ contents }) => {
      const row = content.parse(contents[0]);
      return { ...row, date: row.opening_date ?? actor.today };
    });
    await judgeOpeningDays(tx, actor, rows.map((row) => row.opening_date), "opening_date");
    const stock = await openStock(tx, actor, rows.flatMap(stockOf));
    const customers = await openCustomerAccounts(tx, actor, rows.flatMap(customerOf));
    const suppliers = new LedgerBatch();
    for (const row of rows) await openSupplier(tx, actor, row, suppliers);
    await suppliers.post(tx, actor);
    await postEntries(tx, actor, [...stock, ...customers]);
  },
};

const openings = sql`
  select 'customer:' || l.customer_id as key, l.reference_no,
    jsonb_build_object('amount', l.debit - l.credit, 'opening_date', l.date) as record
  from customer_ledger l where l.type = 'opening'
    and not exists (select from customer_ledger r where r.reverses_id = l.id)
  union all
  select 'supplier:' || e.supplier_id || ':' || e.currency, e.reference_no,
    jsonb_build_object('amount', e.credit - e.debit, 'exchange_rate', e.exchange_rate, 'opening_date', e.entry_date)
  from supplier_ledger e where e.entry_type = 'opening' and e.reverses_id is null
    and not exists (select from supplier_ledger r where r.reverses_id = e.id)
  union all
  select 'stock:' || m.product_id, m.reference_no,
    jsonb_build_object('quantity', m.quantity, 'unit_cost', m.unit_cost, 'opening_date', m.movement_date)
  from stock_movements m where m.kind = 'opening'`;

async function refuseMovedStock(tx: Tx): Promise<void> {
  await tx.query(sql`
    update import_groups g set fate = 'conflict'
    where g.fate = 'new' and g.key like 'stock:%'
      and exists (select from stock_movements m where m.product_id = substr(g.key, 7)::bigint)`);
  await tx.query(sql`
    insert into import_problems (line, "column", value, reason)
    select g.line, 'name', p.sku, 'conflict: ' || p.sku || ' has moved already: adjust its stock instead'
    from import_groups g join products p on p.id = substr(g.key, 7)::bigint
    where g.fate = 'conflict' and g.key like 'stock:%'
      and not exists (select from import_problems known where known.line = g.line)`);
}

/** A row as it was kept between reading and writing. */
const content = openingRow.omit({ name: true }).extend({
  id: field.id(),
  currency: field.currency(),
});

type Row = z.output<typeof content> & { date: string };

function stockOf({ account, id, quantity, unit_cost, date }: Row) {
  return account === "stock" && quantity ? [{ product_id: id, quantity, unit_cost, date }] : [];
}

function customerOf({ account, id, amount, date }: Row) {
  return account === "customer" ? [{ customer_id: id, amount: amount!, date }] : [];
}

async function openSupplier(
  tx: Tx,
  actor: Actor,
  row: Row,
  batch: LedgerBatch,
): Promise<void> {
  const { account, id, amount, currency, exchange_rate, opening_date: date } = row;
  if (account !== "supplier") return;
  const opening = { supplier_id: id, amount: amount!, currency, exchange_rate, date };
  await openSupplierAccount(tx, actor, opening, batch);
}
