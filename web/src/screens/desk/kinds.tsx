import { Code, type ComponentChildren, date, money } from "../../kit/mod.ts";
import { StatusBadge } from "../../records/mod.ts";
import type { en } from "../../strings/desk.en.ts";

export interface Column<R> {
  head: keyof typeof en;
  cell: (record: R) => ComponentChildren;
  /** what the API sorts by */
  sort?: string;
  /** a number: at the end of its column */
  end?: boolean;
  /** shown once it is chosen */
  off?: true;
  /** takes more than a line */
  said?: true;
  /** what is added up below, in local currency */
  sum?: (record: R) => number | string | null | undefined;
}

/** Columns that many lists have. */
export const no = <R extends { reference_no: string }>(sort?: string): Column<R> => ({
  head: "number",
  cell: ({ reference_no }) => <Code>{reference_no}</Code>,
  sort,
});
export const status = <R,>(of: (record: R) => string | null | undefined, sort?: string) => ({
  head: "status" as const,
  cell: (record: R) => {
    const word = of(record);
    return word && <StatusBadge status={word} />;
  },
  sort,
});
export const day = <R,>(
  head: keyof typeof en,
  of: (record: R) => string | null | undefined,
  sort?: string,
): Column<R> => ({
  head,
  cell: (record) => {
    const on = of(record);
    return on && date(on);
  },
  sort,
});
export const sum = <R,>(
  head: keyof typeof en,
  of: (record: R) => number | string | null | undefined,
  sort?: string,
): Column<R> => ({
  head,
  cell: (record) => {
    const amount = of(record);
    return amount == null ? null : money(amount);
  },
  sort,
  end: true,
  sum: of,
});
export const text = <R,>(
  head: keyof typeof en,
  cell: (record: R) => ComponentChildren,
  sort?: string,
): Column<R> => ({ head, cell: (record) => cut(cell(record)), sort });

/** The whole of a long text is on its record. */
const cut = (said: ComponentChildren) =>
  typeof said === "string" && said.length > LONG ? <span class="cut">{said}</span> : said;
const LONG = 100;

/** A text that may take two lines, so that the figures beside it are seen. */
export const said = <R,>(...column: Parameters<typeof text<R>>): Column<R> => ({
  ...text(...column),
  said: true,
});

/** One that is shown once it is chosen. */
export const off = <R,>(column: Column<R>): Column<R> => ({ ...column, off: true });
