import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../decimal.ts";
import type { GoodRow, RowProblem } from "./import_row.ts";

/** A row on its way: what was read of it, or only that its shipment has a bad row. */
export type StagedRow =
  | ({ line: number; bad: false } & GoodRow)
  | { line: number; bad: true; external_ref: string | null };

/** The rows of one `external_ref` that can become a shipment. */
export interface Group {
  external_ref: string;
  supplier_id: number;
  content_hash: string;
  currency: string;
  purchase_value: Decimal;
  header: Record<string, string>;
  items: Record<string, string>[];
}

/** A table that lives as long as the transaction. */
export async function createStaging(tx: Tx): Promise<void> {
  await tx.query(sql`
    create temporary table import_rows (line bigint, bad boolean, external_ref text, supplier_id bigint,
      currency text, purchase_value numeric, header jsonb, item jsonb) on commit drop`);
}

export async function stage(tx: Tx, rows: StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into import_rows (line, bad, external_ref, supplier_id, currency, purchase_value, header, item)
    select line, bad, external_ref, supplier_id, currency, purchase_value, header, item
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (line bigint, bad boolean,
      external_ref text, supplier_id bigint, currency text, purchase_value numeric, header jsonb, item jsonb)`);
}

export interface Judged {
  groups: number;
  /** shipments that cannot be taken: a bad row, rows that disagree, or a conflict */
  bad: number;
  unchanged: number;
  conflicts: number;
  problems: RowProblem[];
}

/**
 * Forms the shipments and judges each as a whole: rows that disagree about the shipment, and content
 * that differs from what the same reference brought before. The hash does not mind the order of rows.
 */
export async function judgeGroups(tx: Tx): Promise<Judged> {
  await tx.query(sql`analyze import_rows`);
  await tx.query(sql`
    create temporary table import_groups on commit drop as
    select external_ref, min(line) as line, min(supplier_id) as supplier_id, bool_or(bad) as bad,
      count(distinct (supplier_id, header)) filter (where not bad) > 1 as disagrees,
      encode(sha256(convert_to(min(header::text) || string_agg(item::text, E'\n' order by item::text), 'UTF8')), 'hex')
        as content_hash,
      'new' as fate
    from import_rows where external_ref is not null group by external_ref`);
  await tx.query(sql`
    update import_groups g set fate = case
      when g.bad or g.disagrees then 'bad'
      when s.content_hash = g.content_hash then 'unchanged'
      when s.id is not null then 'conflict'
      else 'new' end
    from import_groups g2
    left join shipments s on s.supplier_id = g2.supplier_id and s.external_ref = g2.external_ref
    where g2.external_ref = g.external_ref`);
  const [counts] = await tx.query<[Omit<Judged, "problems">]>(sql`
    select count(*) as groups, count(*) filter (where fate in ('bad', 'conflict')) as bad,
      count(*) filter (where fate = 'unchanged') as unchanged,
      count(*) filter (where fate = 'conflict') as conflicts
    from import_groups`);
  return { ...counts, problems: [...await disagreements(tx), ...await conflictsWithBefore(tx)] };
}

/** Every row of a shipment whose rows say different things about it, with the columns they differ in. */
async function disagreements(tx: Tx): Promise<RowProblem[]> {
  const rows = await tx.query<
    { line: number; external_ref: string; column: string; value: string; seen: string }[]
  >(sql`
    with said as (
      select r.external_ref, r.line, c.key as "column", c.value
      from import_rows r join import_groups g on g.external_ref = r.external_ref and g.disagrees
      cross join lateral (
        select key, value from jsonb_each_text(r.header)
        union all select 'supplier', (select name from suppliers where id = r.supplier_id)) c
      where not r.bad
    ), differing as (
      select external_ref, "column", string_agg(distinct value, ' / ') as seen
      from said group by external_ref, "column"
      having count(distinct value) > 1
        or count(*) < (select count(*) from import_rows r where r.external_ref = said.external_ref and not r.bad)
    )
    select said.line, said.external_ref, said."column", said.value, differing.seen
    from differing join said using (external_ref, "column")
    order by said.line limit 10000`);
  return rows.map(({ line, external_ref, column, value, seen }) => ({
    line,
    column,
    value,
    reason: `rows of ${external_ref} disagree: ${seen}`,
  }));
}

async function conflictsWithBefore(tx: Tx): Promise<RowProblem[]> {
  const groups = await tx.query<{ line: number; external_ref: string; reference_no: string }[]>(sql`
    select g.line, g.external_ref, s.reference_no
    from import_groups g
    join shipments s on s.supplier_id = g.supplier_id and s.external_ref = g.external_ref
    where g.fate = 'conflict' order by g.line limit 10000`);
  return groups.map(({ line, external_ref, reference_no }) => ({
    line,
    column: "external_ref",
    value: external_ref,
    reason: `conflict: ${reference_no} was imported under this reference with other content`,
  }));
}

/** The shipments to create, in the order of the file, some hundreds at a time. */
export async function* newGroups(tx: Tx, atOnce: number): AsyncGenerator<Group[]> {
  await tx.query(sql`create index on import_rows (external_ref)`);
  for (let after = 0;;) {
    const groups = await tx.query<(Group & { line: number })[]>(sql`
      select g.line, g.external_ref, g.supplier_id, g.content_hash, r.currency, r.purchase_value, r.header, r.items
      from (select line, external_ref, supplier_id, content_hash from import_groups where fate = 'new' and line > ${after} order by line limit ${atOnce}) g
      cross join lateral (
        select min(currency) as currency, coalesce(sum(purchase_value), 0) as purchase_value,
          (array_agg(header))[1] as header, jsonb_agg(item order by line) as items
        from import_rows where external_ref = g.external_ref) r
      order by g.line`);
    if (groups.length === 0) return;
    yield groups;
    after = groups[groups.length - 1].line;
  }
}
