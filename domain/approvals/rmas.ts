import sql from "sql-template-tag";
import { z } from "zod";
import { business } from "../business/business.ts";
import { anyOf } from "../records/any_of.ts";
import { count, shaped, text } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { earlierCases, rma, rmaTitle } from "../warranty/rma.ts";
import { verdict } from "../warranty/verdict.ts";
import { lastSale } from "../warranty/find_sale.ts";
import { atSupplier } from "../warranty/rma_words.ts";
import type { Decision } from "./approval.ts";
import { photosOf } from "./photos.ts";

const undecided = atSupplier.filter((status) => status !== "replacement_approved");
const local = business.localCurrency;

/**
 * The value of the case in local currency; null where it is in a foreign one, because an RMA has no
 * exchange rate.
 */
const valueLocal = sql`case when coalesce(r.currency, ${local}) = ${local}
  then round(r.estimated_value, 2) end`;

const {
  status,
  customer_name,
  customer_phone,
  supplier_id,
  machine_model,
  machine_serial_number,
  board_serial_number,
  fault_description,
  estimated_value,
  currency,
  version,
} = rma.fields;

export const factsToReplace = record("RmaToReplace", "r", {
  status,
  customer_name,
  customer_phone,
  supplier_id,
  supplier_name: text("To whom it was sent.", {
    example: "Hansol",
    nullable: true,
    seenBy: "everybody",
    sql: sql`s.name`,
  }),
  machine_model,
  machine_serial_number,
  board_serial_number,
  fault_description,
  estimated_value,
  currency,
  earlier_cases: count("Cases about the same machine or board before this one.", {
    example: 1,
    seenBy: "everybody",
    sql: sql`(select count(*) ${earlierCases})`,
  }),
  photos: shaped(z.array(z.int()), "Its pictures, by the ids of their uploads.", {
    example: [41],
    seenBy: "everybody",
    sql: (reader) => photosOf(reader, "rma", sql`r.id`),
  }),
  version,
  warranty: shaped(verdict, "The verdict on the day the case was opened.", {
    seenBy: "everybody",
    sometimes: true,
  }),
});

const waits = sql`r.status = ${anyOf(undecided)}
  and coalesce(${valueLocal} >= (select rma_approval_limit from settings), true)`;

/**
 * Cases at the supplier that may end in a replacement, from the limit in the settings on; what cannot
 * be compared with it (no value, or a foreign currency) is shown too. The risk is the value.
 */
export const toReplace: Decision = {
  may: "rmas.status",
  page: "rma",
  waiting: () =>
    sql`select r.id, r.reference_no, ${rmaTitle()}, ${valueLocal}, r.updated_at, r.created_at,
      r.created_by, r.id, false, r.version
    from rmas r where ${waits}`,
  since: () => sql`select r.id, r.updated_at, r.version from rmas r where ${waits}`,
  facts: (actor) =>
    sql`(select row_to_json(facts) from (select ${factsToReplace.columnsInJson(actor)},
      ${
      lastSale([sql`r.board_serial_number`, sql`r.machine_serial_number`], sql`r.created_at`)
    } as sale
      from rmas r left join suppliers s on s.id = r.supplier_id where r.id = w.id) facts)`,
};
