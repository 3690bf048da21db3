/** What a bar, lollipop or waterfall is made of: a label, its figure, and from where to where it goes. */
export interface Measure {
  label: string;
  /** the figure in words */
  text: string;
  from?: number;
  to: number;
  tone?: Shade;
}
/** Colours by class, so that they follow the theme; never the only sign. */
export type Shade = "main" | "ok" | "warn" | "bad" | "calm";

const WIDE = 320;
const HIGH = 42;

/** One row under the other: label and figure above the line that measures it. */
export function Rows({ rows, dots, line }: { rows: Measure[]; dots?: boolean; line?: number }) {
  const ends = rows.flatMap(({ from = 0, to }) => [from, to]);
  const low = Math.min(0, ...ends);
  const span = Math.max(...ends, line ?? 0) - low || 1;
  const x = (value: number) => 2 + (value - low) * (WIDE - 10) / span;
  return (
    <svg class="chart" viewBox={`0 0 ${WIDE} ${rows.length * HIGH}`}>
      {rows.map(({ label, text, from = 0, to, tone = "main" }, row) => {
        const y = row * HIGH;
        const [left, right] = [x(Math.min(from, to)), x(Math.max(from, to))];
        return (
          <g key={row}>
            <text x="0" y={y + 15}>{cut(label, 40 - text.length)}</text>
            <text class="value" x={WIDE} y={y + 15}>{text}</text>
            <rect
              class={tone}
              x={left}
              y={dots ? y + 27 : y + 23}
              width={Math.max(right - left, 2)}
              height={dots ? 2 : 10}
              rx={dots ? 1 : 3}
            />
            {dots && <circle class={tone} cx={right} cy={y + 28} r="6" />}
          </g>
        );
      })}
      {line !== undefined && (
        <line class="mark" x1={x(line)} x2={x(line)} y1="0" y2={rows.length * HIGH} />
      )}
    </svg>
  );
}

export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
