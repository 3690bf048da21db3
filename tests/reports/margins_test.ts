import fc from "fast-check";
import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { daysAgo, made, openShop, today } from "../sales/shop.ts";

const figures = (row: Json) => [
  row.title,
  row.invoices,
  row.revenue,
  row.cost,
  row.margin,
  row.margin_percent,
];

function isoWeek(date: string): { year: number; week: number } {
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(date);
  return { year: yearOfWeek!, week: weekOfYear! };
}

Deno.test("margins group the same sums by invoice, product, customer, week and month", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const read = async (query: string) => (await owner.get(`/reports/margins?${query}`)).body;
  const bolt = { product_id: 1, quantity: 3, unit_price: 10 }; // costs 10.00 of 33.33
  const work = { description: "Fitting", quantity: 1, unit_price: 70 };
  made(await shop.sell(3, { items: [bolt, work], discount: 0.1, vat_percent: 15 }));
  made(await shop.sell(1, { customer_id: 2 }));
  const wrong = made(await shop.sell(1));
  assertEquals((await owner.post(`/invoices/${wrong.id}/void`, { reason: "wrong" })).status, 200);
  made(await shop.bill(5, { invoice_date: daysAgo(400) }));

  const [second, first] = (await read(`from=${today}`)).data;
  assertEquals(first.title, `${first.reference_no} – Rahim`);
  assertEquals(figures(first).slice(1), [1, 99.9, 10, 89.9, 89.99]);
  assertEquals(figures(second).slice(1), [1, 10, 3.33, 6.67, 66.7]);

  const products = await read(`group_by=product&from=${today}&sort=id`);
  assertEquals(products.data.map((row: Json) => [row.id, ...figures(row).slice(1)]), [
    [0, 1, 69.93, 0, 69.93, 100],
    [1, 2, 39.97, 13.33, 26.64, 66.65],
  ]);
  assertEquals(products.data[0].title, "Services");

  const customers = await read(`group_by=customer&from=${today}&sort=id`);
  assertEquals(customers.data.map(figures), [
    ["Rahim", 1, 99.9, 10, 89.9, 89.99],
    ["Karim", 1, 10, 3.33, 6.67, 66.7],
  ]);

  const months = await read("group_by=month&sort=id");
  assertEquals(months.data.map((row: Json) => [row.reference_no, row.revenue]), [
    [daysAgo(400).slice(0, 7), 5],
    [today.slice(0, 7), 109.9],
  ]);
  const weeks = await read(`group_by=week&from=${today}`);
  const { year, week } = isoWeek(today);
  assertEquals(weeks.data.map((row: Json) => [row.id, row.reference_no, row.revenue, row.margin]), [
    [year * 100 + week, `${year}-W${String(week).padStart(2, "0")}`, 109.9, 96.57],
  ]);
  for (const { meta } of [products, customers, weeks]) {
    const { revenue, cost, margin } = meta.totals;
    assertEquals({ revenue, cost, margin }, { revenue: 109.9, cost: 13.33, margin: 96.57 });
  }
});

Deno.test("margins count the parts that a service ticket billed, not those under warranty", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const ticket = made(
    await owner.post("/service-tickets", {
      customer_id: 1,
      problem_description: "Head clogged",
      service_cost: 50,
    }),
  );
  const part = (fields: Json) =>
    owner.post(`/service-tickets/${ticket.id}/parts`, { product_id: 1, quantity: 1, ...fields });
  made(await part({ unit_price: 20, is_warranty: false })); // costs 3.33
  made(await part({ is_warranty: true }));
  made(await owner.post(`/service-tickets/${ticket.id}/invoice`, {}));
  for (const group of ["invoice", "product", "customer", "week", "month"]) {
    const { data } = (await owner.get(`/reports/margins?group_by=${group}`)).body;
    assertEquals(data.map((row: Json) => figures(row).slice(2, 5)), [[70, 3.33, 66.67]], group);
  }
});

Deno.test("an invoice's discount is shared over its lines without losing a paisa", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  for (let sku = 2; sku <= 5; sku++) {
    made(
      await owner.post("/products", { name: `P${sku}`, opening_stock: 1000000, purchase_price: 0 }),
    );
  }
  const cents = (max: number) => fc.integer({ min: 0, max }).map((n) => n / 100);
  await fc.assert(
    fc.asyncProperty(
      fc.array(cents(9999), { minLength: 1, maxLength: 4 }),
      cents(500),
      async (prices, off) => {
        const items = prices.map((unit_price, i) => ({
          product_id: i + 2,
          quantity: 1,
          unit_price,
        }));
        const answer = await owner.post("/invoices", { customer_id: 1, items, discount: off });
        if (answer.status === 422) return; // the discount is more than the whole
        const { id, subtotal, discount } = made(answer);
        const path = `/reports/margins?group_by=product&from=${today}`;
        const { data, meta } = (await owner.get(path)).body;
        const minor = (amount: number) => Math.round(amount * 100);
        assertEquals(minor(meta.totals.revenue), minor(subtotal) - minor(discount));
        for (const row of data) {
          const line = prices[row.id - 2];
          const exact = subtotal === 0 ? 0 : line - discount * line / subtotal;
          assertEquals(Math.abs(row.revenue - exact) < 0.0101, true, `${row.revenue} for ${exact}`);
        }
        assertEquals((await owner.post(`/invoices/${id}/void`, { reason: "next" })).status, 200);
      },
    ),
    { numRuns: 25 },
  );
});
