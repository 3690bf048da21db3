import { customsTariffFile } from "../domain/customs/import_tariffs.ts";
import { estimateShipment } from "../domain/customs/estimate_duty.ts";
import { newEstimate } from "../domain/customs/estimate.ts";
import { inTransaction } from "../domain/db/transaction.ts";
import { parse } from "../domain/records/input.ts";
import { type Command, type Context, type Outcome, UsageError } from "./command.ts";
import { importCommand } from "./import.ts";
import { table } from "./table.ts";

export const customsCommands: Command[] = [
  importCommand({
    name: "customs import",
    summary: "Import rows of the customs tariff, known by code and day, all or nothing.",
    examples: [
      "deno task cli customs import tests/data/customs_tariff.csv --dry-run",
      "deno task cli customs import tariff-2027.xlsx",
    ],
  }, customsTariffFile),
  {
    name: "customs estimate",
    summary: "Estimate a shipment's levies by the tariff, and keep them beside what is assessed.",
    arguments: "SHIPMENT",
    examples: [
      "deno task cli customs estimate 1 --rate 121.5",
      "deno task cli customs estimate 1 --date 2026-07-01",
    ],
    options: [
      { name: "rate", value: "RATE", help: "customs' rate; default: the latest that was entered" },
      { name: "date", value: "DAY", help: "the day whose tariff counts; default: today" },
    ],
    run: estimate,
  },
];

async function estimate({ database, actor, args, options }: Context): Promise<Outcome> {
  const [id, ...more] = args;
  if (!/^\d+$/.test(id ?? "") || more.length > 0) throw new UsageError("Give one shipment's id.");
  const input = parse(newEstimate.omit({ lines: true, currency: true, mode: true }), {
    customs_rate: options.rate,
    date: options.date,
  });
  const made = await inTransaction(
    database,
    (tx) => estimateShipment(tx, actor, Number(id), input),
  );
  const columns = ["description", "hs_code", "assessable_value", "duty", "landed_unit_cost"];
  return {
    data: made,
    text: table(columns, made.lines as unknown as Record<string, unknown>[]),
    warnings: made.missing.map((code) => `The tariff has no row for ${code}: it counts nothing.`),
  };
}
