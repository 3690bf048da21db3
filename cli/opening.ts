import { openingFile } from "../domain/opening/import_openings.ts";
import type { Command } from "./command.ts";
import { importCommand } from "./import.ts";

export const openingCommands: Command[] = [
  importCommand({
    name: "opening import",
    summary: "Import opening balances of customers and suppliers and opening stock.",
    examples: [
      "for it in supplier customer product; do deno task cli $it import tests/data/${it}s.csv; done; " +
      "deno task cli opening import tests/data/opening.csv --dry-run",
      "deno task cli opening import opening.xlsx --dry-run",
    ],
  }, openingFile),
];
