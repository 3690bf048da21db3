import { customerFile } from "../domain/customers/import_customers.ts";
import type { Command } from "./command.ts";
import { importCommand } from "./import.ts";

export const customerCommands: Command[] = [
  importCommand({
    name: "customer import",
    summary: "Import customers from a CSV or XLSX file, all or nothing.",
    examples: [
      "deno task cli customer import tests/data/customers.csv --dry-run",
      "deno task cli customer import customers.csv --expect-rows 240 --expect-total BDT=1250000",
    ],
  }, customerFile),
];
