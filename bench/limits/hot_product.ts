import { inLanes, RECEIPTS, shipmentOf } from "../deeds.ts";
import { type Json, type Service, startChild, startHere } from "../service.ts";
import { percentile, timeOf } from "../load.ts";
import type { Figure } from "./limit.ts";

const CLIENTS = 64;
const POSTINGS = 256;
const ROUNDS = 3;
const GOAL = 0.6;

/** Receipts of one piece of one product, posted by all clients at once, by the service and by the bare handler. */
export async function hotProduct(toEnd: AsyncDisposableStack): Promise<Figure[]> {
  const { service, url } = await startHere(toEnd);
  const bare = toEnd.use(await startChild(["bench/bare_posting.ts", url], "/"));
  const supplier = await service.call("POST", "/suppliers", { name: "Shenzhen Boards" });
  const product = await service.call("POST", "/products", { name: "Hot board", sku: "HOT" });
  const failed = new Map<string, number>();
  const took: number[] = [];
  const rates: Record<"service" | "bare", number[]> = { service: [], bare: [] };
  const post = {
    service: (id: number) =>
      fetch(`http://127.0.0.1:${service.port}/api/v1${RECEIPTS}/${id}/post-stock`, {
        method: "POST",
        headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
        body: "{}",
      }),
    bare: (id: number) => fetch(`http://127.0.0.1:${bare.port}/${id}`, { method: "POST" }),
  };
  for (let round = 0; round <= ROUNDS; round++) { // the first is warming up
    for (const by of ["service", "bare"] as const) {
      const ids = await approvedReceipts(service, supplier, product);
      const ms = await timeOf(() =>
        inLanes(POSTINGS, CLIENTS, async (i) => {
          const start = performance.now();
          const answer = await post[by](ids[i]);
          const text = await answer.text();
          if (!answer.ok) {
            const why = `${by} ${answer.status} ${text.slice(0, 120)}`;
            failed.set(why, (failed.get(why) ?? 0) + 1);
          } else if (by === "service" && round > 0) took.push(performance.now() - start);
        })
      );
      if (round > 0) rates[by].push(POSTINGS / (ms / 1000));
    }
  }
  for (const [why, times] of failed) console.error(`${times} × ${why}`);
  const [ours, theirs] = [percentile(rates.service, 0.5), percentile(rates.bare, 0.5)];
  const errors = [...failed.values()].reduce((all, times) => all + times, 0);
  const share = ours / theirs;
  return [
    {
      what: `answers that are no success, of ${(ROUNDS + 1) * POSTINGS * 2}`,
      found: String(errors),
      goal: "0",
      kept: errors === 0,
    },
    {
      what: "postings a second, of a bare handler's",
      found: `${ours.toFixed(0)} of ${theirs.toFixed(0)}, ${(100 * share).toFixed(0)} %`,
      goal: `≥ ${100 * GOAL} %`,
      kept: share >= GOAL,
    },
    { what: "p99 of a posting", found: `${percentile(took, 0.99).toFixed(0)} ms`, goal: "–" },
  ];
}

function approvedReceipts(service: Service, supplier: Json, product: Json): Promise<number[]> {
  return inLanes(POSTINGS, 8, async () => {
    const shipment = await shipmentOf(service, supplier, [product], 1);
    const [item] = shipment.items;
    const receipt = await service.call("POST", RECEIPTS, {
      shipment_id: shipment.id,
      items: [{ shipment_item_id: item.id, received_qty: 1, accepted_qty: 1 }],
    });
    await service.call("PATCH", `${RECEIPTS}/${receipt.id}/approve`);
    return receipt.id;
  });
}
