import sql, { raw, type Sql } from "sql-template-tag";
import type { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import { withinReach } from "../access/reach.ts";
import { Decimal } from "../money/decimal.ts";
import { named, stamps } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import { historyOf } from "../records/history.ts";
import { date, flag, id, localMoney, shaped, text, word } from "../records/kinds.ts";
import { freeMoves } from "../records/lifecycle.ts";
import { nextStatuses } from "../records/next_statuses.ts";
import { everybody, record } from "../records/record.ts";
import { priorities } from "../tasks/task_words.ts";
import { uploadsOf } from "../uploads/upload.ts";
import { lastSale } from "../warranty/find_sale.ts";
import { rma } from "../warranty/rma.ts";
import { verdict, verdictExample } from "../warranty/verdict.ts";
import { part, partTables } from "./part.ts";
import { openTicketStatuses, ticketStatuses } from "./ticket_words.ts";

export type TicketStatus = typeof ticketStatuses[number];

/** "TKT-2026-000001 – CNC-1325 M-100, Rahim Traders", of the ticket and its customer by these aliases. */
export function ticketTitle(ticket = "t", customer = "c"): Sql {
  const [t, c] = [raw(ticket), raw(customer)];
  return sql`concat(${t}.reference_no, ' – ', concat_ws(', ',
    nullif(concat_ws(' ', ${t}.machine_model, ${t}.serial_number), ''), ${c}.name))`;
}

export function reach(actor: Pick<Actor, "role" | "userId">, alias = "t"): Sql {
  return withinReach(actor, "tickets.read_all", alias);
}

const common = (ticket: string, customer: string) =>
  named({
    example: {
      reference_no: "TKT-2026-000001",
      title: "TKT-2026-000001 – CNC-1325 M-100, Rahim Traders",
    },
    title: ticketTitle(ticket, customer),
  });
const status = word(ticketStatuses, "How far it is.", {
  example: "in_progress",
  entry: { default: "open" },
  change: "kept",
});
const problem = text("What the customer says is wrong.", {
  example: "Prints no cyan.",
  max: 5000,
  entry: "required",
});
const covered = flag("Whether parts and work are under warranty.", {
  example: true,
  entry: "optional",
  unsent: "by the sale of the serial",
  nullable: false,
});
const partsOf = sql`from service_ticket_parts p where p.ticket_id = t.id`;

/** Source: docs/records.md, "Service ticket". Money is local currency. */
const fields = everybody({
  ...common("t", "c"),
  status,
  customer_id: id("Whose machine it is.", { example: 12, entry: "required" }),
  customer_name: text("His name.", { example: "Rahim Traders", sql: sql`c.name` }),
  customer_phone: text("His phone.", {
    example: "01712-345678",
    nullable: true,
    sql: sql`c.phone`,
  }),
  machine_model: text("The machine's model.", {
    example: "CNC-1325",
    entry: "optional",
    unsent: "the model of the serial",
  }),
  serial_number: text("The machine's serial number.", {
    example: "M-100",
    max: 100,
    entry: "optional",
  }),
  problem_description: problem,
  issue_category: text("What kind of trouble it is.", {
    example: "Print head",
    max: 100,
    entry: "optional",
  }),
  priority: word(priorities, "How soon it wants to be done.", {
    example: "high",
    entry: { default: "normal" },
  }),
  assigned_to: id("The user who sees to it.", { example: 5, entry: "optional" }),
  assigned_to_name: text("His name.", { example: "Karim", nullable: true, sql: sql`a.name` }),
  is_warranty: covered,
  warranty_start: date("From when it is under warranty.", {
    example: "2026-01-05",
    entry: "optional",
    unsent: "the day of the serial's sale",
  }),
  warranty_end: date("The last day that is covered.", {
    example: "2027-01-05",
    entry: "optional",
    unsent: "by the months that it was sold with",
  }),
  service_cost: localMoney("What the customer pays for the work, parts aside.", {
    example: 1500,
    seenBy: "everybody",
    entry: { default: new Decimal("0") },
  }),
  notes: text("Anything else worth knowing.", {
    example: "Call before coming.",
    max: 5000,
    entry: "optional",
  }),
  parts_total: localMoney("What all its parts are worth at their prices.", {
    example: 5200,
    seenBy: "everybody",
    sql: sql`(select coalesce(sum(p.amount), 0) ${partsOf})`,
  }),
  billable_total: localMoney("What the customer pays: work, and parts not under warranty.", {
    example: 6700,
    seenBy: "everybody",
    sql: sql`t.service_cost
      + (select coalesce(sum(p.amount), 0) ${partsOf} and not p.is_warranty)`,
  }),
  invoice_id: id("The invoice that bills it, unless that was voided.", {
    example: 41,
    nullable: true,
    sql: sql`(select i.id from invoices i
      where i.source_type = 'ticket' and i.source_id = t.id and i.voided_at is null)`,
  }),
  ...stamps(),
});

/** A customer's machine that wants work. */
export const ticket = record("ServiceTicket", "t", fields);
export type Ticket = z.output<typeof ticket.schema>;
export type NewTicket = z.output<typeof ticket.entry>;

/** What a ticket's columns stand on, behind `from`. */
export const ticketTables = sql`service_tickets t join customers c on c.id = t.customer_id
  left join users a on a.id = t.assigned_to`;

const earlier = record(
  "EarlierTicket",
  "e",
  everybody({
    ...common("e", "ec"),
    status,
    problem_description: problem,
    is_warranty: covered,
    created_at: stamps().created_at,
  }),
);

/** `warranty` comes as the sale that it is judged by. */
export const ticketDetail = record("ServiceTicketDetail", "t", {
  ...fields,
  next_statuses: nextStatuses(ticketStatuses, {
    may: "tickets.write",
    after: (reader) => [{
      next: freeMoves(ticketStatuses, openTicketStatuses, may(reader, "tickets.reopen")),
    }],
  }),
  ...everybody({
    parts: many(part, "The parts used for it, in the order of their use.", {
      from: sql`from ${partTables} where p.ticket_id = t.id`,
    }),
    warranty: shaped(
      verdict,
      "Whether the machine was under warranty when the ticket was opened.",
      {
        example: verdictExample,
        sql: lastSale([sql`t.serial_number`], sql`t.created_at`),
      },
    ),
    earlier_tickets: many(earlier, "Of the same serial, those that one may read, newest first.", {
      from: (reader) =>
        sql`from service_tickets e join customers ec on ec.id = e.customer_id
          where serial_key(e.serial_number) = serial_key(t.serial_number) and e.id < t.id
            and ${reach(reader, "e")}`,
      order: sql`r.id desc`,
    }),
    rmas: many(
      rma.part(["id", "reference_no", "title", "status", "fault_description", "created_at"]),
      "Warranty cases that came up with it, newest first.",
      { from: sql`from rmas r where r.service_ticket_id = t.id`, order: sql`r.id desc` },
    ),
    uploads: uploadsOf("service_ticket", sql`t.id`),
    history: historyOf("ticket", sql`t.id`),
  }),
});
export type TicketDetail = z.output<typeof ticketDetail.schema>;
