import type { Ticket } from "../../core/answers.ts";
import {
  Badge,
  Button,
  Card,
  type ComponentChildren,
  getKept,
  keep,
  List,
  may,
  NoAnswer,
  readFresh,
  Row,
  t,
  toast,
  useEffect,
  useRead,
  useSignal,
  when,
} from "../../kit/mod.ts";
import { StatusBadge } from "../../records/mod.ts";
import { bring } from "../../sync/sync.ts";
import { w } from "./tasks.tsx";

const MINE =
  "/service-tickets?assigned_to=me&status=open,assigned,in_progress,parts_required&limit=";
/** What the form of a part opens with; of all others the sync brings name and number. */
const PARTS = "/products?limit=5&in_stock=true&active=true";

/** The open tickets of the technician who is signed in, one tap away; nothing where he has none. */
export function MyTickets({ children }: { children: ComponentChildren }) {
  const read = useRead<Ticket[]>(`${MINE}5`).value;
  return (
    <>
      {!!read.data?.length && <Mine tickets={read.data} />}
      {!read.loading && children}
    </>
  );
}

function Mine({ tickets }: { tickets: Ticket[] }) {
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
      <PackMyDay />
    </Card>
  );
}

/** Before leaving: all that the tickets of the day need is brought here, to be there without internet. */
function PackMyDay() {
  const at = useSignal<number | undefined>(undefined);
  const busy = useSignal(false);
  useEffect(() => void getKept<number>("packed").then((packed) => at.value = packed), []);
  const pack = async () => {
    busy.value = true;
    try {
      await navigator.locks.request("sync", bring);
      const mine = (await readFresh(`${MINE}50`)).data as Ticket[];
      for (const path of [PARTS, ...mine.flatMap(neededFor)]) {
        // what the server does not have, it would not show out there either
        await readFresh(path).catch((error) => {
          if (error instanceof NoAnswer) throw error;
        });
      }
      await keep("packed", at.value = Date.now());
    } catch {
      toast(w("pack_failed"));
    }
    busy.value = false;
  };
  return (
    <>
      {at.value && (
        <p>
          <Badge tone="good">{w("packed", { time: when(at.value) })}</Badge>
        </p>
      )}
      <Button icon="box" wide disabled={busy.value} onClick={pack}>
        {w("pack")}
      </Button>
    </>
  );
}

function neededFor({ id, customer_id, serial_number }: Ticket): string[] {
  const serial = serial_number && encodeURIComponent(serial_number);
  return [
    `/service-tickets/${id}`,
    `/uploads?related_type=service_ticket&related_id=${id}&limit=50`,
    ...may("customers.read") ? [`/customers/${customer_id}`] : [],
    ...serial ? [`/serials/${serial}`, `/scan/${serial}`] : [],
  ];
}
