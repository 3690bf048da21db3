import { productFile } from "../domain/products/import_products.ts";
import type { Command } from "./command.ts";
import { importCommand } from "./import.ts";

export const productCommands: Command[] = [
  importCommand({
    name: "product import",
    summary: "Import products from a CSV or XLSX file, known by their SKU, all or nothing.",
    examples: [
      "deno task cli product import tests/data/products.csv --dry-run",
      "deno task cli product import products.xlsx --skip-bad --report refused.csv",
    ],
  }, productFile),
];
