import { changeShipmentStatus, shipmentMove } from "../imports/change_shipment_status.ts";
import { type ShipmentStatus, shipmentStatuses } from "../imports/shipment_words.ts";
import { parse } from "../records/input.ts";
import { arriveAtPort, bookCustomsCosts, bookFreight, leavePort } from "./clear_goods.ts";
import { type Consignment, orderGoods } from "./order_goods.ts";
import { financeOrder, moveFinance, payOpenAccount } from "./pay_supplier.ts";
import {
  approveGoods,
  claimQuality,
  countGoods,
  postGoods,
  settleClaims,
} from "./receive_goods.ts";
import type { World } from "./world.ts";

/** The whole way of a shipment, and on which day after its order each step is reached. */
export interface Voyage {
  by_sea: boolean;
  days: Record<ShipmentStatus, number>;
  /** called off instead of leaving */
  cancelled: boolean;
}

export function planVoyage({ chance }: World, cancelled = false): Voyage {
  const by_sea = chance.percent(70);
  const days: Record<string, number> = {};
  let day = 0;
  const reach = (status: ShipmentStatus, least: number, most = least) =>
    days[status] = day += chance.from(least, most);
  reach("draft", 0);
  reach("booking_confirmed", 2, 4);
  days.cancelled = day + 5;
  reach("air_sea_departure", by_sea ? 8 : 4, by_sea ? 16 : 8);
  reach("in_transit", 1);
  reach("chittagong_port_arrival", by_sea ? 17 : 3, by_sea ? 26 : 6);
  reach("customs_clearance_pending", 1, 2);
  reach("customs_cleared", 3, 9);
  reach("local_transport", 1, 2);
  reach("warehouse_received", 1);
  reach("qc_pending", 1);
  reach("received", 1, 2);
  reach("closed", 12, 20);
  return { by_sea, cancelled, days };
}

/** Orders goods on that day and follows them to the end, or as far as they come until today. */
export function followShipment(world: World, day: number, voyage: Voyage): void {
  const { diary, chance } = world;
  const { days } = voyage;
  diary.note(day, async () => {
    const eta = day + days.chittagong_port_arrival - chance.from(-2, 5);
    const goods = await orderGoods(world, { bySea: voyage.by_sea, eta });
    await financeOrder(world, goods);
    for (const status of voyage.cancelled ? calledOff : underWay) {
      diary.note(day + days[status], () => reach(world, goods, status));
    }
  });
}

const calledOff: ShipmentStatus[] = ["booking_confirmed", "cancelled"];
const underWay = shipmentStatuses.filter((status) => status !== "draft" && status !== "cancelled");

/** What is done when a status is reached, besides reaching it. */
const work: Partial<Record<ShipmentStatus, (world: World, goods: Consignment) => Promise<void>>> = {
  air_sea_departure: bookFreight,
  chittagong_port_arrival: arriveAtPort,
  customs_clearance_pending: bookCustomsCosts,
  local_transport: leavePort,
  warehouse_received: countGoods,
  qc_pending: approveGoods,
  received: receive,
  closed: settleClaims,
};

async function reach(world: World, goods: Consignment, status: ShipmentStatus): Promise<void> {
  await work[status]?.(world, goods);
  const note = status === "cancelled" ? "The supplier cannot deliver in time." : undefined;
  await changeShipmentStatus(
    world.tx,
    world.as(status === "warehouse_received" ? "store" : "accounts"),
    goods.id,
    parse(shipmentMove, { status, note }),
  );
  await moveFinance(world, goods, status);
}

async function receive(world: World, goods: Consignment): Promise<void> {
  await postGoods(world, goods);
  await payOpenAccount(world, goods);
  await claimQuality(world, goods);
}
