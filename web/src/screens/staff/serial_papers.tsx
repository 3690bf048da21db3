import type { Life } from "../../core/answers.ts";
import { Card, Code, date, List, Row } from "../../kit/mod.ts";
import { type Paper, Papers, quantityOf, statusWord } from "../../records/mod.ts";
import { w } from "./warranty.tsx";

export function Repairs(
  { title, screen, papers }: {
    title: string;
    screen: string;
    papers: readonly (Paper & { created_at: string })[];
  },
) {
  if (papers.length === 0) return null;
  return (
    <Card title={title}>
      <Papers screen={screen} papers={papers.map((one) => ({ ...one, on: one.created_at }))} />
    </Card>
  );
}

/** What was put in, whichever ticket it was for. */
export function Parts({ life }: { life: Life }) {
  const parts = life.tickets.flatMap((one) => (one.parts ?? []).map((part) => ({ ...part, one })));
  if (parts.length === 0) return null;
  return (
    <Card title={w("parts")}>
      <List>
        {parts.map(({ one, ...part }) => (
          <Row
            key={part.id}
            href={`#/service-tickets/${one.id}`}
            title={part.product_name}
            lines={[
              `${date(one.created_at)} · ${one.reference_no}`,
              part.serial_number && <Code key="code">{part.serial_number}</Code>,
            ]}
            side={quantityOf(part.quantity, part.unit)}
          />
        ))}
      </List>
    </Card>
  );
}

export function Events({ life: { events } }: { life: Life }) {
  return (
    <details class="card history">
      <summary>{w("life")}</summary>
      <ol>
        {events.toReversed().map((event) => (
          <li key={event.id}>
            <span class="muted">
              {date(event.date)} · <Code>{event.source_reference_no}</Code>
            </span>
            <span>{statusWord(event.kind)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
