import { parse } from "../records/input.ts";
import { createRma } from "../warranty/create_rma.ts";
import { moveRma, rmaMove } from "../warranty/move_rma.ts";
import { rma as rmaRecord, type RmaStatus } from "../warranty/rma.ts";
import type { World } from "./world.ts";

/** On which day after its opening a case comes that far. */
export const rmaDays: Record<RmaStatus, number> = {
  draft: 0,
  received_from_customer: 1,
  warranty_verified: 2,
  ready_to_send_supplier: 4,
  sent_to_supplier: 6,
  supplier_received: 15,
  under_repair: 18,
  replacement_approved: 22,
  return_in_transit: 26,
  received_back: 34,
  delivered_to_customer: 36,
  closed: 39,
  cancelled: 3,
};

const faults = [
  "Two colours dead after a power cut.",
  "Channel 3 fires by itself.",
  "Does not start; a regulator is burnt.",
  "হেডের একটি লাইন কাজ করছে না।",
];

/** A faulty head or board comes in on that day and goes to its supplier, as far as it comes until today. */
export function followRma(world: World, day: number, last: "closed" | "cancelled"): void {
  const { diary, chance } = world;
  diary.note(day, async () => {
    const piece = world.takeSold(["Print heads", "Boards"]);
    const customer = piece?.customer ?? chance.pick(world.customers);
    const makers = world.suppliers.filter(({ kind }) => kind === "Parts");
    const rma = await createRma(
      world.tx,
      world.as("service_manager"),
      parse(rmaRecord.entry, {
        customer_id: `${customer.id}`,
        customer_name: customer.name,
        customer_phone: customer.phone,
        supplier_id: `${chance.pick(makers).id}`,
        fault_description: chance.pick(faults),
        currency: "USD",
        ...piece
          ? {
            board_serial_number: piece.serial,
            board_type: piece.article.name,
            estimated_value: `${piece.article.price_usd}`,
          }
          : { machine_model: "Older machine, bought elsewhere" },
      }),
    );
    const replacement = piece && chance.percent(60)
      ? world.newSerials(piece.article, 1)[0]
      : undefined;
    for (const status of last === "closed" ? whole : calledOff) {
      diary.note(day + rmaDays[status], () => reach(world, rma.id, status, replacement));
    }
  });
}

const whole = (Object.keys(rmaDays) as RmaStatus[]).filter((status) =>
  status !== "draft" && status !== "cancelled"
);
const calledOff: RmaStatus[] = ["received_from_customer", "cancelled"];

async function reach(
  world: World,
  id: number,
  status: RmaStatus,
  replacement: string | undefined,
): Promise<void> {
  const replacement_serial_number = status === "replacement_approved" ? replacement : undefined;
  const note = status === "cancelled"
    ? "The customer found the fault in his own cable."
    : undefined;
  const input = parse(rmaMove, { status, note, replacement_serial_number });
  await moveRma(world.tx, world.as("service_manager"), id, input);
}
