import { shipmentFile } from "../domain/imports/import_shipments.ts";
import type { Command } from "./command.ts";
import { importCommand } from "./import.ts";

export const shipmentCommands: Command[] = [
  importCommand({
    name: "shipment import",
    summary: "Import shipments from a CSV or XLSX file: one row per item, all or nothing.",
    examples: [
      "deno task cli supplier import tests/data/suppliers.csv && deno task cli shipment import tests/data/shipments.csv --dry-run",
      "deno task cli shipment import orders.xlsx --skip-bad --report refused.csv",
      "deno task cli shipment import orders.csv --expect-rows 10 --expect-total USD=123080,CNY=21207.6",
    ],
  }, shipmentFile),
];
