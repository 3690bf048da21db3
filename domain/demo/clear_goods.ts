import sql from "sql-template-tag";
import { billOfEntry } from "../customs/bill_of_entry.ts";
import { enterBill } from "../customs/enter_bill.ts";
import { postBill } from "../customs/post_bill.ts";
import { addContainer } from "../demurrage/add_container.ts";
import { container } from "../demurrage/container.ts";
import { updateContainer } from "../demurrage/update_container.ts";
import { addCost } from "../imports/add_cost.ts";
import { containerNumberFault } from "../imports/container_number.ts";
import { newShipmentCost } from "../imports/shipment_cost.ts";
import { parse } from "../records/input.ts";
import { issueCheque } from "../suppliers/issue_cheque.ts";
import { issuedCheque, issuedChequeMove } from "../suppliers/issued_cheque.ts";
import { moveIssuedCheque } from "../suppliers/move_issued_cheque.ts";
import { codes } from "./customs_codes.ts";
import type { Consignment } from "./order_goods.ts";
import { percentOf, type World } from "./world.ts";

/** Every amount here is made up, in the size that such costs have. */

export async function bookFreight(world: World, goods: Consignment): Promise<void> {
  const { currency } = goods.supplier;
  const freight = percentOf(goods.value, goods.by_sea ? 4 : 9) + 60;
  await book(world, goods, { cost_head: "freight", amount: `${freight}`, currency });
  const insurance = {
    cost_head: "insurance",
    amount: `${percentOf(goods.value, 1) + 5}`,
    currency,
  };
  await book(world, goods, insurance);
}

/** A container is discharged, and the clocks of demurrage and detention start. */
export async function arriveAtPort(world: World, goods: Consignment): Promise<void> {
  goods.arrived_on = world.diary.day;
  if (!goods.by_sea) return;
  const arrived_on = world.diary.date();
  const size = world.chance.pick(["20", "40"]);
  const input = parse(container.entry, {
    container_number: containerNumber(world),
    size,
    port: "Chattogram",
    arrived_on,
  });
  const { id } = await addContainer(world.tx, world.as("accounts"), goods.id, input);
  goods.container_id = id;
}

function containerNumber({ chance }: World): string {
  const start = `${chance.pick(["ESLU", "BAYU", "GRVU"])}${chance.from(100000, 999999)}`;
  const digits = Array.from({ length: 10 }, (_, digit) => start + digit);
  return digits.find((code) => containerNumberFault(code) === undefined)!;
}

export async function bookCustomsCosts(world: World, goods: Consignment): Promise<void> {
  const taka = goods.value * (goods.supplier.currency === "CNY" ? 17 : 122);
  await clearCustoms(world, goods, taka);
  const heads: [string, number][] = [
    ["cnf_agent", 9500 + percentOf(taka, 1)],
    ["port_handling", goods.by_sea ? 14500 : 3200],
  ];
  for (const [cost_head, amount] of heads) {
    const billed = cost_head === "cnf_agent" && {
      payee_id: `${world.agent}`,
      bill_number: `PCF-${goods.id}`,
      bill_date: world.diary.date(),
      due_date: world.diary.date(world.diary.day + 15),
    };
    await book(world, goods, { cost_head, amount: `${amount}`, ...billed });
    if (billed) await payAgent(world, billed, amount);
  }
}

/** The bill of entry, of which customs assess what the tariff says, and its levies as costs. */
async function clearCustoms(world: World, goods: Consignment, taka: number): Promise<void> {
  const { tx, diary } = world;
  const items = await tx.query<{ id: number }[]>(
    sql`select id from shipment_items where shipment_id = ${goods.id} order by id`,
  );
  const input = parse(billOfEntry.entry, {
    shipment_id: `${goods.id}`,
    office: goods.by_sea ? "301" : "101",
    number: `C${700_000 + goods.id}`,
    entry_date: diary.date(),
    currency: goods.supplier.currency,
    invoice_value: `${goods.value}`,
    declarant: "PAPER C&F",
    lines: [{
      hs_code: codes[goods.supplier.kind].hs_code,
      shipment_item_ids: items.map(({ id }) => `${id}`),
      assessable_value: `${percentOf(taka, 122)}`,
    }],
  });
  const { id } = await enterBill(tx, world.as("accounts"), input);
  await postBill(tx, world.as("accounts"), id, {});
}

/** He takes a cheque of some days ahead for his bill, which the bank pays on that day. */
async function payAgent(
  world: World,
  { payee_id, bill_number }: Record<string, string>,
  amount: number,
): Promise<void> {
  const { chance, diary, tx } = world;
  const number = `${chance.from(100_000, 999_999)}`;
  const due = diary.day + chance.from(8, 18);
  const input = parse(issuedCheque.entry, {
    amount: `${amount}`,
    cheque_number: number,
    cheque_date: diary.date(due),
    particulars: `Bill ${bill_number}`,
  });
  const { id } = await issueCheque(tx, world.as("accounts"), Number(payee_id), input);
  const move = parse(issuedChequeMove, { state: "cleared" });
  diary.note(due, () => moveIssuedCheque(tx, world.as("accounts"), id, move));
}

/** Out of the gate; what the container stood too long is paid. */
export async function leavePort(world: World, goods: Consignment): Promise<void> {
  const { diary, chance } = world;
  await book(world, goods, {
    cost_head: "local_transport",
    amount: `${chance.from(90, 320) * 100}`,
  });
  if (goods.container_id === undefined) return;
  const stood = diary.day - goods.arrived_on!;
  if (stood > 8) {
    const rent = { cost_head: "demurrage", amount: `${(stood - 4) * 1450}`, note: `${stood} days` };
    await book(world, goods, rent);
  }
  await noteContainer(world, goods, { gate_out_on: diary.date() });
  diary.note(
    diary.day + chance.from(4, 9),
    () => noteContainer(world, goods, { returned_on: diary.date() }),
  );
}

async function noteContainer(
  world: World,
  goods: Consignment,
  dates: Record<string, string>,
): Promise<void> {
  const changes = parse(container.changes, dates);
  await updateContainer(world.tx, world.as("accounts"), goods.id, goods.container_id!, changes);
}

/** A cost of the shipment, in local currency where none is named. */
export async function book(
  world: World,
  goods: Consignment,
  cost: Record<string, string>,
): Promise<void> {
  await addCost(world.tx, world.as("accounts"), goods.id, parse(newShipmentCost, cost));
}
