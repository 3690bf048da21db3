import type { Tx } from "../db/connect.ts";
import { TableError, type TableRow } from "../files/read_table.ts";
import type { GoodRow, ImportKind, RowProblem } from "./import_kind.ts";
import { stageCells, type StagedRow, stageProblems, stageRows } from "./staging.ts";

/** A file on its way into the temporary tables. */
export class Reading {
  rows = 0;
  header: string[] = [];
  ignoredColumns: string[] = [];
  /**
   * the file could not be read to its end; rows of a record may stand in the part that was not read
   */
  broken = false;
  #staged: StagedRow[] = [];
  #problems: RowProblem[] = [];
  #cells: { line: number; cells: string[] }[] = [];
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(readonly tx: Tx, readonly kind: ImportKind, readonly keepCells: boolean) {}

  get waiting(): number {
    return this.#staged.length;
  }

  /** @throws TableError when a column is missing that every row needs */
  checkColumns(columns: string[]): void {
    this.header = columns;
    const missing = this.kind.required.filter((column) => !columns.includes(column));
    if (missing.length > 0) {
      throw new TableError(1, `The file lacks the column ${missing.join(", ")}.`, missing[0]);
    }
    const known = [...this.kind.columns, ...this.kind.aliases ?? []];
    this.ignoredColumns = columns.filter((column) => !known.includes(column));
  }

  async take(
    row: TableRow,
    read: (row: TableRow) => Promise<GoodRow | RowProblem[]>,
  ): Promise<void> {
    this.rows++;
    const { line, cells } = row;
    const result = await read(row);
    const bad = Array.isArray(result);
    this.#staged.push(
      bad ? { line, bad, key: this.kind.keyOf?.(cells) || null } : { line, bad, ...result },
    );
    if (bad) this.#problems.push(...result);
    if (this.keepCells) {
      this.#cells.push({ line, cells: this.header.map((column) => cells[column]) });
    }
  }

  breakOff(error: TableError): void {
    this.broken = true;
    const { line, column = null, message } = error;
    this.#problems.push({ line, column, value: null, reason: message });
  }

  /** Sends what waits, once what was sent before is there: rows are read while PostgreSQL takes these. */
  async flush(): Promise<void> {
    await this.#underWay;
    this.#underWay = Promise.all([
      stageRows(this.tx, this.#staged.splice(0)),
      stageProblems(this.tx, this.#problems.splice(0)),
      stageCells(this.tx, this.#cells.splice(0)),
    ]);
    await this.tx.later(this.#underWay);
  }
}
