/**
 * A file that cannot be read as a table. `line` is the line of the file (the row of the sheet)
 * where reading stopped, 1 when the file as a whole is refused. The message names it too.
 */
export class TableError extends Error {
  override readonly name = "TableError";

  constructor(
    readonly line: number,
    message: string,
    readonly column?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** One row as it stands in the file, before the header gives its cells their names. */
export type FileRow = { line: number; values: string[] };
