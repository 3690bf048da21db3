import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { csvLine } from "../files/write_csv.ts";

const ROWS_AT_ONCE = 1000;
const ERROR = "error";

/**
 * Writes the refused rows as CSV: the columns of the file and one that says why, ready to mend and
 * import again. A record is whole there: rows that are good by themselves stand beside the bad one that
 * kept them out. Text is never a formula; the import takes the mark for that away again.
 */
export async function writeRejected(tx: Tx, path: string, header: string[]): Promise<void> {
  const columns = header.flatMap((name, at) => name === ERROR ? [] : [at]);
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const encoder = new TextEncoder();
  const write = async (text: string) => {
    for (let bytes = encoder.encode(text); bytes.length > 0;) {
      bytes = bytes.subarray(await file.write(bytes));
    }
  };
  await write("\uFEFF" + csvLine([...columns.map((at) => header[at]), ERROR]));
  await tx.query(sql`
    create temporary table import_rejected on commit drop as
    select r.line, coalesce(p.reasons, 'not imported: another row of ' || r.key || ' was refused') as error
    from import_rows r
    left join (
      select line, string_agg(concat_ws(': ', "column", reason), '; ' order by "column") as reasons
      from import_problems group by line) p using (line)
    left join import_groups g on g.key = r.key and g.fate in ('bad', 'conflict')
    where p.line is not null or g.key is not null`);
  await tx.query(sql`create index on import_rejected (line)`);
  await tx.query(sql`create index on import_cells (line)`);
  for (let after = 0;;) {
    const rows = await tx.query<{ line: number; cells: string[]; error: string }[]>(sql`
      select line, c.cells, r.error from import_rejected r join import_cells c using (line)
      where line > ${after} order by line limit ${ROWS_AT_ONCE}`);
    if (rows.length === 0) return;
    after = rows[rows.length - 1].line;
    await write(
      rows.map(({ cells, error }) => csvLine([...columns.map((at) => cells[at]), error])).join(""),
    );
  }
}
