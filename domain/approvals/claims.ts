import sql from "sql-template-tag";
import { z } from "zod";
import {
  discrepancy,
  discrepancyTables,
  discrepancyTitle,
  isUnresolved,
} from "../claims/discrepancy.ts";
import { one, rowAsJson } from "../records/embedded.ts";
import { count, localMoney, shaped } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import type { Decision } from "./approval.ts";
import { photosOf } from "./photos.ts";

const pastClaims = record(
  "PastClaims",
  "past",
  everybody({
    claims: count("How many there were.", { example: 4, sql: sql`count(*)` }),
    resolved: count("Of these, how many were resolved.", {
      example: 3,
      sql: sql`count(*) filter (where past.status = 'resolved')`,
    }),
    refused: count("Of these, how many brought nothing.", {
      example: 1,
      sql: sql`count(*) filter (where past.resolution in ('rejected', 'written_off'))`,
    }),
    claimed_local: localMoney("What the resolved ones asked for, local currency.", {
      example: 40000,
      seenBy: "costs.read",
      sql: sql`coalesce(sum(past.estimated_value_local)
        filter (where past.status = 'resolved'), 0)`,
    }),
    recovered_local: localMoney("What they brought, local currency.", {
      example: 31000,
      seenBy: "costs.read",
      sql: sql`coalesce(sum(past.resolved_amount_local)
        filter (where past.resolution not in ('rejected', 'written_off')), 0)`,
    }),
  }),
);

export const factsToResolve = record(
  "ClaimToResolve",
  "d",
  everybody({
    ...discrepancy.part([
      "status",
      "discrepancy_type",
      "against",
      "quantity",
      "estimated_value",
      "currency",
      "estimated_value_local",
      "supplier_id",
      "supplier_name",
      "shipment_id",
      "product_name",
      "receipt_id",
      "note",
    ]).fields,
    past_claims: one(pastClaims, "What became of the supplier's claims so far.", {
      nullable: false,
      from: sql`from discrepancies past
        where past.supplier_id = d.supplier_id and past.id <> d.id and past.status <> 'cancelled'`,
    }),
    photos: shaped(z.array(z.int()), "Its pictures, by the ids of their uploads.", {
      example: [41],
      sql: (reader) => photosOf(reader, "discrepancy", sql`d.id`),
    }),
    version: discrepancy.fields.version,
  }),
);

/** Claims that nobody has settled. The risk is what is claimed. */
export const toResolve: Decision = {
  may: "discrepancies.resolve",
  page: "discrepancy",
  waiting: () =>
    sql`select d.id, d.reference_no, ${discrepancyTitle}, d.estimated_value_local, d.created_at,
      d.created_at, d.created_by, d.id, false, d.version
    from ${discrepancyTables} where ${isUnresolved}`,
  since: () => sql`select d.id, d.created_at, d.version from discrepancies d where ${isUnresolved}`,
  facts: (actor) =>
    rowAsJson(factsToResolve, actor, sql`from ${discrepancyTables} where d.id = w.id`),
};
