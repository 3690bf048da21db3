import { openTicketStatuses } from "../../../../domain/service/ticket_words.ts";
import type { Customer, Ticket } from "../../core/answers.ts";
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
import { quantityOf, UnsentRows } from "../../records/mod.ts";
import { w } from "./warranty.tsx";

export const TICKETS = "/service-tickets";
export const OPEN: readonly string[] = openTicketStatuses;

export const isOpen = (ticket: Ticket) => OPEN.includes(ticket.status);

/** The way to the customer. */
export function Place({ id }: { id: number }) {
  const { address, city } = useRead<Customer>(`/customers/${id}`).value.data ?? {};
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
        <UnsentRows writes={waiting} />
      </List>
      {isOpen(ticket) && may("tickets.parts") && (
        <ButtonLink href={`#${TICKETS}/${ticket.id}/parts/new`} icon="plus" wide>
          {w("add_part")}
        </ButtonLink>
      )}
    </>
  );
}
