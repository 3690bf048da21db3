import type { Json, Service } from "../service.ts";
import { startPostgres, startService } from "../service.ts";
import { inLanes } from "../deeds.ts";
import { type Figure, percentile, timeOf } from "./limit.ts";

const SHORT = 10;
const LONG = 1000;
const GOAL = 20;
const ROUNDS = 9;
const RECEIPTS = "/import-logistics/receipts";

/** Create, approve and post: one piece with one serial number on each line, each line a product. */
export async function longReceipt(toEnd: AsyncDisposableStack): Promise<Figure[]> {
  const { folder, url } = await startPostgres(toEnd);
  const service = toEnd.use(
    await startService({ checkout: Deno.cwd(), url, data: `${folder}/service` }),
  );
  const supplier = await service.call("POST", "/suppliers", { name: "Shenzhen Boards" });
  const products = await inLanes(LONG, 8, (i) =>
    service.call("POST", "/products", {
      name: `Machine ${i}`,
      sku: `MCH-${i}`,
      is_serialized: true,
    }));
  let serial = 0;
  const round = async (lines: number) => {
    const shipment = await shipmentOf(service, supplier, products.slice(0, lines));
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

function shipmentOf(service: Service, supplier: Json, products: Json[]): Promise<Json> {
  return service.call("POST", "/import-logistics/shipments", {
    supplier_id: supplier.id,
    currency: "USD",
    exchange_rate: 122.85,
    items: products.map(({ id, name, sku }) => ({
      product_id: id,
      product_name: name,
      sku,
      ordered_qty: 1,
      purchase_value: 1000,
    })),
  });
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
