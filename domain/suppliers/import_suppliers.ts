import sql from "sql-template-tag";
import type { z } from "zod";
import { refuseOtherContent } from "../bulk_import/existing.ts";
import type { ImportKind } from "../bulk_import/import_kind.ts";
import { asText, blamer, cleaned, givenIn, judged, readCells } from "../bulk_import/read_cells.ts";
import * as field from "../records/fields.ts";
import { createSupplier, openingOf } from "./create_supplier.ts";
import { LedgerBatch } from "./ledger_batch.ts";
import { supplier } from "./supplier.ts";

const row = supplier.entry.extend({ external_ref: field.text(100).optional() });

/**
 * Suppliers from a file, one row each, known by their `external_ref`, else by their name: that is how the
 * files of shipments and ledger entries name them. A name that exists is unchanged when the row says
 * nothing else than what stands there, else a conflict. Their amounts are the opening balances.
 * Source: docs/terminal.md, "Importing files".
 */
export const supplierFile: ImportKind = {
  name: "suppliers",
  may: "suppliers.write",
  columns: Object.keys(row.shape),
  required: ["name"],
  remembers: true,
  reader: () => (tableRow) => {
    const cells = cleaned(tableRow.cells);
    const { data, problems } = readCells(row, tableRow, cells);
    if (data === undefined) return Promise.resolve(problems);
    judged(blamer(problems, tableRow.line, cells), () => openingOf(data));
    if (problems.length > 0) return Promise.resolve(problems);
    return Promise.resolve({
      key: keyOf(data),
      content: asText(row.shape, data),
      given: givenIn(row.shape, cells),
      currency: data.currency,
      amount: data.opening_balance,
    });
  },
  meet: (tx) =>
    refuseOtherContent(tx, {
      existing: sql`
        select g.key, s.reference_no, to_jsonb(s) as record
        from import_groups g join suppliers s on lower(s.name) = substr(g.key, 6)
        where g.fate = 'new' and g.key like 'name:%'`,
      column: "name",
      what: "this is a supplier already",
    }),
  async create(tx, actor, groups) {
    const batch = new LedgerBatch();
    for (const { contents } of groups) {
      await createSupplier(tx, actor, row.parse(contents[0]), batch);
    }
    await batch.post(tx, actor);
  },
};

function keyOf({ external_ref, name }: z.output<typeof row>): string {
  return external_ref === undefined ? `name:${name.toLowerCase()}` : `ref:${external_ref}`;
}
