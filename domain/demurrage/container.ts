import sql from "sql-template-tag";
import type { z } from "zod";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, date, id, text } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { size } from "./tariff.ts";

/** A container of a shipment, for the days its rent counts by. */
export const container = record("ShipmentContainer", "k", {
  ...named({
    example: { reference_no: "MSKU1234565", title: "MSKU1234565 · 40 ft" },
    reference_no: sql`k.container_number`,
    title: sql`concat(k.container_number, ' · ', k.size, ' ft')`,
  }),
  shipment_id: id("The shipment it brings.", { example: 7 }),
  container_number: text("The number on its doors.", {
    example: "MSKU1234565",
    entry: "optional",
    unsent: "the one in the shipment's head",
    nullable: false,
    reads: field.text(40)
      .transform((written) => written.toUpperCase().replace(/[\s\-./]/g, ""))
      .refine((code) => /^[A-Z0-9]{4,20}$/.test(code), "must be a container number"),
  }),
  // put in by `withFault`
  container_number_fault: text("What is wrong with that by its check digit (ISO 6346).", {
    example: null,
    nullable: true,
    sql: sql`null::text`,
  }),
  size: count("Feet; 45 and high cubes count as 40.", {
    example: 40,
    entry: "required",
    reads: size(),
    aliases: ["container_size"],
  }),
  carrier: text("The shipping line.", {
    example: "Maersk",
    entry: "optional",
    unsent: "the shipment's",
  }),
  port: text("Where it lies.", { example: "Chattogram", entry: "optional" }),
  terminal: text("The terminal or depot there.", { example: "NCT", entry: "optional" }),
  free_days: count("Free days in the port.", {
    example: 4,
    max: 365,
    entry: "optional",
    unsent: "the setting counts",
    aliases: ["demurrage_free_days"],
  }),
  detention_free_days: count("Free days with us.", {
    example: 7,
    max: 365,
    entry: "optional",
    unsent: "the setting counts",
  }),
  arrived_on: date("Discharged from the vessel: both clocks start.", {
    example: "2026-03-01",
    entry: "optional",
    aliases: ["discharged_on"],
  }),
  gate_out_on: date("Left the port: demurrage ends.", { example: "2026-03-08", entry: "optional" }),
  returned_on: date("Empty back with the carrier: detention ends.", {
    example: "2026-03-12",
    entry: "optional",
  }),
  note: text("What was said.", { example: "Seal broken.", max: 2000, entry: "optional" }),
  ...stamps(),
});
export type Container = z.output<typeof container.schema>;
