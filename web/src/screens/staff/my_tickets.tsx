import { Card, List, Row, t, useRead } from "../../kit.ts";
import { StatusBadge } from "../../records/mod.ts";
import { w } from "./tasks.tsx";

interface Ticket {
  id: number;
  customer_name: string;
  problem_description: string;
  status: string;
  priority: string;
}

/** Of a technician's day: the tickets that are his, one tap away. Not there while there are none. */
export function MyTickets() {
  const path =
    "/service-tickets?assigned_to=me&status=open,assigned,in_progress,parts_required&limit=5";
  const tickets = useRead<Ticket[]>(path).value.data ?? [];
  if (tickets.length === 0) return null;
  return (
    <Card
      title={w("my_tickets")}
      action={<a class="link" href="#/service-tickets">{t("tickets")}</a>}
    >
      <List>
        {tickets.map((ticket) => (
          <Row
            key={ticket.id}
            href={`#/service-tickets/${ticket.id}`}
            icon="ticket"
            title={ticket.customer_name}
            lines={[ticket.problem_description]}
            badges={<StatusBadge status={ticket.status} />}
          />
        ))}
      </List>
    </Card>
  );
}
