import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { daysAgo, made, openShop, today } from "../sales/shop.ts";

Deno.test("cash by day adds up what came in and went out, without what was reversed", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const supplier = made(await owner.post("/suppliers", { name: "Guangzhou Ink", currency: "USD" }));
  const shipment = made(
    await owner.post("/import-logistics/shipments", {
      supplier_id: supplier.id,
      currency: "USD",
      exchange_rate: 120,
      items: [{ product_name: "Ink", ordered_qty: 5, purchase_value: 100 }],
    }),
  );
  const enter = async (fields: Json) =>
    made(
      await owner.post("/import-logistics/supplier-ledger", {
        supplier_id: supplier.id,
        particulars: "By the bank",
        exchange_rate: 120,
        ...fields,
      }),
    );
  const cost = async (fields: Json) =>
    made(await owner.post(`/import-logistics/shipments/${shipment.id}/costs`, fields));

  made(await shop.pay({ amount: 500.25 }));
  made(await shop.pay({ amount: 100, payment_date: daysAgo(3), customer_id: 2 }));
  const bounced = made(await shop.pay({ amount: 77 }));
  made(await owner.post(`/payments/${bounced.id}/reverse`, { reason: "cheque bounced" }));
  await enter({ debit: 2, entry_type: "payment" }); // 240.00
  await enter({ debit: 1.5, entry_type: "advance", entry_date: daysAgo(3) }); // 180.00
  await enter({ debit: 9, entry_type: "credit_note" }); // no money moves
  await enter({ credit: 50, entry_type: "purchase" });
  const wrong = await enter({ debit: 4, entry_type: "payment" });
  made(
    await owner.post(`/import-logistics/supplier-ledger/${wrong.id}/reverse`, { reason: "twice" }),
  );
  const costBody = { currency: "BDT", allocation_method: "value" };
  await cost({ ...costBody, cost_head: "freight", amount: 60.5 });
  await cost({ ...costBody, cost_head: "vat", amount: 9.5 });
  const reversed = await cost({ ...costBody, cost_head: "labour", amount: 5 });
  made(
    await owner.post(
      `/import-logistics/shipments/${shipment.id}/costs/${reversed.id}/reverse`,
      { reason: "wrong shipment" },
    ),
  );

  const { data, meta } = (await owner.get("/reports/cash-by-day?sort=entry_date")).body;
  assertEquals(
    data.map((row: Json) => [
      row.entry_date,
      row.id,
      row.cash_in,
      row.paid_to_suppliers,
      row.import_costs,
      row.cash_out,
      row.net,
    ]),
    [
      [daysAgo(3), Number(daysAgo(3).replaceAll("-", "")), 100, 180, 0, 180, -80],
      [today, Number(today.replaceAll("-", "")), 500.25, 240, 70, 310, 190.25],
    ],
  );
  assertEquals(meta.totals, {
    cash_in: 600.25,
    paid_to_suppliers: 420,
    import_costs: 70,
    cash_out: 490,
    net: 110.25,
  });
  const recent = (await owner.get(`/reports/cash-by-day?from=${daysAgo(2)}&to=${today}`)).body;
  assertEquals(recent.data.map((row: Json) => row.entry_date), [today]);
  assertEquals(recent.meta.totals.net, 190.25);
});
