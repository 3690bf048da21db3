import type { Sql } from "sql-template-tag";

/** Of this process alone, so that no text that somebody enters has it. */
export const MARK = `@${crypto.randomUUID()}`;
let made = 0;

/**
 * Stands in the values of a transaction's statements for a text that only PostgreSQL knows yet. A statement
 * before them sets it in `back_office.drawn`, and `put_numbers` puts it there (0075_numbers_put_in.sql).
 */
export interface Mark {
  /** what stands in the values: `MARK`, a point and the ending */
  text: string;
  /** by which that statement names it: with the whole text it would itself be filled */
  ending: string;
}

export function newMark(): Mark {
  const ending = `${made++}@`;
  return { text: `${MARK}.${ending}`, ending };
}

/** The statement, with what the marks in its values stand for. */
export function fillingMarks(statement: Sql): Pick<Sql, "text" | "values"> {
  const { strings, values } = statement;
  if (!values.some(isMarked)) return statement;
  const text = strings.reduce((before, after, i) =>
    `${before}${isMarked(values[i - 1]) ? `put_numbers($${i})` : `$${i}`}${after}`
  );
  return { text, values };
}

function isMarked(value: unknown): boolean {
  if (typeof value === "string") return value.includes(`${MARK}.`);
  return Array.isArray(value) && value.some(isMarked);
}
