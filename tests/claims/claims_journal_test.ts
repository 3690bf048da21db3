import sql from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { CLAIMS, done, made, type Warehouse, warehouse } from "../support/receiving.ts";

const usd = { currency: "USD", exchange_rate: 122.85 };
const LEDGER = "/import-logistics/supplier-ledger";

/** 100 boards of 10 USD with 3,000.00 of costs; 3 of them rejected: 170 taka dearer a piece than bought. */
async function damaged(w: Warehouse): Promise<Json> {
  const shipment = await w.ship([
    {
      product_name: "Board",
      product_id: await w.product("BRD"),
      ordered_qty: 100,
      purchase_value: 1000,
    },
  ], usd);
  made(
    await w.owner.post(`/import-logistics/shipments/${shipment.id}/costs`, {
      cost_head: "freight",
      amount: 3000,
      currency: "BDT",
      allocation_method: "value",
    }),
  );
  const receipt = await w.receive(shipment.id, [
    { shipment_item_id: shipment.items[0].id, received_qty: 100, accepted_qty: 97 },
  ]);
  await w.approve(receipt.id);
  done(
    await w.manager.post(`/import-logistics/receipts/${receipt.id}/post-stock`, {
      credit_supplier: true,
    }),
  );
  const [claim] = (await w.owner.get(`${CLAIMS}?receipt_id=${receipt.id}`)).body.data;
  return { shipment, claim };
}

async function balances(database: Database): Promise<Record<string, number>> {
  const rows = await database.query<{ number: string; amount: string }[]>(sql`
    select a.number, sum(l.debit - l.credit)::text as amount
    from journal_lines l join accounts a on a.id = l.account_id
    group by a.number having sum(l.debit - l.credit) <> 0 order by 1`);
  return Object.fromEntries(rows.map(({ number, amount }) => [number, Number(amount)]));
}

const resolve = async (w: Warehouse, id: number, body: Json): Promise<Json> =>
  done(await w.accounts.patch(`${CLAIMS}/${id}/resolve`, body));

Deno.test("a claim is in the supplier's money at what was paid, and is deducted once (found 1)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { claim } = await damaged(w);
  // 1,000 × 122.85 + 3,000 = 125,850 for 100 pieces; 3 of them 3,775.50
  assertEquals(
    [claim.estimated_value, claim.currency, claim.exchange_rate, claim.estimated_value_local],
    [30, "USD", 122.85, 3685.5],
  );
  assertEquals([claim.landed_loss_local, claim.carrying_value], [3775.5, 3775.5]);
  const owed = async () =>
    (await w.owner.get(`${LEDGER}?supplier_id=${w.supplierId}`)).body.meta.balances;
  assertEquals(await owed(), [{ currency: "USD", balance: 1000, balance_local: 122850 }]);
  const summary = (await w.owner.get("/import-logistics/summary")).body.data;
  assertEquals([summary.open_claim_amount, summary.claims_carrying_value], [3685.5, 3775.5]);

  const credited = await resolve(w, claim.id, { resolution: "credit_note", exchange_rate: 124 });
  assertEquals(await owed(), [{ currency: "USD", balance: 970, balance_local: 119164.5 }]);
  const after = await balances(db.database);
  assertEquals(after["1160"], undefined);
  // 2100: 30 relieved at 122.85, the rate of the note is neither a loss nor a gain; the costs in it are lost
  assertEquals([after["2100"], after["5410"], after["5500"]], [-119164.5, 90, undefined]);
  assertEquals(credited.resolved_amount_local, 3720);

  const back = made(
    await w.accounts.post(`${LEDGER}/${credited.supplier_ledger_id}/reverse`, { reason: "Wrong" }),
  );
  assertEquals(back.debit, 0);
  assertEquals(await owed(), [{ currency: "USD", balance: 1000, balance_local: 122850 }]);
  const reopened = done(await w.accounts.get(`${CLAIMS}/${claim.id}`));
  assertEquals([reopened.status, reopened.resolution, reopened.carrying_value], [
    "open",
    null,
    3775.5,
  ]);
  assertEquals((await balances(db.database))["1160"], 3775.5);

  const byHand = made(
    await w.accounts.post(LEDGER, {
      supplier_id: w.supplierId,
      entry_type: "credit_note",
      particulars: "CN 17",
      debit: 30,
      exchange_rate: 122.85,
      discrepancy_id: claim.id,
    }),
  );
  assertEquals([byHand.entry_type, byHand.discrepancy_id], ["credit_note", claim.id]);
  assertEquals((await balances(db.database))["1160"], undefined);
});

