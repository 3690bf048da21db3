import { assertEquals } from "../support/assert.ts";
import type { Json } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { CLAIMS, done, made, SHIPMENTS, warehouse } from "../support/receiving.ts";

Deno.test("found 4: what hangs on no line lowers the one profit that every report shows", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { owner, accounts } = w;
  // ten boards at 1,200.00 and freight of 2,000.00 make 1,400.00 each; two come broken
  const product_id = await w.product("BRD");
  const shipment = await w.ship([
    { product_name: "Board", sku: "BRD", product_id, ordered_qty: 10, purchase_value: 100 },
  ], { currency: "USD", exchange_rate: 120 });
  const cost = async (cost_head: string, amount: number) =>
    made(
      await owner.post(`${SHIPMENTS}/${shipment.id}/costs`, {
        cost_head,
        amount,
        currency: "BDT",
        allocation_method: "value",
      }),
    );
  await cost("freight", 2000);
  await cost("demurrage", 40);
  const receipt = await w.receive(shipment.id, [
    { shipment_item_id: shipment.items[0].id, received_qty: 10, accepted_qty: 8 },
  ]);
  await w.approve(receipt.id);
  await w.post(receipt.id, { credit_supplier: true });
  const customer = made(await owner.post("/customers", { name: "Rahim Traders" }));
  made(
    await owner.post("/invoices", {
      customer_id: customer.id,
      items: [{ product_id, quantity: 4, unit_price: 2000 }],
    }),
  );
  await cost("freight", 1000); // 100.00 a piece: four lie in stock, four are sold, two are broken
  const ticket = made(
    await owner.post("/service-tickets", {
      customer_id: customer.id,
      problem_description: "Dead board",
      is_warranty: true,
    }),
  );
  const part = { product_id, quantity: 1, is_warranty: true };
  made(await owner.post(`/service-tickets/${ticket.id}/parts`, part));
  made(
    await owner.post("/import-logistics/supplier-ledger", {
      supplier_id: w.supplierId,
      entry_type: "payment",
      particulars: "TT",
      debit: 100,
      currency: "USD",
      exchange_rate: 121,
    }),
  );
  const [claim] = (await owner.get(`${CLAIMS}?receipt_id=${receipt.id}`)).body.data;
  done(await accounts.patch(`${CLAIMS}/${claim.id}/resolve`, { resolution: "written_off" }));

  const totals = async (report: string) =>
    (await owner.get(`/reports/${report}`)).body.meta.totals as Json;
  // 8,000 of sales; 5,600 of goods, 600 of late freight, 40 of demurrage, 1,500 under warranty, 100 of
  // exchange, 2,800 of claims
  const profit = 8000 - 5600 - 600 - 40 - 1500 - 100 - 2800;
  assertEquals((await totals("profit-and-loss")).profit, profit);
  for (const group_by of ["invoice", "product", "customer", "category", "shipment"]) {
    const { margin, ...margins } = await totals(`margins?group_by=${group_by}`);
    assertEquals([margins.profit, margin + margins.on_no_line], [profit, profit], group_by);
  }
  const beside = (await owner.get("/reports/margins")).body.meta.on_no_line;
  const of = (number: string) =>
    beside.find((each: Json) => each.account_number === number)?.amount;
  assertEquals(["5210", "5300", "5410", "5500"].map(of), [-40, -1500, -2800, -100]);
});
