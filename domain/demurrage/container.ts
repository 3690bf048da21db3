import sql from "sql-template-tag";
import type { z } from "zod";
import { containerNumberFault } from "../imports/container_number.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, date, id, text } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { size } from "./tariff.ts";

const number = field.text(40).transform((text) => text.toUpperCase().replace(/[\s\-./]/g, ""))
  .refine((code) => /^[A-Z0-9]{4,20}$/.test(code), "must be a container number");

/** A container of a shipment, with the days that its rent counts by. */
export const container = record("ShipmentContainer", "k", {
  ...named({
    example: { reference_no: "CSQU3054383", title: "CSQU3054383 · 20 ft" },
    reference_no: sql`k.container_number`,
    title: sql`concat(k.container_number, ' · ', k.size, ' ft')`,
  }),
  shipment_id: id("The shipment that it carries.", { example: 7 }),
  container_number: text("What is painted on it; upper case, nothing between.", {
    example: "CSQU3054383",
    entry: "optional",
    unsent: "the one in the shipment's head",
    nullable: false,
    change: "kept",
    reads: number,
  }),
  size,
  carrier: text("The line whose it is.", {
    example: "Maersk",
    entry: "optional",
    unsent: "the shipment's",
  }),
  port: text("The port it comes to.", { example: "Chattogram", entry: "optional" }),
  terminal: text("Where in the port it stands.", { example: "NCT", entry: "optional" }),
  free_days: count("Days in the port that cost nothing; null: as the settings say.", {
    example: 4,
    max: 365,
    entry: "optional",
    aliases: ["demurrage_free_days"],
  }),
  detention_free_days: count("Days with us that cost nothing; null: as the settings say.", {
    example: 14,
    max: 365,
    entry: "optional",
  }),
  arrived_on: date("When it came off the vessel: both clocks start.", {
    example: "2026-03-02",
    entry: "optional",
    aliases: ["discharged_on"],
  }),
  gate_out_on: date("When it left the port: demurrage ends.", {
    example: "2026-03-09",
    entry: "optional",
  }),
  returned_on: date("When it was back with the line, empty: detention ends.", {
    example: "2026-03-15",
    entry: "optional",
  }),
  note: text("Anything else worth knowing.", {
    example: "Seal broken by customs.",
    max: 2000,
    entry: "optional",
  }),
  ...stamps(),
  container_number_fault: text("What is wrong with the number by its check digit (ISO 6346).", {
    example: null,
    nullable: true,
    sql: "around",
  }),
});
export type Container = z.output<typeof container.schema>;
export type ContainerRow = Omit<Container, "container_number_fault">;

export function withFault(row: ContainerRow): Container {
  const fault = containerNumberFault(row.container_number);
  return { ...row, container_number_fault: fault ?? null };
}
