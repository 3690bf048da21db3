import { type Json, type Service, startHere } from "../service.ts";
import { inLanes, RECEIPTS, shipmentOf } from "../deeds.ts";
import { percentile, timeOf } from "../load.ts";
import type { Figure } from "./limit.ts";

const SHORT = 10;
const LONG = 1000;
const GOAL = 20;
const ROUNDS = 9;

/** Create, approve and post: one piece with one serial number on each line, each line a product. */
export async function longReceipt(toEnd: AsyncDisposableStack): Promise<Figure[]> {
  const { service } = await startHere(toEnd);
  const supplier = await service.call("POST", "/suppliers", { name: "Shenzhen Boards" });
  const products = await inLanes(LONG, 8, (i) =>
    service.call("POST", "/products", {
      name: `Machine ${i}`,
      sku: `MCH-${i}`,
      is_serialized: true,
    }));
  let serial = 0;
  const round = async (lines: number) => {
    const shipment = await shipmentOf(service, supplier, products.slice(0, lines), 1);
    const items = shipment.items.map((item: Json) => ({
      shipment_item_id: item.id,
      received_qty: 1,
      accepted_qty: 1,
      serial_numbers: [`SN-${serial++}`],
    }));
    return await stepsOf(service, shipment.id, items);
  };
  const steps: Record<number, number[][]> = { [SHORT]: [], [LONG]: [] };
  for (const lines of [SHORT, LONG]) {
    await round(lines);
    for (let i = 0; i < ROUNDS; i++) steps[lines].push(await round(lines));
  }
  const median = (lines: number, step: number) =>
    percentile(steps[lines].map((times) => times[step]), 0.5);
  const total = (lines: number) => [0, 1, 2].reduce((all, step) => all + median(lines, step), 0);
  const ratio = total(LONG) / total(SHORT);
  const told = (lines: number) =>
    `${total(lines).toFixed(0)} ms (create ${median(lines, 0).toFixed(0)}, approve ${
      median(lines, 1).toFixed(0)
    }, post ${median(lines, 2).toFixed(0)})`;
  return [
    { what: `${SHORT} lines with serial numbers`, found: told(SHORT), goal: "–" },
    { what: `${LONG} lines with serial numbers`, found: told(LONG), goal: "–" },
    {
      what: "their ratio",
      found: `${ratio.toFixed(1)} ×`,
      goal: `≤ ${GOAL} ×`,
      kept: ratio <= GOAL,
    },
  ];
}

/** Milliseconds of create, approve and post. */
async function stepsOf(service: Service, shipment_id: number, items: Json[]): Promise<number[]> {
  let receipt: Json;
  return [
    await timeOf(async () =>
      receipt = await service.call("POST", RECEIPTS, { shipment_id, items })
    ),
    await timeOf(() => service.call("PATCH", `${RECEIPTS}/${receipt.id}/approve`)),
    await timeOf(() => service.call("POST", `${RECEIPTS}/${receipt.id}/post-stock`, {})),
  ];
}
