import sql, { join, raw, type Sql } from "sql-template-tag";
import { type Actor, allow, may, type Permission } from "../access/access.ts";
import { withinReach } from "../access/reach.ts";
import type { Db } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import * as field from "./fields.ts";

interface Kept {
  table: string;
  read: Permission;
  /** what reading the records of others needs, where some roles have only their own */
  readAll?: Permission;
}

/** Records that a file or a task can be about: where they are kept, and what reading them needs. */
export const records = {
  customer: { table: "customers", read: "customers.read" },
  product: { table: "products", read: "products.read" },
  shipment: { table: "shipments", read: "shipments.read" },
  receipt: { table: "receipts", read: "receipts.read" },
  discrepancy: { table: "discrepancies", read: "discrepancies.read" },
  rma: { table: "rmas", read: "rmas.read" },
  service_ticket: {
    table: "service_tickets",
    read: "tickets.read",
    readAll: "tickets.read_all",
  },
  task: { table: "tasks", read: "tasks.read", readAll: "tasks.all" },
  invoice: { table: "invoices", read: "invoices.read" },
  payment: { table: "payments", read: "payments.read" },
  lc_tt: { table: "lc_tt", read: "costs.read" },
  supplier: { table: "suppliers", read: "suppliers.read" },
  supplier_ledger: { table: "supplier_ledger", read: "costs.read" },
  expense: { table: "expenses", read: "books.read" },
} as const satisfies Record<string, Kept>;

export type RelatedType = keyof typeof records;
export const relatedTypes = Object.keys(records) as RelatedType[];

export const relatedType = () =>
  field.oneOf(relatedTypes, {
    ...Object.fromEntries(relatedTypes.map((word) => [`${word}s`, word])),
    claim: "discrepancy",
    discrepancies: "discrepancy",
    goods_receipt: "receipt",
    lc: "lc_tt",
    ledger_entry: "supplier_ledger",
    supplier_claim: "discrepancy",
    supplier_ledger_entry: "supplier_ledger",
    ticket: "service_ticket",
    tickets: "service_ticket",
    tt: "lc_tt",
  });

/**
 * Whether the actor may read the record that a row names by `related_type` and `related_id`.
 * @param alias of the row's table in the query
 */
export function relatedReadableBy(actor: Actor, alias: string): Sql {
  const row = raw(alias);
  const readable = relatedTypes.filter((type) => may(actor, records[type].read));
  const whole = readable.filter((type) => readsAll(actor, type));
  const own = readable.filter((type) => !readsAll(actor, type));
  return sql`(${
    join([
      sql`${row}.related_type = any(${whole}::text[])`,
      ...own.map((type) =>
        sql`${row}.related_type = ${type} and exists (select from ${raw(records[type].table)} r
          where r.id = ${row}.related_id and ${reach(actor, type)})`
      ),
    ], " or ")
  })`;
}

function readsAll(actor: Actor, type: RelatedType): boolean {
  const { readAll }: Kept = records[type];
  return readAll === undefined || may(actor, readAll);
}

/** SQL: whether the actor reaches the record that the query calls `r`. */
function reach(actor: Actor, type: RelatedType): Sql {
  const { readAll }: Kept = records[type];
  return readAll === undefined ? sql`true` : withinReach(actor, readAll, "r");
}

export function isRelatedType(word: string): word is RelatedType {
  return Object.hasOwn(records, word);
}

/** Whether there is such a record, and the actor may read it. */
export async function isReadable(
  db: Db,
  actor: Actor,
  type: RelatedType,
  id: number,
): Promise<boolean> {
  const { table, read } = records[type];
  if (!may(actor, read)) return false;
  const [found] = await db.query<[{ id: number }?]>(
    sql`select r.id from ${raw(table)} r where r.id = ${id} and ${reach(actor, type)}`,
  );
  return found !== undefined;
}

/**
 * What something is said to be about must be there, and be within the actor's reach.
 * @throws Refusal `forbidden`; `invalid_fields` on `related_type` or `related_id`
 */
export async function needReadable(
  db: Db,
  actor: Actor,
  { related_type, related_id }: { related_type?: RelatedType; related_id?: number },
): Promise<void> {
  if (related_type === undefined && related_id === undefined) return;
  if (related_type === undefined) throw invalid({ related_type: "is required with related_id" });
  if (related_id === undefined) throw invalid({ related_id: "is required with related_type" });
  allow(actor, records[related_type].read);
  const found = await isReadable(db, actor, related_type, related_id);
  if (!found) throw invalid({ related_id: `names no ${related_type.replaceAll("_", " ")}` });
}
