import { businessDate } from "../../domain/business/business.ts";
import type { Json } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, assertRefused, done, made, RECEIPTS } from "../support/receiving.ts";
import { importer } from "../support/serials.ts";

Deno.test("a piece is sold once, until its sale is void", async (t) => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  const product = await shop.product();
  await shop.receive(product, ["A-1", "A-2", "A-3"]);
  const first = made(await shop.sell(product, ["A-1"]));

  await t.step(
    "again, however it is spelt, it is a conflict and nothing is left of it",
    async () => {
      const again = await shop.sell(product, ["a1"]);
      assertRefused(again, 409, "serial_not_in_stock");
      assertMatch(again.body.detail, /conflict.*a1 is not in stock, it is sold/i);
      assertEquals(await shop.kinds("A-1"), ["received", "sold"]);
      const { stock_qty } = done(await shop.owner.get(`/products/${product.id}`));
      assertEquals(stock_qty, 2);
    },
  );

  await t.step("a void brings it back, and it can be sold again", async () => {
    done(await shop.owner.post(`/invoices/${first.id}/void`, { reason: "wrong customer" }));
    const life = await shop.life("A-1");
    assertEquals([life.status, life.invoice, life.warranty.covered], ["in_stock", null, false]);
    const second = made(await shop.sell(product, ["A-1"]));
    assertEquals((await shop.life("A-1")).invoice.id, second.id);
    assertEquals(await shop.kinds("A-1"), ["received", "sold", "sale_undone", "sold"]);
  });

  await t.step("twice in one document is refused, in one line or two", async () => {
    assertInvalid(await shop.sell(product, ["A-2", "a.2"]), "items.1.serial_numbers");
    const line = {
      product_id: product.id,
      quantity: 2,
      unit_price: 1,
      serial_numbers: ["A-2", "A2"],
    };
    assertInvalid(await shop.sell(product, [], { items: [line] }), "items.0.serial_numbers");
    assertEquals(await shop.status("A-2"), "in_stock");
  });

  await t.step("more serials than pieces are refused", async () => {
    const line = {
      product_id: product.id,
      quantity: 1,
      unit_price: 1,
      serial_numbers: ["A-2", "A-3"],
    };
    assertInvalid(await shop.sell(product, [], { items: [line] }), "items.0.serial_numbers");
  });

  await t.step("a number nobody has heard of is entered, and voided it is in stock", async () => {
    const sold = made(await shop.sell(product, ["NEW-1"]));
    assertEquals(await shop.kinds("NEW-1"), ["sold"]);
    done(await shop.owner.post(`/invoices/${sold.id}/void`, { reason: "wrong" }));
    assertEquals(await shop.status("NEW-1"), "in_stock");
  });

  await t.step("in stock as another product is no stock of this one", async () => {
    const other = await shop.product({ name: "Cutter", opening_stock: 3 });
    assertRefused(await shop.sell(other, ["A-2"]), 409, "serial_not_in_stock");
  });

  await t.step("at the supplier it is not here to be sold", async () => {
    const rma = await shop.rma({ serial_number: "A-3", customer_name: "Stock" });
    await shop.move(rma, "sent_to_supplier");
    assertRefused(await shop.sell(product, ["A-3"]), 409, "serial_not_in_stock");
    await shop.move(rma, "received_back");
    made(await shop.sell(product, ["A-3"]));
  });

  await t.step("a product without serials of its own refuses nothing", async () => {
    const ink = await shop.product({ name: "Ink", is_serialized: false, opening_stock: 5 });
    made(await shop.sell(ink, ["LOT-7"]));
    made(await shop.sell(ink, ["LOT-7", "lot 7"]));
    assertEquals(await shop.status("LOT-7"), "sold");
  });

  await t.step("a dry run leaves no trace", async () => {
    const items = [{
      product_id: product.id,
      quantity: 1,
      unit_price: 1,
      serial_numbers: ["DRY-1"],
    }];
    done(await shop.owner.post("/invoices?dry_run=true", { customer_id: shop.customer.id, items }));
    assertRefused(await shop.owner.get("/serials/DRY-1"), 404, "not_found");
  });
});

