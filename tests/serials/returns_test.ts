import { verifyBooks } from "../../domain/books/verify_books.ts";
import { findSale } from "../../domain/warranty/find_sale.ts";
import { actorWith, type Json, testAuditKeys } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { done, made } from "../support/receiving.ts";
import { importer } from "../support/serials.ts";
import { anEmptyStorage } from "../uploads/storage.ts";
import { daysAgo } from "../sales/shop.ts";

/** An importer with two printers, A-1 and A-2, sold to Rahim ten days ago by one line. */
async function soldPrinters() {
  const db = await freshDatabase();
  const shop = await importer(db.database);
  const product = await shop.product({ opening_stock: 1 });
  await shop.owner.post("/products/stock-movement", {
    product_id: product.id,
    type: "in",
    quantity: 2,
    unit_cost: 100,
    reason: "Bought",
    movement_date: daysAgo(20),
    serial_numbers: ["A-1", "A-2"],
  });
  const karim = made(await shop.owner.post("/customers", { name: "Karim" }));
  const sell = async (customer_id: number, serial_numbers: string[], invoice_date?: string) =>
    made(
      await shop.owner.post("/invoices", {
        customer_id,
        invoice_date,
        items: [{
          product_id: product.id,
          quantity: serial_numbers.length,
          unit_price: 150,
          serial_numbers,
        }],
      }),
    );
  const invoice = await sell(shop.customer.id, ["A-1", "A-2"], daysAgo(10));
  return {
    ...db,
    ...shop,
    karim,
    invoice,
    sell,
    async giveBack(serial: string, more: Json = {}): Promise<Json> {
      const item = { line: 1, quantity: 1, serial_numbers: [serial], ...more };
      const path = `/invoices/${invoice.id}/returns`;
      return made(await shop.owner.post(path, { items: [item], reason: "Too slow" }));
    },
    reverse: (note: Json) =>
      shop.owner.post(`/credit-notes/${note.id}/reverse`, { reason: "Keeps it" }),
    async machines(customer: Json): Promise<string[]> {
      const { machines } = done(await shop.owner.get(`/customers/${customer.id}`));
      return machines.map((one: Json) => one.serial_number).toSorted();
    },
    async wrong(): Promise<Json[]> {
      await using storage = await anEmptyStorage();
      const options = { uploads: storage.uploads, keys: testAuditKeys };
      const report = await verifyBooks(db.database, actorWith("owner"), options);
      return report.checks.filter(({ ok }) => !ok);
    },
  };
}

Deno.test("a piece that came back is nobody's machine, under no warranty, and sold like new", async () => {
  await using shop = await soldPrinters();
  const { owner, customer, karim } = shop;
  const visit = { customer_id: customer.id, problem_description: "Slow", serial_number: "A-1" };
  const ticket = made(await owner.post("/service-tickets", visit));
  assertEquals(ticket.is_warranty, true);
  done(await owner.put(`/service-tickets/${ticket.id}`, { status: "closed" }));
  assertEquals(await shop.machines(customer), ["A-1", "A-2"]);
  const note = await shop.giveBack("a 1");
  const { status, invoice, warranty, events } = await shop.life("A-1");
  assertEquals([status, invoice, warranty.covered], ["in_stock", null, false]);
  const { kind, source_type, source_reference_no } = events.at(-1);
  assertEquals([kind, source_type, source_reference_no], [
    "sale_returned",
    "credit_note",
    note.reference_no,
  ]);
  assertEquals(await shop.machines(customer), ["A-2"]);
  const rma = await shop.rma({ machine_serial_number: "A-1" });
  assertEquals([rma.customer_id, rma.warranty.covered], [null, false]);
  await shop.move(rma, "cancelled");
  // what was opened while it was his is judged as it was then
  const earlier = await findSale(shop.database, "A-1", `${daysAgo(1)}T06:00:00Z`);
  assertEquals(earlier?.invoice_id, shop.invoice.id);

  await shop.sell(karim.id, ["A-1"]);
  assertEquals(await shop.machines(karim), ["A-1"]);
  const sold = await shop.life("A-1");
  assertEquals([sold.status, sold.invoice.customer_id, sold.warranty.covered], [
    "sold",
    karim.id,
    true,
  ]);
  const late = await shop.reverse(note);
  assertEquals([late.status, late.body.code], [409, "serial_not_in_stock"]);
  assertEquals(await shop.wrong(), []);
});

Deno.test("a return that is reversed sells the piece again, good or faulty", async (t) => {
  await using shop = await soldPrinters();
  const cases: [string, string, string[]][] = [
    ["good", "in_stock", ["sale_returned", "return_undone"]],
    ["faulty", "removed", ["sale_returned", "stock_out", "return_undone", "return_undone"]],
  ];
  for (const [condition, place, kinds] of cases) {
    await t.step(condition, async () => {
      const before = await shop.kinds("A-1");
      const note = await shop.giveBack("A-1", { condition });
      assertEquals(await shop.status("A-1"), place);
      assertEquals(await shop.machines(shop.customer), ["A-2"]);
      done(await shop.reverse(note));
      const { status, invoice, warranty } = await shop.life("A-1");
      assertEquals([status, invoice.id, warranty.covered], ["sold", shop.invoice.id, true]);
      assertEquals((await shop.kinds("A-1")).slice(before.length), kinds);
      assertEquals(await shop.machines(shop.customer), ["A-1", "A-2"]);
      assertEquals(await shop.wrong(), []);
    });
  }
  await t.step("after another sale of it that was voided", async () => {
    const note = await shop.giveBack("A-1");
    const { id } = await shop.sell(shop.karim.id, ["A-1"]);
    done(await shop.owner.post(`/invoices/${id}/void`, { reason: "Changed his mind" }));
    done(await shop.reverse(note));
    assertEquals((await shop.life("A-1")).invoice.id, shop.invoice.id);
    assertEquals(await shop.wrong(), []);
  });
});
