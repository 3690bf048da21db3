import { type Answer, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

function refused(answer: Answer, setting: string): Json {
  assertEquals([answer.status, answer.body.code], [403, "beyond_limit"], answer.body.detail);
  assertEquals([answer.body.setting, answer.body.permission], [setting, "limits.exceed"]);
  return answer.body;
}

function made(answer: Answer): Json {
  assert(answer.status === 201 || answer.status === 200, JSON.stringify(answer.body));
  return answer.body.data;
}

async function office() {
  const db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, manager, sales, accounts, store] = await Promise.all(
    (["owner", "manager", "sales", "accounts", "store"] as const).map((role) => as(role)),
  );
  made(await owner.post("/customers", { name: "Rahim" }));
  const stocked = async (fields: Json) =>
    made(
      await owner.post("/products", {
        name: "Pump",
        opening_stock: 100,
        purchase_price: 70,
        ...fields,
      }),
    ).id as number;
  return { ...db, owner, manager, sales, accounts, store, stocked };
}

Deno.test("sales go below the selling price as far as the settings say", async (t) => {
  await using w = await office();
  const priced = await w.stocked({ selling_price: 100 });
  const unpriced = await w.stocked({});
  const bill = (by: typeof w.sales, line: Json, fields: Json = {}) =>
    by.post("/invoices", {
      customer_id: 1,
      items: [{ product_id: priced, quantity: 2, ...line }],
      ...fields,
    });

  await t.step("half the price off and no more, unless set", async () => {
    made(await bill(w.sales, { unit_price: 50 }));
    const { fields, limit } = refused(await bill(w.sales, { unit_price: 49.99 }), "discount_limit");
    assertEquals([limit, fields], [50, { "items.0": 100 }]);
    for (
      const line of [
        { unit_price: 0 },
        { unit_price: 100, discount_percent: 100 },
        { unit_price: 100, discount: 100.01 },
      ]
    ) refused(await bill(w.sales, line), "discount_limit");
    refused(await bill(w.accounts, { unit_price: 0 }), "discount_limit");
    made(await bill(w.manager, { unit_price: 0 }));
  });

  await t.step("the invoice's discount counts, and VAT inside does not", async () => {
    refused(await bill(w.sales, { unit_price: 100 }, { discount: 100.01 }), "discount_limit");
    made(await bill(w.sales, { unit_price: 100 }, { discount: 100 }));
    const inside = { vat_percent: 15, vat_included: true };
    made(await bill(w.sales, { unit_price: 57.5 }, inside));
    refused(await bill(w.sales, { unit_price: 57.48 }, inside), "discount_limit");
  });

  await t.step(
    "VAT taken out of the list price is no discount, whatever it rounds to",
    async () => {
      made(await w.manager.put("/settings", { discount_limit: 0 }));
      const odd = await w.stocked({ selling_price: 33.33 });
      const price = { vat_percent: 15, vat_included: true };
      for (const quantity of [1, 2, 3, 7]) {
        const items = Array.from(
          { length: 3 },
          () => ({ product_id: odd, quantity, unit_price: 38.33 }),
        );
        made(await bill(w.sales, {}, { ...price, items }));
      }
      refused(await bill(w.sales, { product_id: odd, unit_price: 38.3 }, price), "discount_limit");
      made(await w.manager.put("/settings", { discount_limit: 50 }));
    },
  );

  await t.step("what is dear does not make up for what is given away", async () => {
    const items = [
      { product_id: priced, quantity: 1, unit_price: 500 },
      { product_id: priced, quantity: 1, unit_price: 1 },
    ];
    const { fields } = refused(await bill(w.sales, {}, { items }), "discount_limit");
    assertEquals(fields, { "items.1": 50 });
  });

  await t.step(
    "without a selling price, and of services, what is asked for one counts",
    async () => {
      made(await bill(w.sales, { product_id: unpriced, unit_price: 1 }));
      refused(await bill(w.sales, { product_id: unpriced, unit_price: 0 }), "discount_limit");
      const off = { product_id: unpriced, unit_price: 10, discount_percent: 51 };
      refused(await bill(w.sales, off), "discount_limit");
      const service = { product_id: undefined, description: "Visit", unit_price: 10 };
      made(await bill(w.sales, { ...service, discount_percent: 50 }));
      refused(await bill(w.sales, { ...service, discount_percent: 50.1 }), "discount_limit");
      made(await bill(w.sales, { ...service, unit_price: 0 })); // a visit may cost nothing
    },
  );

  await t.step("a ticket's bill is held to it too", async () => {
    const ticket = made(
      await w.owner.post("/service-tickets", {
        customer_id: 1,
        problem_description: "No ink",
        service_cost: 1000,
      }),
    );
    const path = `/service-tickets/${ticket.id}/invoice`;
    refused(await w.accounts.post(path, { discount: 501 }), "discount_limit");
    made(await w.accounts.post(path, { discount: 500 }));
  });

  await t.step("the manager sets another one; 100 is none", async () => {
    assertEquals((await w.sales.put("/settings", { discount_limit: 100 })).status, 403);
    made(await w.manager.put("/settings", { discount_limit: 10 }));
    refused(await bill(w.sales, { unit_price: 89.99 }), "discount_limit");
    made(await bill(w.sales, { unit_price: 90 }));
    made(await w.manager.put("/settings", { discount_limit: 100 }));
    made(await bill(w.sales, { unit_price: 0 }));
    const wrong = await w.manager.put("/settings", { discount_limit: 100.5 });
    assertEquals([wrong.status, Object.keys(wrong.body.errors)], [422, ["discount_limit"]]);
  });
});

