import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { size } from "./tariff.ts";

const number = () =>
  field.text(40).transform((text) => text.toUpperCase().replace(/[\s\-./]/g, ""))
    .refine((code) => /^[A-Z0-9]{4,20}$/.test(code), "must be a container number");

/** A container of a shipment as it is entered. */
export const newContainer = withAliases(
  z.object({
    /** default: the one in the shipment's head */
    container_number: number().optional(),
    size: size(),
    /** default: the shipment's */
    carrier: field.text().optional(),
    port: field.text().optional(),
    terminal: field.text().optional(),
    /** in the port; default: the setting */
    free_days: field.count(0, 365).optional(),
    /** with us; default: the setting */
    detention_free_days: field.count(0, 365).optional(),
    /** discharged from the vessel: both clocks start */
    arrived_on: field.date().optional(),
    /** left the port: demurrage ends */
    gate_out_on: field.date().optional(),
    /** empty back with the carrier: detention ends */
    returned_on: field.date().optional(),
    note: field.text(2000).optional(),
  }),
  {
    discharged_on: "arrived_on",
    container_size: "size",
    demurrage_free_days: "free_days",
  },
);

export const containerRecord = z.object({
  ...answer.common,
  shipment_id: answer.id,
  container_number: answer.text,
  /** what is wrong with the number by its check digit (ISO 6346) */
  container_number_fault: answer.text.nullable(),
  size: answer.wholeNumber,
  carrier: answer.text.nullable(),
  port: answer.text.nullable(),
  terminal: answer.text.nullable(),
  free_days: answer.wholeNumber.nullable(),
  detention_free_days: answer.wholeNumber.nullable(),
  arrived_on: answer.date.nullable(),
  gate_out_on: answer.date.nullable(),
  returned_on: answer.date.nullable(),
  note: answer.text.nullable(),
}).meta({ id: "ShipmentContainer" });
export type Container = z.output<typeof containerRecord>;
