import sql from "sql-template-tag";
import { z } from "zod";
import type { Actor } from "../access/access.ts";
import { Refusal } from "../errors.ts";
import type { GoodRow, ImportKind, RowProblem } from "../bulk_import/import_kind.ts";
import { asText, blamer, cleaned, judged, readCells } from "../bulk_import/read_cells.ts";
import type { Tx } from "../db/connect.ts";
import { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import type { TableRow } from "../files/read_table.ts";
import { withAliases } from "../records/input.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import { supplierEntry } from "./ledger_entry.ts";
import { SupplierNames } from "./name_supplier.ts";
import { theOneSide } from "./post_entry.ts";
import { enterOneOf } from "./record_entry.ts";
import { LedgerBatch } from "./ledger_batch.ts";

/** A file's rows are told apart by what stands in them; a claim is settled where it is shown. */
const {
  supplier_id: _byName,
  allow_duplicate: _told,
  cheque_date: _later,
  discrepancy_id: _claim,
  ...entryShape
} = supplierEntry.entry.shape;
const aliases = { supplier_id: "supplier", date: "entry_date" };
const row = withAliases(
  z.object({
    external_ref: field.text(100).optional(),
    supplier: field.text(),
    ...entryShape,
  }),
  aliases,
);

/**
 * Supplier ledger entries from a file, one row each. An entry is known by its `external_ref`, unique per
 * supplier for ever. Without one it is known by its content: the second row of the same content is the
 * second such entry, so a file in which a payment stands twice books two, and the same file again none.
 * Its amounts are credit less debit. Source: docs/books.md, "Supplier ledger"; docs/terminal.md,
 * "Importing files".
 */
export const ledgerFile: ImportKind = {
  name: "ledger",
  may: "costs.write",
  columns: Object.keys(row.shape),
  aliases: Object.keys(aliases),
  required: ["particulars"],
  remembers: true,
  reader(tx, actor) {
    const suppliers = new SupplierNames(tx);
    const documents = new DocumentIds(tx);
    const batch = new LedgerBatch();
    return (tableRow) => readEntry({ tx, actor, suppliers, documents, batch }, tableRow);
  },
  async nameRows(tx) {
    await tx.query(sql`
      update import_rows r set key = 'row:' || n.hash || ':' || n.nth
      from (select line, md5(content::text) as hash, row_number() over (partition by content order by line) as nth
        from import_rows where key is null and not bad) n
      where n.line = r.line`);
  },
  meet: () => Promise.resolve(),
  async create(tx, actor, groups) {
    const batch = new LedgerBatch();
    for (const { contents } of groups) {
      await enterOneOf(tx, actor, supplierEntry.entry.parse(contents[0]), batch);
    }
    await batch.post(tx, actor);
  },
};

interface Known {
  tx: Tx;
  actor: Actor;
  suppliers: SupplierNames;
  documents: DocumentIds;
  batch: LedgerBatch;
}

async function readEntry(
  { tx, actor, suppliers, documents, batch }: Known,
  tableRow: TableRow,
): Promise<GoodRow | RowProblem[]> {
  const cells = cleaned(tableRow.cells);
  const named = cells.supplier || cells.supplier_id;
  const supplier = named ? await suppliers.find(named) : undefined;
  const { data, problems } = readCells(row, tableRow, cells);
  const blame = blamer(problems, tableRow.line, cells);
  if (typeof supplier === "string") blame("supplier", supplier);
  if (data === undefined || supplier === undefined || typeof supplier === "string") {
    return problems;
  }
  const { external_ref, supplier: _named, ...entry } = data;
  const currency = entry.currency ?? supplier.currency;
  judged(blame, () => {
    const side = theOneSide(entry);
    const rate = rateToLocal(currency, entry.exchange_rate);
    toLocal(entry[side]!, currency, rate, side);
  });
  if (entry.entry_type !== "opening") {
    try {
      await batch.day(tx, actor, entry.entry_date);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      blame("entry_date", error.details.errors?.entry_date.join(", ") ?? error.message);
    }
  }
  for (const column of ["shipment_id", "lc_tt_id"] as const) {
    const id = entry[column];
    if (id !== undefined && !await documents.exist(column, id)) blame(column, "names no document");
  }
  if (problems.length > 0) return problems;
  const zero = new Decimal("0");
  return {
    key: external_ref === undefined ? null : `ref:${supplier.id}:${external_ref}`,
    content: { supplier_id: String(supplier.id), ...asText(entryShape, { ...entry, currency }) },
    currency,
    amount: (entry.credit ?? zero).minus(entry.debit ?? zero),
  };
}

/** Shipments and LC/TTs that rows name: each is looked up once. */
class DocumentIds {
  #known = new Map<string, boolean>();
  constructor(readonly tx: Tx) {}

  async exist(column: "shipment_id" | "lc_tt_id", id: number): Promise<boolean> {
    const known = this.#known.get(`${column} ${id}`);
    if (known !== undefined) return known;
    const [found] = await this.tx.query<{ id: number }[]>(
      column === "shipment_id"
        ? sql`select id from shipments where id = ${id}`
        : sql`select id from lc_tt where id = ${id}`,
    );
    this.#known.set(`${column} ${id}`, found !== undefined);
    return found !== undefined;
  }
}
