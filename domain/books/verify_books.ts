import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import type { AuditKeys } from "../audit/audit_keys.ts";
import { verifyAudit } from "../audit/verify_audit.ts";
import type { Database, Db } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { sweepUploads } from "../uploads/sweep_uploads.ts";
import type { Uploads } from "../uploads/store.ts";
import type { Check } from "./check.ts";
import { customsChecks } from "./customs_checks.ts";
import { customerChecks } from "./customer_checks.ts";
import { journalChecks } from "./journal_checks.ts";
import { landedValueChecks } from "./landed_value_checks.ts";
import { linkChecks } from "./link_checks.ts";
import { moneyChecks } from "./money_checks.ts";
import { numberChecks } from "./number_checks.ts";
import { serialChecks } from "./serial_checks.ts";
import { stockChecks } from "./stock_checks.ts";
import { supplierChecks } from "./supplier_checks.ts";

const SHOWN = 20;

export const bookChecks: Check[] = [
  ...stockChecks,
  ...customerChecks,
  ...supplierChecks,
  ...landedValueChecks,
  ...customsChecks,
  ...journalChecks,
  ...moneyChecks,
  ...serialChecks,
  ...numberChecks,
  ...linkChecks,
];

export interface Difference {
  /** number of the record, or what else names it */
  record: string;
  problem: string;
}

export interface CheckResult {
  name: string;
  holds: string;
  ok: boolean;
  /** how many there are */
  count: number;
  /** the first 20 of them */
  differences: Difference[];
}

export interface BooksReport {
  /** nothing differs */
  intact: boolean;
  checks: CheckResult[];
}

/**
 * Recomputes the books from their rows and names everything that differs: stock, ledgers, payments,
 * landed values, serials, document numbers, links, files and the chain of the audit log. Everything in the
 * database is judged as of one moment, so it may run while people work. Changes nothing but the seals
 * of the audit log. Source: docs/books.md, "Verifying the books".
 *
 * @throws Refusal `forbidden`
 */
export async function verifyBooks(
  database: Database,
  actor: Actor,
  { uploads, keys, onProgress = () => {} }: {
    uploads: Uploads;
    keys: AuditKeys;
    onProgress?: (line: string) => void;
  },
): Promise<BooksReport> {
  allow(actor, "books.verify");
  const checks = await inTransaction(database, async (tx) => {
    const results: CheckResult[] = [];
    for (const check of bookChecks) {
      onProgress(check.holds);
      results.push(await verifyOne(tx, check));
    }
    return results;
  }, { snapshot: true });
  onProgress("uploaded files");
  checks.push(...await verifyFiles(database, uploads));
  onProgress("audit log");
  const { problems } = await verifyAudit(database, keys);
  checks.push(
    result(
      "audit_chain",
      "Nobody edited, deleted, swapped or cut off rows of the audit log",
      problems.map((problem) => ({ record: "audit log", problem })),
    ),
  );
  return { intact: checks.every(({ ok }) => ok), checks };
}

/** One statement: the first differences, and how many there are. */
export async function verifyOne(db: Db, { name, holds, differences }: Check): Promise<CheckResult> {
  const rows = await db.query<(Difference & { count: number })[]>(sql`
    select record, problem, count(*) over () as count from (${differences}) difference limit ${SHOWN}`);
  return {
    name,
    holds,
    ok: rows.length === 0,
    count: rows[0]?.count ?? 0,
    differences: rows.map(({ record, problem }) => ({ record, problem })),
  };
}

async function verifyFiles(database: Database, uploads: Uploads): Promise<CheckResult[]> {
  const { missing, orphans } = await sweepUploads(database, uploads);
  return [
    result(
      "uploads_without_file",
      "Every upload's file is in the storage",
      missing.map(({ reference_no }) => ({ record: reference_no, problem: "its file is missing" })),
    ),
    result(
      "files_without_upload",
      "Every file in the storage belongs to an upload",
      orphans.map((name) => ({ record: name, problem: "no upload names this file" })),
    ),
  ];
}

function result(name: string, holds: string, differences: Difference[]): CheckResult {
  return {
    name,
    holds,
    ok: differences.length === 0,
    count: differences.length,
    differences: differences.slice(0, SHOWN),
  };
}
