import type { Sql } from "sql-template-tag";

/** Something that must hold in the books, and the one statement that finds where it does not. */
export interface Check {
  /** stable, for programs */
  name: string;
  /** what holds, for people */
  holds: string;
  /** answers a row `record, problem` for each difference, in the order of the records */
  differences: Sql;
}
