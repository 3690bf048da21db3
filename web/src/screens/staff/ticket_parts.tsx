import { openTicketStatuses } from "../../../../domain/service/ticket_words.ts";
import {
  ButtonLink,
  Card,
  Code,
  List,
  may,
  money,
  Row,
  useRead,
  type Write,
} from "../../kit/mod.ts";
import { quantityOf } from "../../records/mod.ts";
import { w, type Warranty } from "./warranty.tsx";

export const TICKETS = "/service-tickets";
export const OPEN: readonly string[] = openTicketStatuses;

export interface Ticket {
  id: number;
  reference_no: string;
  status: string;
  customer_id: number;
  customer_name: string;
  customer_phone: string | null;
  machine_model: string | null;
  serial_number: string | null;
  problem_description: string;
  priority: string;
  assigned_to_name: string | null;
  is_warranty: boolean;
  service_cost: number;
  notes: string | null;
  billable_total: number;
  invoice_id: number | null;
  created_at: string;
  warranty?: Warranty;
  parts?: Part[];
  rmas?: { id: number; reference_no: string; status: string; fault_description: string }[];
}

interface Part {
  id: number;
  product_name: string;
  quantity: number;
  unit: string;
  amount: number;
  is_warranty: boolean;
  serial_number: string | null;
}

export const isOpen = (ticket: Ticket) => OPEN.includes(ticket.status);

/** The way to the customer. */
export function Place({ id }: { id: number }) {
  const { address, city } = useRead<{ address: string | null; city: string | null }>(
    `/customers/${id}`,
  ).value.data ?? {};
  const where = [address, city].filter(Boolean).join(", ");
  if (!where) return null;
  return (
    <Card>
      <p>{where}</p>
      <ButtonLink
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(where)}`}
        icon="place"
      >
        {w("map")}
      </ButtonLink>
    </Card>
  );
}

export function Parts({ ticket, unsent }: { ticket: Ticket; unsent: Write[] }) {
  const waiting = unsent.filter(({ path }) => path.endsWith("/parts"));
  const parts = ticket.parts ?? [];
  return (
    <>
      {parts.length + waiting.length === 0 && <p class="muted">{w("no_parts")}</p>}
      <List label={w("parts")}>
        {parts.map((part) => (
          <Row
            key={part.id}
            title={part.product_name}
            lines={[
              quantityOf(part.quantity, part.unit),
              part.serial_number && <Code key="code">{part.serial_number}</Code>,
            ]}
            side={part.is_warranty ? w("free") : money(part.amount)}
          />
        ))}
        {waiting.map((write) => <Row key={write.key} title={write.title} unsent />)}
      </List>
      {isOpen(ticket) && may("tickets.parts") && (
        <ButtonLink href={`#${TICKETS}/${ticket.id}/parts/new`} icon="plus" wide>
          {w("add_part")}
        </ButtonLink>
      )}
    </>
  );
}
