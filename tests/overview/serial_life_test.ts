import { addMonths } from "../../domain/business/calendar.ts";
import { businessDate } from "../../domain/business/business.ts";
import { serialLife } from "../../domain/overview/find_serial_life.ts";
import type { Json } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertRefused, done, made } from "../support/receiving.ts";
import { importer, RMAS } from "../support/serials.ts";

const today = businessDate();

Deno.test("GET /serials/:serial tells the whole life of a machine in one answer", async (t) => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  const { owner, customer, supplier } = shop;
  const product = await shop.product({ model: "CNC-1325" });

  await t.step("nobody has heard of it: 404", async () => {
    for (const path of ["SN-100", "SN%00", "%FF", "%20", "x".repeat(3000)]) {
      assertRefused(await owner.get(`/serials/${path}`), 404, "not_found");
    }
  });

  await t.step("received: from which shipment, with which receipt, at what cost", async () => {
    const receipt = await shop.receive(product, ["SN-100", "SN-101"]);
    const life = await shop.life("SN-100");
    assertEquals([life.status, life.product.id, life.serial], ["in_stock", product.id, "SN-100"]);
    assertEquals(
      [life.receipt.id, life.receipt.unit_cost, life.shipment.id, life.shipment.landed_unit_cost],
      [receipt.id, 100, receipt.shipment_id, 100],
    );
    assertEquals([life.shipment.supplier_name, life.invoice], [supplier.name, null]);
    assertEquals(life.warranty.covered, false);
    assertEquals(life.events.map((event: Json) => [event.kind, event.source_reference_no]), [
      ["received", receipt.reference_no],
    ]);
  });

  await t.step("sold: to whom, for how much, how long it is covered", async () => {
    const invoice = made(await shop.sell(product, ["sn 100"]));
    const life = await shop.life("sn.100");
    assertEquals([life.status, life.serial], ["sold", "SN-100"], "found however it is typed");
    assertEquals(
      [life.invoice.id, life.invoice.customer_id, life.invoice.unit_price, life.invoice.cost],
      [invoice.id, customer.id, 150, 100],
    );
    assertEquals([life.invoice.margin, life.invoice.warranty_until], [50, addMonths(today, 12)]);
    assertEquals(
      [life.warranty.covered, life.warranty.invoice_id, life.events.at(-1).customer_name],
      [true, invoice.id, "Rahim"],
    );
  });

  let rma: Json;
  await t.step("a ticket and an RMA are filled in from it", async () => {
    const ticket = made(
      await owner.post("/service-tickets", {
        customer_id: customer.id,
        problem_description: "No ink",
        serial_number: "SN100",
      }),
    );
    assertEquals([ticket.machine_model, ticket.is_warranty], ["CNC-1325", true]);
    assertEquals(await shop.status("SN-100"), "in_service");
    rma = await shop.rma({ serial_number: "sn-100" });
    assertEquals(
      [rma.customer_id, rma.customer_name, rma.customer_phone, rma.machine_model, rma.supplier_id],
      [customer.id, "Rahim", "01712345678", "CNC-1325", supplier.id],
    );
    const life = await shop.life("SN-100");
    assertEquals(life.tickets.map((row: Json) => row.id), [ticket.id]);
    assertEquals(life.rmas.map((row: Json) => row.id), [rma.id]);
    done(await owner.put(`/service-tickets/${ticket.id}`, { status: "closed" }));
  });

  await t.step("to the supplier and back", async () => {
    await shop.move(rma, "sent_to_supplier");
    assertEquals(await shop.status("SN-100"), "at_supplier");
    await shop.move(rma, "under_repair");
    await shop.move(rma, "received_back");
    assertEquals(await shop.status("SN-100"), "returned");
    await shop.move(rma, "delivered_to_customer");
    assertEquals(await shop.status("SN-100"), "sold");
    assertEquals(await shop.kinds("SN-100"), [
      "received",
      "sold",
      "ticket_opened",
      "rma_opened",
      "ticket_closed",
      "rma_sent",
      "rma_returned",
      "rma_delivered",
    ]);
  });

  await t.step("the answer is what the contract says, in one statement", async () => {
    const before = db.database.statements.count;
    serialLife.schema.parse(await shop.life("SN-100"));
    assertEquals(db.database.statements.count - before, 2, "the session and the life");
  });

  await t.step(
    "a part has a life too, and a ticket's new serial takes the case along",
    async () => {
      await shop.receive(product, ["P/1"]);
      const ticket = made(
        await owner.post("/service-tickets", {
          customer_id: customer.id,
          problem_description: "No ink",
          serial_number: "OWN-1",
        }),
      );
      const part = { product_id: product.id, quantity: 1, serial_number: "p1" };
      made(await owner.post(`/service-tickets/${ticket.id}/parts`, part));
      assertEquals(await shop.status("P/1"), "installed");
      assertEquals((await shop.life("P/1")).tickets.map((row: Json) => row.id), [ticket.id]);
      done(await owner.put(`/service-tickets/${ticket.id}`, { serial_number: "OWN-2" }));
      assertEquals([await shop.status("OWN-1"), await shop.status("OWN-2")], [
        "known",
        "in_service",
      ]);
      assertEquals((await shop.life("OWN-1")).tickets, []);
      assertRefused(
        await owner.post(`/service-tickets/${ticket.id}/parts`, {
          ...part,
          serial_number: "SN-100",
        }),
        409,
        "serial_not_in_stock",
      );
    },
  );

  await t.step("a board's case is the board's; its machine is only named", async () => {
    const board = await shop.rma({ serial_number: "SN-101", board_serial_number: "BD-1" });
    await shop.move(board, "sent_to_supplier");
    assertEquals([await shop.status("BD-1"), await shop.status("SN-101")], [
      "at_supplier",
      "in_stock",
    ]);
    assertEquals((await shop.life("SN-101")).rmas.map((row: Json) => row.id), [board.id]);
    done(await owner.patch(`${RMAS}/${board.id}`, { board_serial_number: null }));
    assertEquals([await shop.status("BD-1"), await shop.status("SN-101")], [
      "known",
      "at_supplier",
    ]);
  });

  await t.step("the customer's machines are what he bought and what he brought", async () => {
    const { machines } = done(await owner.get(`/customers/${customer.id}`));
    assertEquals(
      machines.map((row: Json) => [row.serial_number, row.status, row.sold_on, row.serviced_on]),
      [["sn 100", "sold", today, today], ["OWN-2", "in_service", null, today]],
    );
  });

  await t.step("search and the list find it", async () => {
    const { data } = (await owner.get("/search?q=SN100&kind=serial")).body;
    assertEquals(
      data.map((hit: Json) => [hit.kind, hit.matched, hit.rank, hit.status]),
      [["serial", "serial", 1, "sold"]],
    );
    const list = async (query: string) =>
      (await owner.get(`/serials?${query}`)).body.data.map((row: Json) => row.serial);
    assertEquals(await list("sort=serial"), ["BD-1", "OWN-1", "OWN-2", "P/1", "SN-100", "SN-101"]);
    assertEquals(await list("status=sold,installed&sort=serial"), ["P/1", "SN-100"]);
    assertEquals(await list(`search=n.1&product_id=${product.id}`), ["SN-101", "SN-100"]);
    assertEquals(await list("search=%2F"), ["P/1"], "signs alone are looked for as written");
    assertEquals((await owner.get("/serials?status=lost")).status, 422);
    const [row] = (await owner.get("/serials?status=sold&include_total=true")).body.data;
    assertMatch(row.title, /^SN-100 – Printer$/);
  });

  await t.step("what one piece brought is less the discount of the whole invoice", async () => {
    await shop.receive(product, ["SN-900"]);
    made(await shop.sell(product, ["SN-900"], { discount: 30 }));
    const { unit_price, net_price, margin } = (await shop.life("SN-900")).invoice;
    assertEquals([unit_price, net_price, margin], [150, 120, 20]);
  });
});

