import { type ComponentChildren, Figure, List, Row } from "../kit/mod.ts";

/**
 * A row of a chart (bar, dot or step of a waterfall): a label, its figure, and from where to where
 * its mark goes.
 */
export interface Measure {
  label: string;
  /** the figure in words */
  text: string;
  /** the figures in the table, where they are more or more exact */
  cells?: string[];
  lines?: (string | false | undefined)[];
  /** the record behind it */
  href?: string;
  from?: number;
  to: number;
  tone?: Shade;
  /** a second part that follows the first and ends at `to` */
  then?: { to: number; tone: Shade };
}
/** Colours by class, so that they follow the theme; never the only sign. */
export type Shade = "main" | "ok" | "warn" | "bad" | "calm" | "ink";

/** One row under the other: label and figure above the line that measures it, all to one scale. */
export function Rows({ sentence, heads, rows, label, dots, children }: {
  sentence: string;
  /** of the table: of the labels, then of the figures */
  heads: string[];
  rows: Measure[];
  label: string;
  dots?: boolean;
  children?: ComponentChildren;
}) {
  const ends = rows.flatMap(({ from = 0, to, then }) => [from, to, then?.to ?? to]);
  const low = Math.min(0, ...ends);
  // a dot at the end wants its half within
  const span = (Math.max(...ends) - low || 1) * (dots ? 1.04 : 1);
  const part = (class_: Shade, from: number, to: number) => (
    <rect
      class={class_}
      x={`${(Math.min(from, to) - low) / span * 100}%`}
      width={`${Math.max(Math.abs(to - from) / span * 100, .6)}%`}
      y={dots ? 4 : 0}
      height={dots ? 2 : 10}
      rx="3"
    />
  );
  return (
    <Figure
      open
      sentence={sentence}
      columns={heads}
      rows={rows.map(({ label, text, cells = [text] }) => [label, ...cells])}
    >
      <List label={label}>
        {rows.map(({ label, text, lines = [], href, from = 0, to, then, tone = "main" }, row) => (
          <Row
            key={row}
            href={href}
            title={label}
            lines={[
              ...lines,
              <svg key="" class="chart measure">
                {part(tone, from, to)}
                {then && then.to > to && part(then.tone, to, then.to)}
                {dots && <circle class={tone} cx={`${(to - low) / span * 100}%`} cy="5" r="5" />}
              </svg>,
            ]}
            side={text}
          />
        ))}
      </List>
      {children}
    </Figure>
  );
}
