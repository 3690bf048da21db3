import type { Actor, Permission } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import type { TableRow } from "../files/read_table.ts";

/** Why a row of a file was refused; `column` is null where the row as a whole is wrong. */
export interface RowProblem {
  line: number;
  column: string | null;
  value: string | null;
  reason: string;
}

/** A row that can be taken, canonical and as text. */
export interface GoodRow {
  /** rows of one key are one record; null where the kind works it out of the content later */
  key: string | null;
  /** what all rows of one key must agree on */
  head?: Record<string, string | number>;
  /** what this row brings, in one spelling: it is what the content hash is made of */
  content: Record<string, string>;
  /** the fields that the file itself gave, without defaults */
  given?: string[];
  /** for control totals and the sums of the outcome */
  currency?: string;
  amount?: Decimal;
}

/** The rows of one key that become a record. */
export interface Group {
  key: string;
  line: number;
  content_hash: string;
  head: Record<string, string> | null;
  contents: Record<string, string>[];
}

export type KindName =
  | "shipments"
  | "products"
  | "suppliers"
  | "customers"
  | "ledger"
  | "opening"
  | "customs_tariffs";

/** What one kind of file adds to the way that every import goes. */
export interface ImportKind {
  name: KindName;
  may: Permission;
  /** what a header may name, in the order of a template; others are told in the outcome and not read */
  columns: string[];
  /** other names that a header may use for some of them */
  aliases?: readonly string[];
  required: string[];
  /** rows of one key are one record; otherwise a key that comes twice is refused */
  manyRowsPerKey?: boolean;
  /** whether `imported_rows` remembers what was taken; otherwise the records themselves tell */
  remembers?: boolean;
  /** the key of a row that is bad, so that the other rows of its record are refused with it */
  keyOf?(cells: Record<string, string>): string | null;
  reader(tx: Tx, actor: Actor): (row: TableRow) => Promise<GoodRow | RowProblem[]>;
  /** fills in keys that only the whole file tells */
  nameRows?(tx: Tx): Promise<void>;
  /** sets the fate of groups that meet records made before, and blames conflicts */
  meet(tx: Tx): Promise<void>;
  /** enters the records; every rule of the API's verbs counts */
  create(tx: Tx, actor: Actor, groups: Group[]): Promise<void>;
}

export interface Progress {
  phase: "reading" | "writing";
  rows: number;
  /** of the phase, 0 to 1: by bytes while reading, by records while writing */
  done: number;
}

export interface ImportOptions {
  /** take the records without a bad row, instead of nothing */
  skipBad?: boolean;
  dryRun?: boolean;
  /** a file for the rows that were refused, ready to mend and send again */
  report?: string;
  /** control totals: rows of the file, and amounts per currency */
  expectRows?: number;
  expectTotals?: Map<string, Decimal>;
  onProgress?: (progress: Progress) => void;
  /** ends the run between two batches; nothing is kept */
  signal?: AbortSignal;
}

export interface ImportOutcome {
  kind: KindName;
  file: string;
  file_sha256: string;
  dry_run: boolean;
  rows: number;
  bad_rows: number;
  /** records the file names; rows too bad to tell are not among them */
  records: number;
  created: number;
  unchanged: number;
  conflicts: number;
  refused: number;
  /** whether anything that could be written was held back because of something else */
  nothing_written: boolean;
  ignored_columns: string[];
  /** what of the control totals does not agree, in sentences */
  control_problems: string[];
  /** of what was created, per currency */
  totals: { currency: string; amount: Decimal }[];
  /** the first ten thousand */
  problems: RowProblem[];
}
