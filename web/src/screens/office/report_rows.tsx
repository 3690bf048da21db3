import { Card, type ComponentChildren, List, Row } from "../../kit/mod.ts";
import { type RecordRow, useRoom } from "../../records/mod.ts";
import { q, type ReportWord } from "./report_words.ts";

export interface ReportColumn<R> {
  head: ReportWord;
  cell: (row: R) => ComponentChildren;
  /** numbers stand at the end of their column */
  end?: boolean;
  /** what it adds up to over the whole report */
  total?: ComponentChildren;
}

/** Rows that belong together, and what they add up to. */
export interface ReportPart<R> {
  title: string;
  sum?: ComponentChildren;
  rows: readonly R[];
}

interface RowsProps<R> {
  label: string;
  columns: ReportColumn<R>[];
  /** one without a title: all of them */
  parts: ReportPart<R>[];
  row: (row: R) => RecordRow;
}

/** A table where there is room for one, else rows. */
export function ReportRows<R>(props: RowsProps<R>) {
  return useRoom() ? <Table {...props} /> : <Lists {...props} />;
}

function Lists<R>({ label, parts, row }: RowsProps<R>) {
  return (
    <>
      {parts.map(({ title, sum, rows }) => {
        const list = (
          <List label={title || label}>
            {rows.map((one, at) => <Row key={at} {...row(one)} />)}
          </List>
        );
        return title ? <Card key={title} title={title} action={<b>{sum}</b>}>{list}</Card> : list;
      })}
    </>
  );
}

/** Wherever in a row one presses, it leads to where its link does. */
function openRow(
  { currentTarget, target }: { currentTarget: Element; target: EventTarget | null },
) {
  const link = currentTarget.querySelector<HTMLElement>(".opens");
  if (link && !link.contains(target as Node)) link.click();
}

function Table<R>({ label, columns, parts }: RowsProps<R>) {
  const [first, ...others] = columns;
  return (
    <div class="desk report">
      <div class="scroll" tabIndex={0}>
        <table aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ head, end }) => (
                <th key={head} scope="col" class={end ? "end" : undefined}>{q(head)}</th>
              ))}
            </tr>
          </thead>
          {parts.map(({ title, sum, rows }) => (
            <tbody key={title}>
              {title && (
                <tr>
                  <th colSpan={others.length} scope="rowgroup">
                    <b>{title}</b>
                  </th>
                  <td class="end">
                    <b>{sum}</b>
                  </td>
                </tr>
              )}
              {rows.map((one, at) => (
                <tr key={at} onClick={openRow}>
                  <th scope="row">{first.cell(one)}</th>
                  {others.map(({ head, cell, end }) => (
                    <td key={head} class={end ? "end" : undefined}>{cell(one)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
          {columns.some(({ total }) => total !== undefined) && (
            <tfoot>
              <tr>
                <th scope="row">{q("together")}</th>
                {others.map(({ head, total }) => <td key={head} class="end">{total}</td>)}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </div>
  );
}
