import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { Decimal } from "../money/decimal.ts";
import { stageProblems } from "./staging.ts";

const ROWS_AT_ONCE = 1000;

interface Existing {
  /** selects `key`, `reference_no` and `record` (jsonb by field) of records that groups may meet */
  existing: Sql;
  /** where the conflict is shown */
  column: string;
  /** `the SKU is taken by a product` */
  what: string;
  /** fields compared otherwise than as they are written */
  same?: Record<string, (a: string, b: string) => boolean>;
}

interface Meeting {
  key: string;
  line: number;
  reference_no: string;
  content: Record<string, string>;
  given: string[];
  record: Record<string, unknown>;
}

/**
 * Compares what a file says of records that were entered otherwise with what stands there: unchanged
 * when every field that the row gives is the same, else a conflict that names the fields.
 */
export async function refuseOtherContent(
  tx: Tx,
  { existing, column, what, same = {} }: Existing,
): Promise<void> {
  await tx.query(sql`create temporary table import_met on commit drop as ${existing}`);
  for (let after = 0;;) {
    const meetings = await tx.query<Meeting[]>(sql`
      select distinct on (r.line) g.key, r.line, m.reference_no, r.content, r.given, m.record
      from import_groups g join import_rows r on r.key = g.key join import_met m on m.key = g.key
      where g.fate = 'new' and r.line > ${after}
      order by r.line, m.reference_no limit ${ROWS_AT_ONCE}`);
    if (meetings.length === 0) return;
    after = meetings[meetings.length - 1].line;
    const other = meetings.flatMap((meeting) => {
      const fields = meeting.given.filter((name) => !isSame(name, meeting, same));
      return fields.length === 0 ? [] : [{ ...meeting, fields }];
    });
    await tx.query(sql`
      update import_groups set fate = case when key = any(${
      other.map(({ key }) => key)
    }::text[]) then 'conflict' else 'unchanged' end
      where key = any(${meetings.map(({ key }) => key)}::text[])`);
    await stageProblems(
      tx,
      other.map(({ line, reference_no, content, fields }) => ({
        line,
        column,
        value: content[column] ?? null,
        reason: `conflict: ${what}, ${reference_no}, with another ${fields.join(", ")}`,
      })),
    );
  }
}

function isSame(name: string, { content, record }: Meeting, same: Existing["same"]): boolean {
  const given = content[name];
  const stands = record[name];
  // a field that records of this kind do not have, such as the file's own reference
  if (given === undefined || !Object.hasOwn(record, name)) return true;
  if (stands === null || stands === undefined) return given === "0"; // 0 in the file, none on record
  if (same?.[name]) return same[name](given, String(stands));
  return String(stands) === given || isSameNumber(given, stands);
}

function isSameNumber(given: string, stands: unknown): boolean {
  return (stands instanceof Decimal || typeof stands === "number") &&
    /^-?\d+(\.\d+)?$/.test(given) && new Decimal(given).eq(String(stands));
}
