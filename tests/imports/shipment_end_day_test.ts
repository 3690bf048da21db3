import type { Answer, Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import {
  assertInvalid,
  assertRefused,
  CLAIMS,
  done,
  made,
  SHIPMENTS,
  type Warehouse,
  warehouse,
} from "../support/receiving.ts";
import { journal } from "../sales/entries.ts";
import { daysAgo, today } from "../sales/shop.ts";

/** A shipment on its way with a freight of 2,000.00 that came ten days ago. */
async function freighted(w: Warehouse): Promise<number> {
  const goods = { product_name: "Board", ordered_qty: 10, purchase_value: 100 };
  const { id } = await w.ship([goods], { currency: "USD", exchange_rate: 120 });
  const freight = { cost_head: "freight", amount: 2000, currency: "BDT", entry_date: daysAgo(10) };
  made(await w.owner.post(`${SHIPMENTS}/${id}/costs`, freight));
  return id;
}

const move = (w: Warehouse, id: number, status: string, date?: string): Promise<Answer> =>
  w.owner.patch(`${SHIPMENTS}/${id}/status`, { status, note: "so it is", date });

Deno.test("a shipment ends, and is opened again, for the day that is sent", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const id = await freighted(w);
  assertInvalid(await move(w, id, "cancelled", daysAgo(11)), "date");
  assertInvalid(await move(w, id, "in_transit", daysAgo(9)), "date");
  assertRefused(await move(w, id, "cancelled", daysAgo(-1)), 422, "date_in_future");
  done(await w.owner.put("/settings", { closed_through: daysAgo(10) }));
  assertRefused(await move(w, id, "cancelled", daysAgo(10)), 409, "period_closed");
  const store = await w.store.patch(`${SHIPMENTS}/${id}/status`, {
    status: "cancelled",
    date: daysAgo(8),
  });
  assertRefused(store, 422, "backdated_too_far");
  done(await move(w, id, "cancelled", daysAgo(8)));
  assertInvalid(await move(w, id, "in_transit", daysAgo(9)), "date");
  done(await move(w, id, "in_transit", daysAgo(6)));
  // once more, and not before it was opened again
  assertInvalid(await move(w, id, "cancelled", daysAgo(7)), "date");
  done(await move(w, id, "cancelled"));
  assertEquals(await journal(db.database, "shipment"), [
    `${daysAgo(8)} left_over 5200 Dr 2000.00, 1150 Cr 2000.00`,
    `${daysAgo(6)} left_over.reversal 5200 Cr 2000.00, 1150 Dr 2000.00`,
    `${today} left_over 5200 Dr 2000.00, 1150 Cr 2000.00`,
  ]);
});

Deno.test("a shipment that was to bring a replacement is not closed before that was agreed", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const product_id = await w.product("BRD");
  const goods = { product_name: "Board", product_id, ordered_qty: 10, purchase_value: 1000 };
  const first = await w.ship([goods]);
  const counted = { shipment_item_id: first.items[0].id, received_qty: 10, accepted_qty: 9 };
  const receipt = await w.receive(first.id, [counted]);
  const [claim] = (await w.approve(receipt.id)).discrepancies;
  await w.post(receipt.id, { posting_date: daysAgo(12) });
  const agreed: Json = { resolution: "replacement", date: daysAgo(4) };
  done(await w.accounts.patch(`${CLAIMS}/${claim.id}/resolve`, agreed));
  const second = await w.ship([{ product_name: "Board", product_id, ordered_qty: 1 }], {
    discrepancy_id: claim.id,
  });
  assertInvalid(await move(w, second.id, "closed", daysAgo(5)), "date");
  done(await move(w, second.id, "closed", daysAgo(4)));
  assertEquals(
    (await journal(db.database, "shipment")).at(-1),
    `${daysAgo(4)} left_over 5410 Dr 100.00, 1170 Cr 100.00`,
  );
});
