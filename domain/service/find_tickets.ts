import sql, { join, type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { businessDate } from "../business/business.ts";
import { ofCustomer } from "../customers/find_customers.ts";
import type { Db, Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { seeingAll } from "../records/kinds.ts";
import { lookUp, ofUser } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { withRows } from "../records/with_rows.ts";
import { priorities } from "../tasks/task_words.ts";
import { type Sale, warrantyVerdict } from "../warranty/verdict.ts";
import {
  reach,
  type Ticket,
  ticket,
  type TicketDetail,
  ticketDetail,
  ticketTables,
} from "./ticket.ts";
import { ticketStatuses } from "./ticket_words.ts";

const sorts: Sorts = {
  customer_name: { by: sql`lower(c.name)`, type: "text" },
  priority: { by: sql`array_position(array[${join(priorities)}], t.priority)`, type: "bigint" },
  created_at: { by: sql`t.created_at`, type: "timestamptz" },
  updated_at: { by: sql`t.updated_at`, type: "timestamptz" },
};

export const listedTicket = withRows("ListedServiceTicket", ticket, ticketDetail);
export const ticketQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  include: listedTicket.include,
  status: wordList(ticketStatuses, "Only those in these statuses."),
  priority: wordList(priorities, "Only those that are so urgent."),
  assigned_to: field.userOrMe().optional().describe("Only this user's; me: one's own."),
  customer_id: field.id().optional().describe("Only this customer's."),
  is_warranty: field.flag().optional()
    .describe("True: those under warranty; false: the others."),
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
  return recordPage<Ticket>(db, query, {
    ...listedTicket.listed(actor, query.include),
    from: ticketTables,
    id: sql`t.id`,
    sorts,
    where: [
      reach(actor),
      query.status !== undefined && sql`t.status = any(${query.status}::text[])`,
      query.priority !== undefined && sql`t.priority = any(${query.priority}::text[])`,
      ofUser(sql`t.assigned_to`, query.assigned_to, actor),
      query.customer_id !== undefined && sql`t.customer_id = ${query.customer_id}`,
      query.is_warranty !== undefined && sql`t.is_warranty = ${query.is_warranty}`,
      madeWithin(sql`t.created_at`, query),
      lookUp(query.search, [
        sql`t.reference_no`,
        sql`t.serial_number`,
        sql`t.machine_model`,
        sql`t.problem_description`,
      ], [ofCustomer(sql`t.customer_id`)]),
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
  const [found] = await db.query<[TicketDetail & { warranty: Sale | null } | undefined]>(sql`
    select ${ticketDetail.columns(actor)} from ${ticketTables} where t.id = ${id} and ${within}`);
  if (!found) throw notFound("Service ticket", id);
  const openedOn = businessDate(new Date(found.created_at));
  return { ...found, warranty: warrantyVerdict(found.warranty, openedOn) };
}

/** Locks a ticket for a change. @throws Refusal `not_found`, also outside the actor's reach */
export async function lockTicket(tx: Tx, actor: Actor, id: number): Promise<Ticket> {
  const [locked] = await tx.query<[{ id: number }?]>(
    sql`select t.id from service_tickets t where t.id = ${id} and ${
      reach(actor)
    } for no key update`,
  );
  if (!locked) throw notFound("Service ticket", id);
  // A statement of its own: one that waited for the lock would not see the invoice made meanwhile.
  const [found] = await tx.query<[Ticket]>(
    sql`select ${ticket.columns(seeingAll(actor))} from ${ticketTables} where t.id = ${id}`,
  );
  return found;
}
