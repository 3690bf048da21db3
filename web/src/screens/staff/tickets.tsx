import {
  Badge,
  ButtonLink,
  Card,
  Code,
  date,
  List,
  may,
  money,
  number,
  Row,
  t,
  useRead,
  type Write,
} from "../../kit.ts";
import {
  detailScreen,
  Files,
  formScreen,
  listScreen,
  statusTone,
  statusWord,
  SuggestLinks,
} from "../../records/mod.ts";
import { faults, Found, valuesOf } from "./rma_form.tsx";
import { done, Verdict, w, type Warranty } from "./warranty.tsx";

const TICKETS = "/service-tickets";
const OPEN = "open,assigned,in_progress,parts_required,resolved";

interface Ticket {
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

const isOpen = (ticket: Ticket) => OPEN.split(",").includes(ticket.status);

export const list = listScreen<Ticket>({
  title: () => t("tickets"),
  path: TICKETS,
  screen: TICKETS,
  icon: "ticket",
  search: true,
  filters: [
    { label: () => w("mine"), query: `assigned_to=me&status=${OPEN}` },
    { label: () => w("open"), query: `status=${OPEN}` },
    { label: () => w("in_warranty"), query: `is_warranty=true&status=${OPEN}` },
    { label: () => w("done"), query: "status=closed,cancelled" },
  ],
  row: (ticket) => ({
    title: ticket.customer_name,
    lines: [
      ticket.problem_description,
      ticket.serial_number && <Code key="code">{ticket.serial_number}</Code>,
    ],
    badges: (
      <>
        <Badge tone={statusTone(ticket.status)}>{statusWord(ticket.status)}</Badge>
        {ticket.priority === "urgent" && <Badge tone="bad">{statusWord("urgent")}</Badge>}
        {ticket.is_warranty && <Badge tone="good">{w("covered")}</Badge>}
      </>
    ),
  }),
  unsentRow: (body) => ({ title: body.problem_description }),
  add: { label: () => w("new_ticket"), to: `${TICKETS}/new`, may: "tickets.create" },
  empty: () => w("no_tickets"),
});

export const detail = detailScreen<Ticket>({
  path: TICKETS,
  screen: TICKETS,
  title: (ticket) => ticket.customer_name ?? w("new_ticket"),
  status: (ticket) => ticket.status,
  contact: (ticket) => ({ phone: ticket.customer_phone }),
  sections: [
    {
      rows: (ticket) => [
        [w("problem"), ticket.problem_description],
        [w("machine"), ticket.machine_model],
        [
          w("serial"),
          ticket.serial_number && (
            <a class="link" href={`#/serials/${encodeURIComponent(ticket.serial_number)}`}>
              <Code>{ticket.serial_number}</Code>
            </a>
          ),
        ],
        [w("assigned_to"), ticket.assigned_to_name],
        [w("since"), ticket.created_at && date(ticket.created_at)],
        [w("notes"), ticket.notes],
        [w("to_bill"), !!Number(ticket.billable_total) && money(ticket.billable_total)],
        [
          w("invoice"),
          ticket.invoice_id && may("invoices.read") && (
            <a class="link" href={`#/invoices/${ticket.invoice_id}`}>{w("open_it")}</a>
          ),
        ],
      ],
    },
    {
      when: (ticket) => ticket.id !== undefined && isOpen(ticket) && may("tickets.write"),
      show: ({ id }) => (
        <SuggestLinks
          label={w("close_with")}
          sentences={done()}
          to={(note) => `#${TICKETS}/${id}/close?note=${note}`}
        />
      ),
    },
    {
      when: (ticket) => ticket.warranty !== undefined,
      show: (ticket) => <Verdict warranty={ticket.warranty} />,
    },
    {
      when: (ticket) => ticket.id !== undefined && may("customers.read"),
      bare: true,
      show: (ticket) => <Place id={ticket.customer_id} />,
    },
    {
      title: () => w("parts"),
      when: (ticket) => ticket.id !== undefined,
      show: (ticket, unsent) => <Parts ticket={ticket} unsent={unsent} />,
    },
    {
      title: () => w("photos"),
      when: (ticket) => ticket.id !== undefined,
      show: (ticket) => <Files type="service_ticket" id={ticket.id} title={ticket.reference_no} />,
    },
    {
      title: () => t("rmas"),
      when: (ticket) => !!ticket.rmas?.length,
      show: (ticket) => (
        <List>
          {ticket.rmas!.map((rma) => (
            <Row
              key={rma.id}
              href={`#/rmas/${rma.id}`}
              title={rma.fault_description}
              lines={[rma.reference_no]}
              badges={<Badge tone={statusTone(rma.status)}>{statusWord(rma.status)}</Badge>}
            />
          ))}
        </List>
      ),
    },
  ],
  actions: [
    {
      label: () => w("close_ticket"),
      look: "main",
      icon: "check",
      may: "tickets.write",
      when: isOpen,
      to: (ticket) => `${TICKETS}/${ticket.id}/close`,
    },
    {
      ...move("start", "in_progress"),
      when: ({ status }) => status === "open" || status === "assigned",
    },
    {
      ...move("wait_parts", "parts_required"),
      when: ({ status }) => status === "in_progress",
    },
    { ...move("reopen", "open"), may: "tickets.reopen", when: (ticket) => !isOpen(ticket) },
    {
      label: () => w("bill"),
      icon: "paper",
      may: "invoices.write",
      when: (ticket) => !ticket.invoice_id && Number(ticket.billable_total) > 0,
      ask: () => [],
      say: (ticket) => w("bill_say", { amount: money(ticket.billable_total) }),
      write: (ticket) => ({
        method: "POST",
        path: `${TICKETS}/${ticket.id}/invoice`,
        body: {},
        title: w("name_bill", { number: ticket.reference_no }),
      }),
    },
    {
      label: () => w("new_rma"),
      icon: "repair",
      may: "rmas.create",
      when: (ticket) => isOpen(ticket) && !!ticket.serial_number,
      to: (ticket) =>
        `/rmas/new?serial=${
          encodeURIComponent(ticket.serial_number!)
        }&service_ticket_id=${ticket.id}`,
    },
  ],
});

function move(label: "start" | "wait_parts" | "reopen", status: string) {
  return {
    label: () => w(label),
    may: "tickets.write",
    write: (ticket: Ticket) => ({
      method: "PUT" as const,
      path: `${TICKETS}/${ticket.id}`,
      body: { status, expected_status: ticket.status },
      title: w("name_move", { number: ticket.reference_no, step: statusWord(status) }),
    }),
  };
}

/** The way to the customer. */
function Place({ id }: { id: number }) {
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

function Parts({ ticket, unsent }: { ticket: Ticket; unsent: Write[] }) {
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
              `${number(part.quantity)} ${part.unit}`,
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

export const form = formScreen({
  title: () => w("new_ticket"),
  path: TICKETS,
  list: TICKETS,
  photosOf: "service_ticket",
  prefill: async ({ query }, sent) => {
    const scanned = query.get("serial");
    if (sent || !scanned) return {};
    const { serial, ...more } = await valuesOf(scanned);
    return { ...more, serial_number: serial };
  },
  above: (values, fill) => <Found values={values} serialField="serial_number" fill={fill} />,
  name: (body) => w("name_ticket", { problem: String(body.problem_description) }),
  fields: [
    {
      name: "customer_id",
      label: () => w("customer"),
      type: "pick",
      from: { path: "/customers", query: "active=true" },
      required: true,
    },
    {
      name: "problem_description",
      label: () => w("problem"),
      type: "suggest",
      sentences: faults,
      required: true,
    },
    { name: "photos", label: () => w("photo"), type: "photos" },
    {
      name: "priority",
      label: () => w("priority"),
      type: "chips",
      initial: () => "normal",
      choices: () =>
        ["low", "normal", "high", "urgent"].map((value) => ({ value, label: statusWord(value) })),
    },
    { name: "serial_number", label: () => w("serial"), hide: ({ warranty }) => !!warranty },
    { name: "machine_model", label: () => w("model"), hide: ({ warranty }) => !!warranty },
  ],
});