Deno.test("stock by hand and reversed receipts stand in the log", async (t) => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  const product = await shop.product();
  const move = (type: string, serial_numbers: string[], quantity = serial_numbers.length) =>
    shop.owner.post("/products/stock-movement", {
      product_id: product.id,
      type,
      quantity,
      serial_numbers,
      reason: "found",
    });

  await t.step("in, out, and out again", async () => {
    const movement = made(await move("in", ["H-1"]));
    const [event] = (await shop.life("h1")).events;
    assertEquals(
      [event.kind, event.source_type, event.source_reference_no, event.note, event.date],
      ["stock_in", "stock_movement", movement.reference_no, "found", businessDate()],
    );
    made(await move("out", ["H-1"]));
    assertEquals(await shop.status("H-1"), "removed");
    made(await move("in", ["H-2"]));
    assertRefused(await move("out", ["H-1"]), 409, "serial_not_in_stock");
    assertInvalid(await move("in", ["H-3", "h3"]), "serial_numbers");
    const again = await move("in", ["H-3", "h2"]);
    assertRefused(again, 409, "serial_in_stock");
    assertEquals([again.body.serial, again.body.serial_status], ["h2", "in_stock"]);
    assertRefused(await move("adjustment", ["H-2"]), 409, "serial_in_stock");
    assertEquals((await shop.owner.get(`/products/${product.id}`)).body.data.stock_qty, 1);
    made(await move("adjustment", ["H-2"], -1));
    assertEquals(await shop.kinds("H-2"), ["stock_in", "stock_out"]);
  });

  await t.step("a reversed receipt takes its pieces back", async () => {
    const receipt = await shop.receive(product, ["R-1"], { serial_numbers: ["R-1"] });
    made(await shop.owner.post(`${RECEIPTS}/${receipt.id}/reverse`, { reason: "miscounted" }));
    const life = await shop.life("R-1");
    assertEquals([life.status, life.receipt, life.shipment], ["removed", null, null]);
    assertEquals(await shop.kinds("R-1"), ["received", "receipt_reversed"]);
    await shop.receive(product, ["R-1"]);
    assertEquals(await shop.status("R-1"), "in_stock");
  });

  await t.step("but not when one of them is sold, though others are in stock", async () => {
    const receipt = await shop.receive(product, ["R-2"]);
    made(await shop.sell(product, ["R-2"]));
    const refused = await shop.owner.post(`${RECEIPTS}/${receipt.id}/reverse`, { reason: "x" });
    assertRefused(refused, 409, "serial_not_in_stock");
    assertEquals(done(await shop.owner.get(`${RECEIPTS}/${receipt.id}`)).status, "posted");
  });

  await t.step(
    "a receipt names no piece twice, and part of an item says nothing of which",
    async () => {
      const shipment = made(
        await shop.owner.post("/import-logistics/shipments", {
          supplier_id: shop.supplier.id,
          currency: "BDT",
          items: [{
            product_name: "Printer",
            product_id: product.id,
            ordered_qty: 3,
            serial_numbers: ["T-1", "T-2", "T-3"],
          }],
        }),
      );
      const line = (more: Json) => ({ shipment_item_id: shipment.items[0].id, ...more });
      const receive = (items: Json[]) =>
        shop.owner.post(RECEIPTS, { shipment_id: shipment.id, items });
      assertInvalid(
        await receive([
          line({ received_qty: 1, serial_numbers: ["T-1"] }),
          line({ received_qty: 1, serial_numbers: ["t1"] }),
        ]),
        "items.1.serial_numbers",
      );
      const part = made(await receive([line({ received_qty: 2 })]));
      done(await shop.owner.patch(`${RECEIPTS}/${part.id}/approve`));
      done(await shop.owner.post(`${RECEIPTS}/${part.id}/post-stock`));
      assertRefused(await shop.owner.get("/serials/T-1"), 404, "not_found");
    },
  );
});
