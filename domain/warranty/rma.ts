import sql, { raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { Decimal } from "../money/decimal.ts";
import { named, stamps } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import * as field from "../records/fields.ts";
import { historyOf } from "../records/history.ts";
import {
  count,
  currency,
  date,
  id,
  money,
  quantity,
  shaped,
  text,
  word,
} from "../records/kinds.ts";
import { allowedMoves, type Lifecycle } from "../records/lifecycle.ts";
import { nextStatuses } from "../records/next_statuses.ts";
import { everybody, record } from "../records/record.ts";
import { supplierWarrantyUntil } from "../serials/supplier_warranty.ts";
import { uploadsOf } from "../uploads/upload.ts";
import { lastSale } from "./find_sale.ts";
import { rmaStatuses } from "./rma_words.ts";
import { verdict, verdictExample } from "./verdict.ts";

export type RmaStatus = typeof rmaStatuses[number];

export const rmaLifecycle: Lifecycle<RmaStatus> = { ladder: rmaStatuses, cancellable: () => true };

/** "RMA-2026-000001 – board B-77, Rahim Traders", of the case that the query calls by this alias. */
export function rmaTitle(alias = "r"): Sql {
  const r = raw(alias);
  return sql`concat(${r}.reference_no, ' – ',
    case when ${r}.board_serial_number is not null then concat('board ', ${r}.board_serial_number)
      when ${r}.machine_serial_number is not null
        then concat(coalesce(${r}.machine_model, 'machine'), ' ', ${r}.machine_serial_number)
      else ${r}.machine_model end, ', ', ${r}.customer_name)`;
}

const pieces = {
  machine_serial_number: text("The machine's serial number.", {
    example: "SN-100",
    max: 100,
    entry: "optional",
    aliases: ["serial_number"],
  }),
  board_serial_number: text("The board's serial number.", {
    example: "B-77",
    max: 100,
    entry: "optional",
  }),
  replacement_serial_number: text("The serial of the piece that came for it.", {
    example: "B-91",
    max: 100,
    entry: "optional",
    change: "only",
  }),
} as const;

const common = (alias: string) =>
  named({
    example: {
      reference_no: "RMA-2026-000001",
      title: "RMA-2026-000001 – board B-77, Rahim Traders",
    },
    title: rmaTitle(alias),
  });
const status = word(rmaStatuses, "Where the case stands.", { example: "under_repair" });
const fault = text("What is wrong with it.", {
  example: "Prints no cyan.",
  max: 5000,
  entry: "required",
});

/** Source: docs/imports.md, "RMA". The customer may be left out where he can be told otherwise. */
const fields = everybody({
  ...common("r"),
  status,
  customer_id: id("Whose it is, where we know him.", { example: 12, entry: "optional" }),
  customer_name: text("Whose it is.", {
    example: "Rahim Traders",
    entry: "optional",
    unsent: "the customer of `customer_id`, else of the serials, else Unknown",
    nullable: false,
    change: "kept",
  }),
  customer_phone: text("His phone.", {
    example: "01712-345678",
    max: 40,
    entry: "optional",
    unsent: "as the name",
  }),
  supplier_id: id("Who made or sold it.", {
    example: 3,
    entry: "optional",
    unsent: "the supplier of the serials",
  }),
  supplier_name: text("His name.", {
    example: "Shenzhen Boards",
    nullable: true,
    sql: sql`s.name`,
  }),
  machine_model: text("The machine's model.", {
    example: "CNC-1325",
    entry: "optional",
    unsent: "the model of the machine's serial",
  }),
  machine_serial_number: pieces.machine_serial_number,
  board_type: text("What kind of board it is.", { example: "main board", entry: "optional" }),
  board_serial_number: pieces.board_serial_number,
  replacement_serial_number: pieces.replacement_serial_number,
  fault_description: fault,
  quantity: quantity("How many pieces.", {
    example: 1,
    entry: { default: new Decimal("1") },
    reads: field.quantity("positive"),
  }),
  unit: text("What they are counted in.", { example: "pcs", max: 20, entry: "optional" }),
  currency: currency("Of the value.", { example: "USD", entry: "optional" }),
  estimated_value: money("What it is thought to be worth, in its currency.", {
    example: 320,
    seenBy: "costs.read",
    entry: "optional",
  }),
  service_ticket_id: id("The ticket it came up with.", { example: 7, entry: "optional" }),
  ...stamps(),
});

/** A faulty machine or board on its way to the supplier and back. */
export const rma = record("Rma", "r", fields);
export type Rma = z.output<typeof rma.schema>;
export type NewRma = z.output<typeof rma.entry>;

/** Put behind `from` for what an RMA's columns stand on. */
export const rmasWithSupplier = sql`rmas r left join suppliers s on s.id = r.supplier_id`;

/** The cases `e` before the case `r` about the same machine or board, however its number is written. */
export const earlierCases = sql`from rmas e, array_remove(array[serial_key(r.machine_serial_number),
    serial_key(r.board_serial_number), serial_key(r.replacement_serial_number)], null) these
  where e.id < r.id and (serial_key(e.machine_serial_number) = any(these)
    or serial_key(e.board_serial_number) = any(these)
    or serial_key(e.replacement_serial_number) = any(these))`;

const earlierCase = record(
  "EarlierRma",
  "e",
  everybody({
    ...common("e"),
    status,
    created_at: stamps().created_at,
    fault_description: fault,
    ...pieces,
  }),
);

/** `warranty` comes as the sale that it is judged by; `days` is `rmaDays`, behind the tables. */
export const rmaDetail = record("RmaDetail", "r", {
  ...fields,
  next_statuses: nextStatuses(rmaStatuses, {
    may: "rmas.status",
    after: (reader) => [{ next: (from) => allowedMoves(rmaLifecycle, reader, from) }],
  }),
  ...everybody({
    supplier_warranty_until: date("The last day on which the supplier answers for the piece.", {
      example: "2027-09-02",
      nullable: true,
      sql: supplierWarrantyUntil(
        sql`serial_key(coalesce(r.board_serial_number, r.machine_serial_number))`,
      ),
    }),
    warranty: shaped(verdict, "Whether it was under warranty on the day the case was opened.", {
      example: verdictExample,
      sql: lastSale([sql`r.board_serial_number`, sql`r.machine_serial_number`], sql`r.created_at`),
    }),
    days_at_supplier: count("Calendar days with the supplier; null when it was never sent.", {
      example: 12,
      nullable: true,
      sql: sql`days.at_supplier`,
    }),
    turnaround_days: count("Days from opening the case until it was settled, or until today.", {
      example: 30,
      sql: sql`days.turnaround`,
    }),
    earlier_cases: many(earlierCase, "Cases opened before that name any of its serials.", {
      from: earlierCases,
      order: sql`r.id desc`,
    }),
    uploads: uploadsOf("rma", sql`r.id`),
    history: historyOf("rma", sql`r.id`),
  }),
});
export type RmaDetail = z.output<typeof rmaDetail.schema>;

type Thing = Partial<
  Record<"machine_serial_number" | "board_serial_number" | "machine_model", string | null>
>;

/** A case must say what it is about: the field errors when it does not. */
export function missingThing(thing: Thing): Record<string, string> {
  if (thing.machine_serial_number || thing.board_serial_number || thing.machine_model) return {};
  const reason =
    "is required, or one of the others of machine_serial_number, board_serial_number, machine_model";
  return { machine_serial_number: reason, board_serial_number: reason, machine_model: reason };
}
