import sql from "sql-template-tag";
import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, assertRefused, done, made } from "../support/receiving.ts";
import { TICKETS, workshop } from "../support/service.ts";
import { journal } from "../sales/entries.ts";
import { daysAgo, today } from "../sales/shop.ts";

Deno.test("parts leave stock on the day on which they were used, never before their ticket", async () => {
  await using db = await freshDatabase();
  const { owner, engineer, ticket, product } = await workshop(db.database);
  const head = await product(5);
  const late = await product(0);
  const { id } = await ticket({ assigned_to: engineer.userId });
  await db.database.query(sql`
    update service_tickets set created_at = created_at - interval '9 days' where id = ${id}`);
  const use = (body: Json, by = owner) => by.post(`${TICKETS}/${id}/parts`, body);
  const one = { product_id: head.id, quantity: 1, unit_price: 12 };
  assertInvalid(await use({ ...one, date: daysAgo(10) }), "date");
  assertRefused(await use({ ...one, date: daysAgo(-1) }), 422, "date_in_future");
  assertRefused(await use({ ...one, date: daysAgo(8) }, engineer), 422, "backdated_too_far");
  done(await owner.put("/settings", { closed_through: daysAgo(7) }));
  assertRefused(await use({ ...one, date: daysAgo(7) }), 409, "period_closed");
  const paid = made(await use({ ...one, date: daysAgo(6) }, engineer));
  assertEquals([paid.used_on, paid.created_at.slice(0, 4)], [daysAgo(6), today.slice(0, 4)]);
  const free = made(
    await use({ parts: [{ ...one, quantity: 2, is_warranty: true }, one], date: daysAgo(5) }),
  );
  assertEquals(free.map((part: Json) => part.used_on), [daysAgo(5), daysAgo(5)]);
  assertEquals(made(await use(one)).used_on, today);
  assertEquals(await journal(db.database, "ticket"), [
    `${daysAgo(6)} billed_part 5100 Dr 10.00, 1100 Cr 10.00`,
    `${daysAgo(5)} warranty_part 5300 Dr 20.00, 1100 Cr 20.00`,
    `${daysAgo(5)} billed_part 5100 Dr 10.00, 1100 Cr 10.00`,
    `${today} billed_part 5100 Dr 10.00, 1100 Cr 10.00`,
  ]);
  const { movement_id } = paid;
  const movement = done(await owner.get(`/products/stock-movements/${movement_id}`));
  assertEquals(movement.movement_date, daysAgo(6));

  // it came only two days ago
  made(
    await owner.post("/products/stock-movement", {
      product_id: late.id,
      type: "in",
      quantity: 3,
      unit_cost: 4,
      reason: "bought",
      movement_date: daysAgo(2),
    }),
  );
  const early = await use({ ...one, product_id: late.id, date: daysAgo(3) });
  assertRefused(early, 409, "insufficient_stock");
  assertEquals(early.body.day, daysAgo(3));
  const of = { ...one, product_id: late.id };
  const several = await use({ parts: [{ ...of, quantity: 2 }, of], date: daysAgo(3) });
  assertRefused(several, 409, "insufficient_stock");
  assertEquals([several.body.wanted, several.body.available], [3, 0]);
});
