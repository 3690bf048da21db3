import sql from "sql-template-tag";
import { refuseOtherContent } from "../bulk_import/existing.ts";
import type { ImportKind } from "../bulk_import/import_kind.ts";
import { asText, cleaned, givenIn, readCells } from "../bulk_import/read_cells.ts";
import { customsTariff } from "./customs_tariff.ts";
import { enterCustomsTariffs } from "./enter_tariff.ts";

const row = customsTariff.entry;

/**
 * The tariff from a file, a row for a code and a day; a row that is there already is unchanged when it says
 * nothing else, else a conflict: a file never overwrites. Source: docs/terminal.md, "Importing files".
 */
export const customsTariffFile: ImportKind = {
  name: "customs_tariffs",
  may: "costs.write",
  columns: Object.keys(row.shape),
  required: ["hs_code", "valid_from"],
  remembers: true,
  reader: () => (tableRow) => {
    const cells = cleaned(tableRow.cells);
    const { data, problems } = readCells(row, tableRow, cells);
    if (data === undefined) return Promise.resolve(problems);
    return Promise.resolve({
      key: `tariff:${data.hs_code.replace(/\D/g, "")}:${data.valid_from}`,
      content: asText(row.shape, data),
      given: givenIn(row.shape, cells),
    });
  },
  meet: (tx) =>
    refuseOtherContent(tx, {
      existing: sql`
        select 'tariff:' || t.code || ':' || t.valid_from as key, t.hs_code as reference_no,
          to_jsonb(t) as record
        from customs_tariffs t where 'tariff:' || t.code || ':' || t.valid_from = any (
          select key from import_groups where fate = 'new')`,
      column: "hs_code",
      what: "the code has a row of that day",
    }),
  async create(tx, actor, groups) {
    await enterCustomsTariffs(tx, actor, groups.map(({ contents }) => row.parse(contents[0])));
  },
};
