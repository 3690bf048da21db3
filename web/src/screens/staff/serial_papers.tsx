import { Card, Code, date, List, Row } from "../../kit/mod.ts";
import { type Paper, Papers, quantityOf, statusWord } from "../../records/mod.ts";
import { w, type Warranty } from "./warranty.tsx";

interface Document {
  id: number;
  reference_no: string;
  title: string;
  status: string;
}

interface Part {
  id: number;
  product_name: string;
  quantity: number;
  unit: string;
  serial_number: string | null;
}

interface Other {
  serial: string;
  rma_id: number;
  on: string;
}

export interface Life {
  serial: string;
  status: string;
  product: { id: number; name: string; brand: string | null; sku: string } | null;
  warranty: Warranty;
  shipment: Document & { supplier_name: string; landed_unit_cost?: number | null } | null;
  receipt: Document & { received_date: string; bin_location: string | null } | null;
  invoice:
    | Document & {
      invoice_date: string;
      customer_id: number;
      customer_name: string;
      customer_phone: string | null;
      unit_price: number;
      /** for who may see costs */
      cost?: number;
      margin?: number;
    }
    | null;
  tickets: (Document & { problem_description: string; created_at: string; parts?: Part[] })[];
  rmas: (Document & { fault_description: string; created_at: string })[];
  replaces: Other | null;
  replaced_by: Other | null;
  events: { id: number; kind: string; date: string; source_reference_no: string }[];
}

export function Repairs(
  { title, screen, papers }: {
    title: string;
    screen: string;
    papers: (Paper & { created_at: string })[];
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
