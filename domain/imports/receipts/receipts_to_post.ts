import sql from "sql-template-tag";
import type { Db } from "../../db/connect.ts";
import { notFound } from "../../errors.ts";

export interface NamedReceipt {
  id: number;
  reference_no: string;
}

/** Receipts that are approved and wait for posting, oldest approval first. */
export async function approvedReceipts(db: Db): Promise<NamedReceipt[]> {
  return await db.query<NamedReceipt[]>(sql`
    select id, reference_no from receipts where status = 'approved' order by approved_at, id`);
}

/** The receipt of that id or document number. @throws Refusal `not_found` */
export async function receiptNamed(db: Db, named: string): Promise<NamedReceipt> {
  const [receipt] = await db.query<[NamedReceipt?]>(sql`
    select id, reference_no from receipts where id::text = ${named} or reference_no = upper(${named})`);
  if (!receipt) throw notFound("Receipt", named);
  return receipt;
}
