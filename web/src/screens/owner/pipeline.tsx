import type { Rma, Shipment } from "../../core/answers.ts";
import type { Shade } from "../../charts/rows.tsx";
import { Stack } from "../../charts/stack.tsx";
import { Figure, hrefOf, List, number, Row } from "../../kit/mod.ts";
import { statusWord } from "../../records/mod.ts";
import { ReadCard } from "./read_card.tsx";

export interface Stretch {
  name: () => string;
  tone: Shade;
  statuses: string[];
}
/** A stretch of the way, as data. */
export const stretch = (name: () => string, tone: Shade, ...statuses: string[]): Stretch => ({
  name,
  tone,
  statuses,
});

/** How many stand where on their way: one bar, and by stretch and step the lists behind it. */
export function Pipeline({ path, stretches, say, columns, ...card }: {
  title: string;
  none: string;
  /** of the API */
  path: string;
  stretches: Stretch[];
  say: (all: number, of: (place: number) => number) => string;
  columns: string[];
}) {
  const steps = stretches.flatMap(({ statuses }) => statuses);
  return (
    <ReadCard<Rma | Shipment> {...card} path={`${path}?status=${steps}&limit=200`}>
      {(rows) => {
        const count = (...statuses: string[]) =>
          rows.filter(({ status }) => statuses.includes(status)).length;
        return rows.length > 0 && (
          <>
            <Figure
              sentence={say(rows.length, (place) => count(...stretches[place].statuses))}
              columns={columns}
              rows={steps.map((step) => [statusWord(step), number(count(step))])}
            >
              <Stack
                parts={stretches.flatMap(({ tone, statuses }) =>
                  statuses.map((step) => ({ value: count(step), tone }))
                )}
              />
            </Figure>
            <List label={card.title}>
              {stretches.filter((one) => count(...one.statuses) > 0).map((
                { name, tone, statuses },
              ) => (
                <Row
                  key={tone}
                  href={hrefOf(`${path}?status=${statuses}`)}
                  title={<span class={`key ${tone}`}>{name()}</span>}
                  lines={[
                    statuses.filter((step) => count(step) > 0)
                      .map((step) => `${statusWord(step)}\u00a0${number(count(step))}`).join(" · "),
                  ]}
                  side={number(count(...statuses))}
                />
              ))}
            </List>
          </>
        );
      }}
    </ReadCard>
  );
}
