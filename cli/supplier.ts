import { supplierFile } from "../domain/suppliers/import_suppliers.ts";
import type { Command } from "./command.ts";
import { importCommand } from "./import.ts";

export const supplierCommands: Command[] = [
  importCommand({
    name: "supplier import",
    summary: "Import suppliers from a CSV or XLSX file, all or nothing.",
    examples: [
      "deno task cli supplier import tests/data/suppliers.csv",
      "deno task cli supplier import suppliers.xlsx --skip-bad --report refused.csv",
    ],
  }, supplierFile),
];
