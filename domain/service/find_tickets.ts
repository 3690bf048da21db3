import sql, { join, raw, type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { withinReach } from "../access/reach.ts";
import { businessDate } from "../business/business.ts";
import type { Db, Tx } from "../db/connect.ts";
import { instantText } from "../db/instant.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { historyJson } from "../records/history.ts";
import {
  listPage,
  listQuery,
  madeWithin,
  matches,
  type Page,
  wordList,
} from "../records/paging.ts";
import { phoneSearch } from "../records/phone_number.ts";
import { priorities } from "../tasks/task.ts";
import { uploadsJson } from "../uploads/find_uploads.ts";
import { rmaTitle } from "../warranty/find_rmas.ts";
import { lastSale } from "../warranty/find_sale.ts";
import { type Sale, warrantyVerdict } from "../warranty/verdict.ts";
import { partsJson } from "./part.ts";
import { type Ticket, type TicketDetail, ticketStatuses } from "./ticket.ts";

/** "TKT-2026-000001 – CNC-1325 M-100, Rahim Traders", of the ticket and its customer by these aliases. */
export function ticketTitle(ticket = "t", customer = "c"): Sql {
  const [t, c] = [raw(ticket), raw(customer)];
  return sql`concat(${t}.reference_no, ' – ', concat_ws(', ',
    nullif(concat_ws(' ', ${t}.machine_model, ${t}.serial_number), ''), ${c}.name))`;
}

const partsOf = sql`from service_ticket_parts p where p.ticket_id = t.id`;
export const columns = sql`t.id, t.reference_no, ${ticketTitle()} as title, t.status, t.customer_id,
  c.name as customer_name, c.phone as customer_phone, t.machine_model, t.serial_number,
  t.problem_description, t.issue_category, t.priority, t.assigned_to, a.name as assigned_to_name,
  t.is_warranty, t.warranty_start, t.warranty_end, t.service_cost, t.notes,
  (select coalesce(sum(p.amount), 0) ${partsOf}) as parts_total,
  t.service_cost + (select coalesce(sum(p.amount), 0) ${partsOf} and not p.is_warranty)
    as billable_total,
  (select i.id from invoices i
    where i.source_type = 'ticket' and i.source_id = t.id and i.voided_at is null) as invoice_id,
  t.created_at, t.updated_at, t.created_by, t.version`;

export const ticketsWithNames = sql`service_tickets t join customers c on c.id = t.customer_id
  left join users a on a.id = t.assigned_to`;

export const reach = (actor: Actor, alias = "t") => withinReach(actor, "tickets.read_all", alias);

export const ticketQuery = listQuery.extend({
  status: wordList(ticketStatuses).optional(),
  priority: wordList(priorities).optional(),
  assigned_to: field.userOrMe().optional(),
  customer_id: field.id().optional(),
  is_warranty: field.flag().optional(),
});

/**
 * Tickets within the actor's reach, newest first. `search` looks at number, customer, his phone
 * (however it is typed), serial, model and problem; `from` and `to` are business days of creation.
 */
export function listTickets(
  db: Db,
  actor: Actor,
  query: z.output<typeof ticketQuery>,
): Promise<Page<Ticket>> {
  const assignee = query.assigned_to === "me" ? actor.userId : query.assigned_to;
  const phone = phoneSearch(query.search);
  return listPage<Ticket>(db, query, {
    columns,
    from: ticketsWithNames,
    id: sql`t.id`,
    sorts: {
      customer_name: { by: sql`lower(c.name)`, type: "text" },
      priority: { by: sql`array_position(array[${join(priorities)}], t.priority)`, type: "bigint" },
      created_at: { by: sql`t.created_at`, type: "timestamptz" },
      updated_at: { by: sql`t.updated_at`, type: "timestamptz" },
    },
    where: [
      reach(actor),
      query.status !== undefined && sql`t.status = any(${query.status}::text[])`,
      query.priority !== undefined && sql`t.priority = any(${query.priority}::text[])`,
      assignee !== undefined && sql`t.assigned_to = ${assignee}`,
      query.customer_id !== undefined && sql`t.customer_id = ${query.customer_id}`,
      query.is_warranty !== undefined && sql`t.is_warranty = ${query.is_warranty}`,
      madeWithin(sql`t.created_at`, query),
      query.search !== undefined && sql`(${
        matches(query.search, [
          sql`t.reference_no`,
          sql`c.name`,
          sql`c.phone`,
          sql`t.serial_number`,
          sql`t.machine_model`,
          sql`t.problem_description`,
        ])
      } or c.phone_digits like ${phone === undefined ? null : `%${phone}%`}::text)`,
    ],
  });
}

/**
 * One ticket with its parts, the machine's warranty verdict on the day it was opened, the earlier
 * tickets of the same serial, its RMAs and its history.
 * @throws Refusal `not_found`, also outside the actor's reach
 */
export function findTicket(db: Db, actor: Actor, id: number): Promise<TicketDetail> {
  return readTicket(db, actor, id, reach(actor));
}

/**
 * A ticket right after a write, within the actor's reach or not: who has just assigned it to
 * somebody else still gets his answer.
 */
export function findWrittenTicket(db: Db, actor: Actor, id: number): Promise<TicketDetail> {
  return readTicket(db, actor, id, sql`true`);
}

async function readTicket(db: Db, actor: Actor, id: number, within: Sql): Promise<TicketDetail> {
  type Row = Omit<TicketDetail, "warranty"> & { sale: Sale | null };
  const [row] = await db.query<[Row?]>(sql`
    select ${columns}, ${partsJson(sql`p.ticket_id = t.id`)}, ${earlierTickets(actor)}, ${rmas},
      ${uploadsJson(actor, "service_ticket", sql`t.id`)}, ${historyJson("ticket", sql`t.id`)},
      ${lastSale([sql`t.serial_number`], sql`t.created_at`)} as sale
    from ${ticketsWithNames} where t.id = ${id} and ${within}`);
  if (!row) throw notFound("Service ticket", id);
  const { sale, ...ticket } = row;
  const openedOn = businessDate(new Date(ticket.created_at));
  return { ...ticket, warranty: warrantyVerdict(sale, openedOn) };
}

const earlierTickets = (actor: Actor) =>
  sql`(select coalesce(json_agg(json_build_object('id', e.id,
      'reference_no', e.reference_no, 'title', ${ticketTitle("e", "ec")}, 'status', e.status,
      'problem_description', e.problem_description, 'is_warranty', e.is_warranty,
      'created_at', ${instantText(sql`e.created_at`)}) order by e.id desc), '[]'::json)
    from service_tickets e join customers ec on ec.id = e.customer_id
    where serial_key(e.serial_number) = serial_key(t.serial_number) and e.id < t.id
      and ${reach(actor, "e")}) as earlier_tickets`;

const rmas = sql`(select coalesce(json_agg(json_build_object('id', r.id,
    'reference_no', r.reference_no, 'title', ${rmaTitle()}, 'status', r.status,
    'fault_description', r.fault_description,
    'created_at', ${instantText(sql`r.created_at`)}) order by r.id desc), '[]'::json)
  from rmas r where r.service_ticket_id = t.id) as rmas`;

/** Locks a ticket for a change. @throws Refusal `not_found`, also outside the actor's reach */
export async function lockTicket(tx: Tx, actor: Actor, id: number): Promise<Ticket> {
  const [locked] = await tx.query<[{ id: number }?]>(
    sql`select t.id from service_tickets t where t.id = ${id} and ${
      reach(actor)
    } for no key update`,
  );
  if (!locked) throw notFound("Service ticket", id);
  // A statement of its own: one that waited for the lock would not see the invoice made meanwhile.
  const [ticket] = await tx.query<[Ticket]>(
    sql`select ${columns} from ${ticketsWithNames} where t.id = ${id}`,
  );
  return ticket;
}
