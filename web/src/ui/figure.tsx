import type { ComponentChildren } from "preact";
import { t } from "../core/core_words.ts";

/** A chart with the sentence it says and, on demand, the same figures as a table. */
export function Figure(
  { sentence, columns, rows, open, children }: {
    sentence: string;
    columns: string[];
    rows: (string | number)[][];
    /** what is drawn can be read and opened by itself */
    open?: boolean;
    /** the drawing; it is hidden from screen readers, which have sentence and table */
    children: ComponentChildren;
  },
) {
  return (
    <figure class="figure">
      <figcaption>{sentence}</figcaption>
      <div aria-hidden={!open}>{children}</div>
      <details>
        <summary>{t("table")}</summary>
        <table>
          <thead>
            <tr>{columns.map((name) => <th key={name} scope="col">{name}</th>)}</tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) =>
                  column === 0
                    ? <th key={column} scope="row">{cell}</th>
                    : <td key={column}>{cell}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** The steps of a record's life, how far it is, and how many there are. */
export function Ribbon(
  { steps, at, word }: { steps: readonly string[]; at: string; word: (step: string) => string },
) {
  const here = steps.indexOf(at);
  return (
    <ol class="ribbon" style={{ "--steps": steps.length }}>
      {steps.map((step, place) => (
        <li
          key={step}
          data-state={place < here ? "past" : place === here ? "here" : "ahead"}
          aria-current={place === here ? "step" : undefined}
        >
          <span>{word(step)}</span>
        </li>
      ))}
    </ol>
  );
}
