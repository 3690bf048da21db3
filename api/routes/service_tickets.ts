import { z } from "zod";
import { addParts } from "../../domain/service/add_parts.ts";
import { createTicket } from "../../domain/service/create_ticket.ts";
import {
  findTicket,
  listedTicket,
  listTickets,
  lockTicket,
  ticketQuery,
} from "../../domain/service/find_tickets.ts";
import { invoiceTicket, ticketBill } from "../../domain/service/invoice_ticket.ts";
import { addedParts, part } from "../../domain/service/part.ts";
import { ticket, ticketDetail } from "../../domain/service/ticket.ts";
import { ticketChanges, updateTicket } from "../../domain/service/update_ticket.ts";
import { invoiceDetail } from "../../domain/sales/find_invoices.ts";
import { type Area, get, post, put } from "../http/route.ts";

const TICKET = "/service-tickets/:id";

export const serviceTickets: Area = {
  name: "Service tickets",
  says: "Repairs, their parts and bills.",
  routes: [
    get("/service-tickets", {
      summary: "Service ticket list",
      may: "tickets.read",
      query: ticketQuery,
      answer: z.array(listedTicket.schema),
    }, ({ wire, actor, query }) => listTickets(wire, actor, query)),
    post("/service-tickets", {
      summary: "Create a service ticket",
      offline: "service_ticket",
      may: "tickets.create",
      body: ticket.entry,
      answer: ticketDetail.schema,
      creates: true,
    }, ({ tx, actor, body }) => createTicket(tx, actor, body)),
    get(TICKET, {
      summary: "One service ticket with parts, warranty, RMAs and history",
      may: "tickets.read",
      answer: ticketDetail.schema,
    }, ({ db, actor, id }) => findTicket(db, actor, id)),
    put(TICKET, {
      summary: "Update a service ticket",
      offline: "service_ticket_change",
      may: "tickets.write",
      body: ticketChanges,
      answer: ticketDetail.schema,
      versionOf: async (tx, actor, id) => (await lockTicket(tx, actor, id)).version,
    }, ({ tx, actor, id, body }) => updateTicket(tx, actor, id, body)),
    post(`${TICKET}/parts`, {
      summary: "Add one part used, or several in `parts`, and reduce stock",
      offline: "ticket_part",
      may: "tickets.parts",
      body: addedParts,
      answer: z.union([part.schema, z.array(part.schema)]),
      creates: true,
      // parts are read with their ticket
      location: (_data, { id }) => `/service-tickets/${id}`,
    }, async ({ tx, actor, id, body }) => {
      const parts = await addParts(tx, actor, id, body);
      return body.parts ? parts : parts[0];
    }),
    post(`${TICKET}/invoice`, {
      summary: "Bill parts that are not under warranty, and the service cost",
      may: "invoices.write",
      body: ticketBill,
      asks: "ticket.invoice",
      answer: invoiceDetail.schema,
      creates: true,
      dryRun: true,
      location: ({ id }) => `/invoices/${id}`,
    }, ({ tx, actor, id, body }) => invoiceTicket(tx, actor, id, body)),
  ],
};
