import { Figure, money } from "../kit/mod.ts";
import { Keys } from "./keys.tsx";
import type { Shade } from "./rows.tsx";

/** One column, or two side by side, per day or week; the first and last are named beneath. */
export function Bars({ sentence, head, columns, tones, names }: {
  sentence: string;
  /** what a column is: a day, a week */
  head: string;
  columns: { label: string; values: number[] }[];
  /** of the columns side by side, the colours and what they are */
  tones: Shade[];
  names: string[];
}) {
  const top = Math.max(1, ...columns.flatMap(({ values }) => values));
  const wide = 320 / columns.length;
  const each = Math.min(26, (wide - 2) / tones.length);
  return (
    <Figure
      sentence={sentence}
      columns={[head, ...names]}
      rows={columns.map(({ label, values }) => [label, ...values.map((one) => money(one))])}
    >
      <svg class="chart" viewBox="0 0 320 132">
        <line class="ground" x1="0" x2="320" y1="110.5" y2="110.5" />
        {columns.map(({ values }, column) =>
          values.map((value, at) => {
            const high = Math.max(value > 0 ? 2 : 0, value / top * 106);
            return (
              <rect
                key={`${column}-${at}`}
                class={tones[at]}
                x={column * wide + (wide - each * tones.length) / 2 + at * each}
                y={110 - high}
                width={Math.max(1, each - 1)}
                height={high}
                rx="1.5"
              />
            );
          })
        )}
        <text x="0" y="127">{columns[0]?.label}</text>
        <text class="value" x="320" y="127">{columns.at(-1)?.label}</text>
      </svg>
      <Keys names={names} tones={tones} />
    </Figure>
  );
}