Deno.test("a note in taka lowers what is owed in dollars; a third currency needs the supplier's rate", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { claim } = await damaged(w);
  const path = `${CLAIMS}/${claim.id}/resolve`;
  const note = { resolution: "credit_note", amount: 28, currency: "EUR", exchange_rate: 135 };
  const refused = await w.accounts.patch(path, note);
  assertEquals([refused.status, Object.keys(refused.body.errors)], [422, ["supplier_rate"]]);
  const mute = await w.accounts.patch(path, {
    resolution: "credit_note",
    amount: 2500,
    currency: "BDT",
  });
  assertEquals([mute.status, mute.body.code], [422, "exchange_rate_missing"]);
  done(await w.accounts.patch(path, { ...note, supplier_rate: 126 }));
  const { meta } = (await w.owner.get(`${LEDGER}?supplier_id=${w.supplierId}`)).body;
  // 28 × 135 / 126 = 30
  assertEquals(meta.balances, [{ currency: "USD", balance: 970, balance_local: 119164.5 }]);
});

Deno.test("a replacement keeps the value of the claim until its pieces come (found 3)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { claim } = await damaged(w);
  const before = await balances(db.database);
  await resolve(w, claim.id, { resolution: "replacement" });
  const after = await balances(db.database);
  assertEquals([before["1160"], after["1160"], after["1170"]], [3775.5, undefined, 3775.5]);
  assertEquals(after["5410"], undefined);
});

Deno.test("a refund is money and moves no balance of the supplier, who never owes by it (found 10)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { claim } = await damaged(w);
  const cash = (await db.database.query<[{ id: number }]>(
    sql`select id from accounts where role = 'cash'`,
  ))[0].id;
  await resolve(w, claim.id, {
    resolution: "refund",
    amount: 2000,
    currency: "BDT",
    account_id: cash,
  });
  const after = await balances(db.database);
  assertEquals([after["1300"], after["5410"], after["1160"], after["2100"]], [
    2000,
    1775.5,
    undefined,
    -122850,
  ]);
});

Deno.test("what an insurer pays beyond is income, at another rate an exchange difference; cancelled is lost", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const first = await damaged(w);
  await resolve(w, first.claim.id, { resolution: "insurance", amount: 40, exchange_rate: 123.85 });
  const paid = await balances(db.database);
  // 40 × 122.85 = 4,914.00 against 3,775.50, and 40.00 by the rate
  assertEquals([paid["1310"], paid["4900"], paid["5500"]], [4954, -1138.5, -40]);
  const handmade = made(
    await w.owner.post(CLAIMS, {
      shipment_id: first.shipment.id,
      discrepancy_type: "quality",
      estimated_value: 10,
    }),
  );
  await resolve(w, handmade.id, { resolution: "credit_note" });
  assertEquals((await balances(db.database))["4900"], -1138.5 - 1228.5);
});

Deno.test("a claim that is called off loses what it carries, on its day", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { claim } = await damaged(w);
  const late = await w.owner.patch(`${CLAIMS}/${claim.id}/cancel`, {
    reason: "x",
    date: "2026-01-01",
  });
  assertEquals([late.status, Object.keys(late.body.errors)], [422, ["date"]]);
  done(await w.owner.patch(`${CLAIMS}/${claim.id}/cancel`, { reason: "x" }));
  const after = await balances(db.database);
  assertEquals([after["1160"], after["5410"]], [undefined, 3775.5]);
});