Deno.test("store moves by hand as much as the settings say", async (t) => {
  await using w = await office();
  const id = await w.stocked({ selling_price: 100 });
  const move = (by: typeof w.store, quantity: number, more: Json = {}) =>
    by.post("/products/stock-movement", {
      product_id: id,
      type: "in",
      quantity,
      reason: "count",
      ...more,
    });
  const make = (opening_stock: number, more: Json = {}) =>
    w.store.post("/products", { name: "Ink", opening_stock, ...more });

  await t.step("10,000 pieces at a time, either way, unless set", async () => {
    made(await move(w.store, 10_000));
    refused(await move(w.store, 10_000.001), "stock_move_limit");
    made(await move(w.manager, 20_000));
    refused(await move(w.store, 10_001, { type: "out" }), "stock_move_limit");
    refused(await move(w.store, -10_001, { type: "adjustment" }), "stock_move_limit");
  });

  await t.step("nor does what a product is said to have at the start pass it", async () => {
    made(await make(10_000));
    refused(await make(1_000_000), "stock_move_limit");
  });

  await t.step("and worth so much at the selling price", async () => {
    made(await w.manager.put("/settings", { stock_move_value_limit: 5000, stock_move_limit: 60 }));
    made(await move(w.store, 50));
    refused(await move(w.store, 51), "stock_move_value_limit");
    refused(await move(w.store, 61), "stock_move_limit");
    made(await make(60)); // has no price: only its pieces count
    made(await w.manager.put("/settings", { stock_move_value_limit: null }));
    made(await move(w.store, 51));
  });
});

Deno.test("what is taken back beyond the limit needs who may exceed it", async () => {
  await using w = await office();
  const id = await w.stocked({ selling_price: 100 });
  const sell = async (quantity: number) =>
    made(
      await w.sales.post("/invoices", {
        customer_id: 1,
        items: [{ product_id: id, quantity, unit_price: 100 }],
      }),
    );
  const [first, second, third] = [await sell(3), await sell(2), await sell(3)];
  made(await w.owner.put("/settings", { void_limit: 200 }));
  const reason = { reason: "typed wrong" };
  refused(await w.sales.post(`/invoices/${first.id}/void`, reason), "void_limit");
  made(await w.sales.post(`/invoices/${second.id}/void`, reason));
  made(await w.manager.post(`/invoices/${first.id}/void`, reason));
  const back = (quantity: number) => ({ ...reason, items: [{ line: 1, quantity }] });
  refused(await w.sales.post(`/invoices/${third.id}/returns`, back(3)), "void_limit");
  made(await w.sales.post(`/invoices/${third.id}/returns`, back(2)));
});
