import { ledgerFile } from "../domain/suppliers/import_entries.ts";
import type { Command } from "./command.ts";
import { importCommand } from "./import.ts";

export const ledgerCommands: Command[] = [
  importCommand({
    name: "ledger import",
    summary: "Import supplier-ledger entries from a CSV or XLSX file, all or nothing.",
    examples: [
      "deno task cli supplier import tests/data/suppliers.csv && deno task cli ledger import tests/data/ledger.csv --dry-run",
      "deno task cli ledger import payments.xlsx --expect-total USD=-41800",
    ],
  }, ledgerFile),
];
