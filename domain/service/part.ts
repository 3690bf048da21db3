import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import { instantText } from "../db/instant.ts";
import * as field from "../records/fields.ts";

const fields = z.object({
  product_id: field.id(),
  quantity: field.quantity("positive"),
  /** local currency per unit; default the product's selling price */
  unit_price: field.money().optional(),
  /** whether the customer need not pay; default as the ticket */
  is_warranty: field.flag().optional(),
  serial_number: field.text(100).optional(),
  note: field.text(2000).optional(),
});

const SERIAL_OF_ONE = "names one piece, so the quantity must be 1";

const newPart = fields.refine(namesOnePiece, { path: ["serial_number"], error: SERIAL_OF_ONE });
export type NewPart = z.output<typeof newPart>;

/** One part, or several in `parts`. Source: docs/records.md, "Service ticket". */
export const addedParts = fields.partial().extend({
  parts: z.array(newPart).min(1, "must have at least one part")
    .max(200, "must have at most 200 parts").optional(),
}).superRefine(({ parts, ...one }, context) => {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (parts === undefined) {
    if (one.product_id === undefined) refuse("product_id", "is required");
    if (one.quantity === undefined) refuse("quantity", "is required");
    if (!namesOnePiece(one)) refuse("serial_number", SERIAL_OF_ONE);
  } else {
    for (const [name, value] of Object.entries(one)) {
      if (value !== undefined) refuse(name, "belongs to one part; `parts` was sent too");
    }
  }
});
export type AddedParts = z.output<typeof addedParts>;

function namesOnePiece(part: Partial<z.output<typeof fields>>): boolean {
  return part.serial_number === undefined || part.quantity === undefined || part.quantity.eq("1");
}

export const partRecord = z.object({
  ...answer.common,
  product_id: answer.id,
  sku: answer.text,
  product_name: answer.text,
  unit: answer.text,
  quantity: answer.number,
  unit_price: answer.number,
  /** quantity × unit price, local currency, half up */
  amount: answer.number,
  /** what it cost us when it left stock, local currency */
  cost: answer.number.optional(),
  is_warranty: answer.flag,
  serial_number: answer.text.nullable(),
  note: answer.text.nullable(),
  movement_id: answer.id,
}).meta({ id: "ServiceTicketPart" });
export type TicketPart = z.output<typeof partRecord>;

/**
 * Parts as a JSON list, in the order they were used: those of the condition on `p`. A part never
 * changes, and its `reference_no` is that of its ticket.
 */
export function partsJson(condition: Sql): Sql {
  return sql`(select coalesce(json_agg(json_build_object('id', p.id,
      'reference_no', k.reference_no,
      'title', concat(trim_scale(p.quantity), ' ', s.unit, ' ', s.name),
      'product_id', p.product_id, 'sku', s.sku, 'product_name', s.name, 'unit', s.unit,
      'quantity', p.quantity, 'unit_price', p.unit_price, 'amount', p.amount, 'cost', p.cost,
      'is_warranty', p.is_warranty, 'serial_number', p.serial_number, 'note', p.note,
      'movement_id', p.movement_id, 'created_at', ${instantText(sql`p.created_at`)},
      'updated_at', ${
    instantText(sql`p.created_at`)
  }, 'created_by', p.created_by, 'version', 1) order by p.id), '[]'::json)
    from service_ticket_parts p join products s on s.id = p.product_id
      join service_tickets k on k.id = p.ticket_id
    where ${condition}) as parts`;
}
