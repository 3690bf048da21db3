import { Keys } from "../../charts/keys.tsx";
import type { Shade } from "../../charts/rows.tsx";
import { Stack } from "../../charts/stack.tsx";
import { Figure, hrefOf, List, number, Row } from "../../kit.ts";
import { ReadCard } from "./read_card.tsx";

/** A stretch of the way, as the list of the staff filters by it. */
export interface Stretch {
  label: () => string;
  /** `status=` and its steps */
  query: string;
  parts?: Stretch[];
}

/** How many stand where on their way: one bar, and by stretch and step the lists behind it. */
export function Pipeline({ path, stretches, say, columns, ...card }: {
  title: string;
  none: string;
  /** of the API */
  path: string;
  stretches: (Stretch & { tone: Shade })[];
  say: (all: number, of: (place: number) => number) => string;
  columns: string[];
}) {
  const parts = stretches.flatMap((one) => one.parts!.map((step) => ({ ...step, tone: one.tone })));
  const statuses = parts.map(({ query }) => query.slice(7));
  return (
    <ReadCard<{ status: string }>
      {...card}
      path={`${path}?status=${statuses}&limit=200`}
    >
      {(rows) => {
        const count = ({ query }: Stretch) =>
          rows.filter(({ status }) => query.slice(7).split(",").includes(status)).length;
        return rows.length > 0 && (
          <>
            <Figure
              sentence={say(rows.length, (place) => count(stretches[place]))}
              columns={columns}
              rows={parts.map((step) => [step.label(), number(count(step))])}
            >
              <Stack parts={parts.map((step) => ({ value: count(step), tone: step.tone }))} />
            </Figure>
            <List label={card.title}>
              {stretches.filter((one) => count(one) > 0).map((one) => (
                <Row
                  key={one.query}
                  href={hrefOf(`${path}?${one.query}`)}
                  title={<Keys names={[one.label()]} tones={[one.tone]} />}
                  lines={[
                    one.parts!.filter((step) => count(step) > 0)
                      .map((step) => `${step.label()} ${number(count(step))}`).join(" · "),
                  ]}
                  side={number(count(one))}
                />
              ))}
            </List>
          </>
        );
      }}
    </ReadCard>
  );
}
