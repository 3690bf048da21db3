import sql from "sql-template-tag";
import { addMonths } from "../../domain/business/calendar.ts";
import { assertEquals, inTime } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertRefused, done, made } from "../support/receiving.ts";
import { importer, RMAS } from "../support/serials.ts";
import { daysAgo } from "../sales/shop.ts";

Deno.test("a replacement carries the warranty on", async (t) => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  const { owner } = shop;
  const product = await shop.product({ opening_stock: 20 });
  const soldOn = daysAgo(100);
  const invoice = made(await shop.sell(product, ["OLD-1"], { invoice_date: soldOn }));
  const rma = await shop.rma({ serial_number: "OLD-1" });

  await t.step("from the day it is named on the case, as long as the one it came for", async () => {
    await shop.move(rma, "replacement_approved", { replacement_serial_number: "NEW-1" });
    const [old, fresh] = [await shop.life("old-1"), await shop.life("new-1")];
    assertEquals([old.status, old.replaced_by.serial, old.replaces], ["replaced", "NEW-1", null]);
    assertEquals([fresh.status, fresh.replaces.rma_id], ["at_supplier", rma.id]);
    assertEquals([fresh.warranty.covered, fresh.warranty.invoice_id], [true, invoice.id]);
    assertEquals(
      fresh.warranty.reason,
      `Replaces OLD-1, sold on ${soldOn} with 12 months of warranty, until ${
        addMonths(soldOn, 12)
      }.`,
    );
    assertEquals([fresh.invoice, fresh.rmas.length], [null, 1], "it was not sold itself");
  });

  await t.step("delivered, it is with the customer and cannot be sold", async () => {
    await shop.move(rma, "delivered_to_customer");
    assertEquals(await shop.status("NEW-1"), "with_customer");
    assertRefused(await shop.sell(product, ["NEW-1"]), 409, "serial_not_in_stock");
  });

  await t.step("tickets and RMAs of the new one ask the old one's sale", async () => {
    const ticket = made(
      await owner.post("/service-tickets", {
        customer_id: shop.customer.id,
        problem_description: "Noise",
        serial_number: "new 1",
      }),
    );
    assertEquals(
      [ticket.is_warranty, ticket.warranty_end, ticket.warranty.invoice_id],
      [true, addMonths(soldOn, 12), invoice.id],
    );
    const second = await shop.rma({ serial_number: "NEW-1" });
    assertEquals(
      [second.warranty.covered, second.warranty.invoice_id, second.customer_name],
      [true, invoice.id, "Rahim"],
    );
    await shop.move(second, "received_back", { replacement_serial_number: "NEW-2" });
    const third = await shop.life("NEW-2");
    assertEquals([third.warranty.invoice_id, third.status], [invoice.id, "returned"]);
    assertEquals(await shop.status("NEW-1"), "replaced");
  });

  await t.step("another number on the case, or a case called off, takes it back", async () => {
    const corrected = await shop.rma({ serial_number: "C-1", customer_name: "Karim" });
    await shop.move(corrected, "sent_to_supplier", { replacement_serial_number: "C-2" });
    done(await owner.patch(`${RMAS}/${corrected.id}`, { replacement_serial_number: "C-3" }));
    assertEquals(
      [await shop.status("C-1"), await shop.status("C-2"), await shop.status("C-3")],
      ["replaced", "known", "at_supplier"],
    );
    assertEquals((await shop.life("C-2")).replaces, null);
    await shop.move(corrected, "cancelled");
    assertEquals(
      [await shop.status("C-1"), await shop.status("C-3"), (await shop.life("C-1")).replaced_by],
      ["known", "known", null],
    );
    await shop.move(corrected, "received_back");
    assertEquals([await shop.status("C-1"), await shop.status("C-3")], ["replaced", "returned"]);
  });

  await t.step("the same piece coming back is no replacement", async () => {
    const repaired = await shop.rma({ serial_number: "S-1", customer_name: "Karim" });
    await shop.move(repaired, "received_back", { replacement_serial_number: "s 1" });
    assertEquals(await shop.kinds("S-1"), ["rma_opened", "rma_returned"]);
  });
});

Deno.test("replacements that go round in a circle, or on and on, come to an end", async (t) => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  const product = await shop.product({ opening_stock: 20 });
  const replace = async (old: string, fresh: string) => {
    const rma = await shop.rma({ serial_number: old, customer_name: "Rahim" });
    return await shop.move(rma, "delivered_to_customer", { replacement_serial_number: fresh });
  };

  await t.step("in a circle that was sold once, every one is covered by that sale", async () => {
    const invoice = made(await shop.sell(product, ["A"]));
    await replace("A", "B");
    await replace("B", "C");
    const back = await replace("C", "A");
    for (const serial of ["A", "B", "C"]) {
      const { warranty } = await shop.life(serial);
      assertEquals([warranty.covered, warranty.invoice_id], [true, invoice.id], serial);
    }
    assertEquals(
      [await shop.status("A"), await shop.status("B"), await shop.status("C")],
      ["with_customer", "replaced", "replaced"],
    );
    assertEquals(done(await shop.owner.get(`${RMAS}/${back.id}`)).warranty.invoice_id, invoice.id);
  });

  await t.step("in one that was never sold, none is", async () => {
    await replace("X", "Y");
    await replace("Y", "X");
    for (const serial of ["X", "Y"]) {
      assertEquals((await shop.life(serial)).warranty.invoice_id, null, serial);
    }
  });

  await t.step("beyond twenty replacements nobody looks", async () => {
    const [{ id }] = await db.database.query<[{ id: number }]>(sql`
      insert into rmas (reference_no, customer_name, fault_description, machine_serial_number)
      values ('RMA-CHAIN', 'Rahim', 'dead', 'L-0') returning id`);
    const { id: invoiceId } = made(await shop.sell(product, ["L-0"]));
    await db.database.query(sql`
      insert into serials (serial) select 'L-' || n from generate_series(1, 3000) n`);
    await db.database.query(sql`
      insert into serial_events (serial_id, serial, kind, on_date, source_type, source_id,
        source_reference_no, other_serial_id)
      select new.id, new.serial, 'replaces', ${daysAgo(0)}::date, 'rma', ${id}, 'RMA-CHAIN', old.id
      from generate_series(1, 3000) n join serials new on new.serial = 'L-' || n
        join serials old on old.serial = 'L-' || n - 1`);
    const started = performance.now();
    assertEquals((await shop.life("L-20")).warranty.invoice_id, invoiceId);
    assertEquals((await shop.life("L-21")).warranty.invoice_id, null);
    assertEquals((await shop.life("L-3000")).warranty.invoice_id, null);
    const ms = performance.now() - started;
    console.log(`three lives over a chain of 3000: ${Math.round(ms)} ms`);
    inTime(ms, 10_000, "three lives over a chain of 3000");
  });
});
