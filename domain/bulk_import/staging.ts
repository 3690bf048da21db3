import sql from "sql-template-tag";
import type { Db, Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import type { GoodRow, Group, ImportKind, RowProblem } from "./import_kind.ts";

/**
 * A row on its way into the tables: what was read of it, or, where it is bad, only the key of the
 * record that is refused with it.
 */
export type StagedRow =
  & { line: number }
  & (
    | { bad: false } & GoodRow
    | { bad: true; key: string | null }
  );

/** Tables that live as long as the transaction: the process never holds the file. */
export async function createStaging(tx: Tx): Promise<void> {
  await tx.query(sql`
    create temporary table import_rows (line bigint, bad boolean, key text, head jsonb, content jsonb,
      given jsonb, currency text, amount numeric) on commit drop`);
  await tx.query(sql`
    create temporary table import_problems (line bigint, "column" text, value text, reason text)
      on commit drop`);
  await tx.query(sql`
    create temporary table import_cells (line bigint, cells json) on commit drop`);
}

export async function stageRows(tx: Tx, rows: StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into import_rows (line, bad, key, head, content, given, currency, amount)
    select line, bad, key, head, content, given, currency, amount
    from jsonb_to_recordset(${
    JSON.stringify(rows)
  }::jsonb) as row (line bigint, bad boolean, key text,
      head jsonb, content jsonb, given jsonb, currency text, amount numeric)`);
}

export async function stageProblems(tx: Tx, problems: RowProblem[]): Promise<void> {
  if (problems.length === 0) return;
  await tx.query(sql`
    insert into import_problems (line, "column", value, reason)
    select line, "column", value, reason from jsonb_to_recordset(${
    JSON.stringify(problems)
  }::jsonb) as problem (line bigint, "column" text, value text, reason text)`);
}

/** The cells as they stood in the file, for the file of refused rows. */
export async function stageCells(tx: Tx, rows: { line: number; cells: string[] }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into import_cells (line, cells) select line, cells
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (line bigint, cells json)`);
}

/**
 * Forms the records out of the rows and judges each as a whole: spoiled by a bad row, rows that
 * disagree, a key that comes twice, content that is in already or differs from what the key brought
 * before. The hash does not mind the order of rows.
 */
export async function judgeGroups(tx: Tx, kind: ImportKind): Promise<void> {
  await tx.query(sql`analyze import_rows`);
  await kind.nameRows?.(tx);
  await tx.query(sql`
    create temporary table import_groups on commit drop as
    select key, min(line) as line, count(*) as rows, 'new' as fate, bool_or(bad) as bad,
      count(distinct head) filter (where not bad) > 1 as disagrees,
      encode(sha256(convert_to(coalesce(min((head - 'supplier_id')::text), '')
        || string_agg(content::text, E'\n' order by content::text), 'UTF8')), 'hex') as content_hash
    from import_rows where key is not null group by key`);
  await tx.query(sql`create index on import_rows (key)`);
  await tx.query(sql`create unique index on import_groups (key)`);
  await tx.query(sql`update import_groups set fate = 'bad' where bad or disagrees`);
  if (!kind.manyRowsPerKey) await refuseDoubles(tx);
  if (kind.remembers) await meetRemembered(tx, kind);
  await kind.meet(tx);
  await tx.query(sql`create index on import_groups (line) where fate = 'new'`);
  await tx.query(sql`analyze import_groups`);
}

async function refuseDoubles(tx: Tx): Promise<void> {
  await tx.query(sql`update import_groups set fate = 'bad' where rows > 1`);
  await tx.query(sql`
    insert into import_problems (line, "column", value, reason)
    select r.line, null, regexp_replace(g.key, '^[a-z]+:', ''), 'stands twice in the file, first on line ' || g.line
    from import_groups g join import_rows r using (key) where g.rows > 1`);
}

async function meetRemembered(tx: Tx, { name }: ImportKind): Promise<void> {
  await tx.query(sql`
    update import_groups g set fate = case i.content_hash when g.content_hash then 'unchanged' else 'conflict' end
    from imported_rows i where g.fate = 'new' and i.kind = ${name} and i.key = g.key`);
  await tx.query(sql`
    insert into import_problems (line, "column", value, reason)
    select line, null, regexp_replace(key, '^[a-z]+:', ''),
      'conflict: this was imported before with other content'
    from import_groups where fate = 'conflict'`);
}

export interface Judged {
  bad_rows: number;
  records: number;
  /** records that cannot be taken: a bad row, rows that disagree, or a conflict */
  refused: number;
  unchanged: number;
  conflicts: number;
}

export async function countFates(tx: Tx): Promise<Judged> {
  const [counts] = await tx.query<[Judged]>(sql`
    select (select count(distinct line) from import_problems) as bad_rows, count(*) as records,
      count(*) filter (where fate in ('bad', 'conflict')) as refused,
      count(*) filter (where fate = 'unchanged') as unchanged,
      count(*) filter (where fate = 'conflict') as conflicts
    from import_groups`);
  return counts;
}

export async function firstProblems(db: Db, limit: number): Promise<RowProblem[]> {
  return await db.query<RowProblem[]>(sql`
    select line, "column", value, reason from import_problems order by line, "column" limit ${limit}`);
}

export type Sum = { currency: string; amount: Decimal };

/** Amounts per currency: of every good row, or of what is to be created. */
export async function sumAmounts(tx: Tx, of: "file" | "new"): Promise<Sum[]> {
  return await tx.query<Sum[]>(sql`
    select currency, sum(amount) as amount from import_rows r
    where currency is not null and amount is not null -- a bad row has neither
      and (${
    of === "file"
  } or exists (select from import_groups g where g.key = r.key and g.fate = 'new'))
    group by currency order by min(line)`);
}

/**
 * The records to create, in the order of the file, so many that they hold about `rows` rows. The next are
 * fetched while these are worked on.
 */
export async function* newGroups(tx: Tx, rows: number): AsyncGenerator<Group[]> {
  let groups = await groupsAfter(tx, 0, rows);
  while (groups.length > 0) {
    const next = groupsAfter(tx, groups[groups.length - 1].line, rows);
    await tx.later(next);
    yield groups;
    groups = await next;
  }
}

function groupsAfter(tx: Tx, line: number, rows: number): Promise<Group[]> {
  return tx.query<Group[]>(sql`
    select g.key, g.line, g.content_hash, r.head, r.contents
    from (select key, line, content_hash, sum(rows) over (order by line) - rows as before
      from (select key, line, content_hash, rows from import_groups
        where fate = 'new' and line > ${line} order by line limit ${rows}) next) g
    cross join lateral (select (array_agg(head))[1] as head, jsonb_agg(content order by line) as contents
      from import_rows where key = g.key) r
    where g.before < ${rows} order by g.line`);
}
