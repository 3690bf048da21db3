import type { ComponentChildren } from "../../kit/mod.ts";

/** A table that scrolls by itself where it is wider than the phone, by keys too. */
export function Table({ columns, rows }: { columns: string[]; rows: ComponentChildren[][] }) {
  return (
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>{columns.map((name) => <th key={name} scope="col">{name}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others], row) => (
            <tr key={row}>
              <th scope="row">{first}</th>
              {others.map((cell, at) => <td key={at}>{cell}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
