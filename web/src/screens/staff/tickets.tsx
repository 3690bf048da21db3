import type { Ticket } from "../../core/answers.ts";
import { Badge, Code, date, may, money, t } from "../../kit/mod.ts";
import {
  detailScreen,
  listScreen,
  Papers,
  photosOf,
  StatusBadge,
  statusWord,
  SuggestLinks,
} from "../../records/mod.ts";
import { isOpen, OPEN, Parts, Place, TICKETS } from "./ticket_parts.tsx";
import { done, serialLink, Verdict, w } from "./warranty.tsx";

export { form } from "./ticket_forms.tsx";

export const list = listScreen<Ticket>({
  title: () => t("tickets"),
  path: TICKETS,
  screen: TICKETS,
  icon: "ticket",
  search: true,
  filters: [
    // first what is within reach: what one has just made is of nobody yet
    { label: () => w("open"), query: `status=${OPEN}` },
    { label: () => w("mine"), query: `assigned_to=me&status=${OPEN}` },
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
        <StatusBadge status={ticket.status} />
        {ticket.priority === "urgent" && <StatusBadge status="urgent" />}
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
  begins: { status: "open" },
  status: (ticket) => ticket.status,
  contact: (ticket) => ({ phone: ticket.customer_phone }),
  sections: [
    {
      rows: (ticket) => [
        [w("problem"), ticket.problem_description],
        [w("machine"), ticket.machine_model],
        [
          w("serial"),
          serialLink(ticket.serial_number),
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
      when: (ticket) => !!ticket.warranty && !!ticket.serial_number,
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
    photosOf("service_ticket"),
    {
      title: () => t("rmas"),
      when: (ticket) => !!ticket.rmas?.length,
      show: (ticket) => (
        <Papers
          screen="/rmas"
          papers={ticket.rmas!.map((one) => ({ ...one, about: one.fault_description }))}
        />
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