Deno.test("serials are read by everyone, as far as each may read what stands in them", async () => {
  await using db = await freshDatabase();
  const shop = await importer(db.database);
  const product = await shop.product();
  await shop.receive(product, ["SN-1"]);
  made(await shop.sell(product, ["SN-1"]));
  made(
    await shop.owner.post("/service-tickets", {
      customer_id: shop.customer.id,
      problem_description: "No ink",
      serial_number: "SN-1",
    }),
  );
  const seen: Record<string, unknown> = {};
  for (
    const role of [
      "owner",
      "accounts",
      "sales",
      "service_manager",
      "engineer",
      "store",
      "office_staff",
    ] as const
  ) {
    const caller = await shop.as(role);
    const life = await shop.life("SN-1", caller);
    assertEquals(life.warranty.covered, true, role);
    seen[role] = [
      life.shipment && ("landed_unit_cost" in life.shipment ? "costed" : "seen"),
      life.receipt && ("unit_cost" in life.receipt ? "costed" : "seen"),
      life.invoice && ("margin" in life.invoice && "cost" in life.invoice ? "costed" : "seen"),
      life.tickets.length,
      life.events.map((event: Json) => event.source_type).join(" "),
      life.events.length > 0 && "customer_name" in life.events[0],
      life.events.length > 0 && "supplier_name" in life.events[0],
    ];
    assertEquals((await caller.get("/serials")).body.data.length, 1);
  }
  assertEquals(seen, {
    owner: ["costed", "costed", "costed", 1, "receipt invoice ticket", true, true],
    accounts: ["costed", "costed", "costed", 1, "receipt invoice ticket", true, true],
    sales: ["seen", null, "seen", 0, "invoice", true, false],
    service_manager: ["seen", null, null, 1, "ticket", true, true],
    engineer: ["seen", null, null, 0, "", false, false],
    store: ["seen", "seen", null, 1, "receipt ticket", false, true],
    office_staff: ["seen", null, null, 0, "", false, false],
  });
});
