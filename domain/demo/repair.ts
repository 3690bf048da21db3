import { parse } from "../records/input.ts";
import { addParts } from "../service/add_parts.ts";
import { createTicket } from "../service/create_ticket.ts";
import { invoiceTicket, ticketBill } from "../service/invoice_ticket.ts";
import { addedParts } from "../service/part.ts";
import { ticket as ticketRecord, type TicketStatus } from "../service/ticket.ts";
import { ticketChanges, updateTicket } from "../service/update_ticket.ts";
import type { World } from "./world.ts";

/** On which day after the call a ticket comes that far. */
export const ticketDays: Record<TicketStatus, number> = {
  open: 0,
  assigned: 1,
  in_progress: 2,
  parts_required: 4,
  resolved: 6,
  closed: 8,
  cancelled: 3,
};

const troubles = [
  ["No ink on cyan after cleaning.", "Ink system"],
  ["Head shows missing nozzles over the whole width.", "Print head"],
  ["প্রিন্টে লাইন আসছে, ক্যালিব্রেশন ঠিক থাকছে না।", "Calibration"],
  ["Board does not start, fan runs.", "Electronics"],
  ["Carriage stops with an encoder error.", "Mechanics"],
] as const;

/** A customer calls on that day; the ticket ends closed, or cancelled, as far as it comes until today. */
export function followTicket(world: World, day: number, last: "closed" | "cancelled"): void {
  const { diary, chance } = world;
  diary.note(day, async () => {
    const piece = chance.percent(65) ? world.takeSold(["Machines"]) : undefined;
    const customer = piece?.customer ?? chance.pick(world.customers);
    const [problem_description, issue_category] = chance.pick(troubles);
    const ticket = await createTicket(
      world.tx,
      world.as("service_manager"),
      parse(ticketRecord.entry, {
        customer_id: `${customer.id}`,
        problem_description,
        issue_category,
        priority: chance.pick(["normal", "normal", "high", "urgent"]),
        service_cost: piece ? "0" : `${chance.from(2, 12) * 500}`,
        ...piece
          ? { serial_number: piece.serial }
          : { machine_model: "Older machine, bought elsewhere" },
      }),
    );
    for (const status of last === "closed" ? done : calledOff) {
      diary.note(day + ticketDays[status], () => reach(world, ticket.id, status));
    }
  });
}

const done: TicketStatus[] = ["assigned", "in_progress", "parts_required", "resolved", "closed"];
const calledOff: TicketStatus[] = ["assigned", "cancelled"];

async function reach(world: World, id: number, status: TicketStatus): Promise<void> {
  const { tx, staff } = world;
  if (status === "resolved") await useParts(world, id);
  const assigned_to = status === "assigned" ? `${staff.get("engineer")!.id}` : undefined;
  const input = parse(ticketChanges, { status, assigned_to });
  const after = await updateTicket(tx, world.as("service_manager"), id, input);
  const billable = after.service_cost.gt("0") || after.parts.some((part) => !part.is_warranty);
  if (status === "closed" && billable) {
    const bill = parse(ticketBill, { override_credit_limit: "true" });
    await invoiceTicket(tx, world.as("manager"), id, bill);
  }
}

/** A spare part or two, and now and then a board, from the shelf. */
async function useParts(world: World, id: number): Promise<void> {
  const { chance, tx } = world;
  const there = [...world.articles.values()].filter((article) =>
    ["Spare parts", "Boards"].includes(article.category) && world.inStock(article) > 0
  );
  const parts = chance.some(there, chance.from(0, 2)).map((article) => {
    const [serial_number] = world.takeFromStock(article, 1);
    return { product_id: `${article.id}`, quantity: "1", serial_number };
  });
  if (parts.length > 0) {
    await addParts(tx, world.as("engineer"), id, parse(addedParts, { parts }));
  }
}
