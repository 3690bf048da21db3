import { parse } from "../records/input.ts";
import { arrival, stockTransfer } from "../stock/stock_transfer.ts";
import { place } from "../stock/place.ts";
import { receiveTransfer } from "../stock/receive_transfer.ts";
import { sendTransfer } from "../stock/send_transfer.ts";
import { createPlace } from "../stock/write_place.ts";
import type { World } from "./world.ts";

/** A showroom and the engineer's van beside the store, and a few pieces carried to them; the last is on the way. */
export async function openPlaces(world: World): Promise<void> {
  const { tx, staff, diary } = world;
  const enter = (fields: Record<string, unknown>) =>
    createPlace(tx, world.as("manager"), parse(place.entry, fields));
  const showroom = await enter({ code: "SHOW", name: "Showroom Banani", kind: "showroom" });
  const engineer = staff.get("engineer")!;
  const van = await enter({
    code: "VAN-1",
    name: `Van of ${engineer.name}`,
    kind: "van",
    user_id: String(engineer.id),
  });
  const carry = (day: number, to: number) => diary.note(day, () => carryOne(world, to));
  for (let day = diary.firstDay + 60; day < 0; day += 30) {
    carry(day, showroom.id);
    carry(day + 7, van.id);
  }
  carry(0, showroom.id);
}

/** A piece of what there is most of, so that nobody misses it; what left before today has arrived. */
async function carryOne(world: World, to: number): Promise<void> {
  const { tx, diary, articles } = world;
  const [most] = [...articles.values()].filter(({ serial }) => serial === undefined)
    .sort((one, other) => world.inStock(other) - world.inStock(one));
  if (world.inStock(most) < 5) return;
  const { id } = await sendTransfer(
    tx,
    world.as("store"),
    parse(stockTransfer.entry, {
      from_place_id: "1",
      to_place_id: String(to),
      items: [{ product_id: String(most.id), quantity: "1" }],
      carried_by: "Rickshaw van, Jamal",
    }),
  );
  if (diary.day < 0) await receiveTransfer(tx, world.as("store"), id, parse(arrival, {}));
}
