import { createDiscrepancy } from "../claims/create_discrepancy.ts";
import { discrepancy, resolutionInput } from "../claims/discrepancy.ts";
import { cancelDiscrepancy, submitDiscrepancy } from "../claims/move_discrepancy.ts";
import { resolveDiscrepancy } from "../claims/resolve_discrepancy.ts";
import { findShipment } from "../imports/find_shipment.ts";
import { approveReceipt } from "../imports/receipts/approve_receipt.ts";
import { createReceipt } from "../imports/receipts/create_receipt.ts";
import { postReceipt } from "../imports/receipts/post_receipt.ts";
import { newReceipt } from "../imports/receipts/receipt.ts";
import { parse } from "../records/input.ts";
import { book } from "./clear_goods.ts";
import type { Consignment } from "./order_goods.ts";
import type { World } from "./world.ts";

interface Counted {
  receipt_id: number;
  accepted: number[];
}
const counts = new WeakMap<Consignment, Counted>();

/** The store counts: now and then a piece is missing or broken. */
export async function countGoods(world: World, goods: Consignment): Promise<void> {
  const { chance } = world;
  const accepted: number[] = [];
  const items = goods.lines.map(({ item_id, article, pieces, serials }) => {
    const short = pieces > 2 && chance.percent(12) ? 1 : 0;
    const broken = pieces > 3 && chance.percent(12) ? 1 : 0;
    const good = pieces - short - broken;
    accepted.push(good);
    return {
      shipment_item_id: `${item_id}`,
      received_qty: `${pieces - short}`,
      accepted_qty: `${good}`,
      short_qty: `${short}`,
      bin_location: `${article.category[0]}-${chance.from(1, 24)}`,
      serial_numbers: serials.slice(0, good),
      ...broken > 0 && { note: "Crate crushed on one side." },
    };
  });
  const input = parse(newReceipt, { shipment_id: `${goods.id}`, items });
  const { id } = await createReceipt(world.tx, world.as("store"), input);
  counts.set(goods, { receipt_id: id, accepted });
}

export async function approveGoods(world: World, goods: Consignment): Promise<void> {
  const { receipt_id } = counts.get(goods)!;
  const receipt = await approveReceipt(world.tx, world.as("manager"), receipt_id, {});
  goods.claims.push(...receipt.discrepancies.map(({ id }) => id));
}

/** Into stock, and owed to the supplier. A late bill of the labourers comes now and then. */
export async function postGoods(world: World, goods: Consignment): Promise<void> {
  const { receipt_id, accepted } = counts.get(goods)!;
  await postReceipt(world.tx, world.as("manager"), receipt_id, { credit_supplier: true });
  for (const [at, { article, serials }] of goods.lines.entries()) {
    world.putInStock(article, accepted[at], serials.slice(0, accepted[at]));
  }
  const { diary, chance } = world;
  if (!chance.percent(30)) return;
  const amount = `${chance.from(15, 60) * 100}`;
  diary.note(diary.day + 5, () => book(world, goods, { cost_head: "labour", amount }));
}

/** What turns out only when the crates are unpacked, as a claim by hand. */
export async function claimQuality(world: World, goods: Consignment): Promise<void> {
  const { chance, diary, tx } = world;
  if (chance.percent(25)) {
    const claim = await createDiscrepancy(
      tx,
      world.as("service_manager"),
      parse(discrepancy.entry, {
        shipment_id: `${goods.id}`,
        shipment_item_id: `${goods.lines[0].item_id}`,
        discrepancy_type: chance.pick(["quality", "wrong_item", "missing_document"]),
        quantity: "1",
        estimated_value: `${chance.from(3, 40) * 10}`,
        note: "Found while unpacking.",
      }),
    );
    goods.claims.push(claim.id);
  }
  for (const id of goods.claims.filter(() => chance.percent(60))) {
    diary.note(
      diary.day + chance.from(0, 4),
      () =>
        submitDiscrepancy(tx, world.as("accounts"), id, { note: "Photos sent to the supplier." }),
    );
  }
}

/** Nothing may be open when a shipment is closed. */
export async function settleClaims(world: World, goods: Consignment): Promise<void> {
  const { chance, tx } = world;
  const { discrepancies = [] } = await findShipment(tx, world.as("accounts"), goods.id);
  for (const { id, estimated_value } of discrepancies) {
    if (chance.percent(15)) {
      await cancelDiscrepancy(tx, world.as("manager"), id, { reason: "Found behind the crates." });
      continue;
    }
    const resolution = String(estimated_value) !== "0"
      ? chance.pick(["credit_note", "replacement", "written_off", "insurance"])
      : "replacement";
    const input = parse(resolutionInput, { resolution });
    await resolveDiscrepancy(tx, world.as("accounts"), id, input);
  }
}
