import sql from "sql-template-tag";
import type { Caller, Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, assertRefused, done, made, warehouse } from "../support/receiving.ts";

const at = (caller: Caller, code: string) => caller.get(`/scan/${encodeURIComponent(code)}`);

async function scan(caller: Caller, code: string): Promise<Json> {
  return done(await at(caller, code));
}

/** What the code is, and what else it may be. */
async function verdict(caller: Caller, code: string): Promise<Json[]> {
  const { kind, path, exact, matches } = await scan(caller, code);
  return [kind, path, exact, matches.map((hit: Json) => `${hit.kind} ${hit.matched}`)];
}

Deno.test("a scanned code says what it is", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { owner } = w;
  const customer = made(
    await owner.post("/customers", { name: "Rahim Traders", phone: "01712-345678" }),
  );
  const product = made(
    await owner.post("/products", {
      name: "Inkjet printer",
      model: "X1",
      sku: "PRN-1",
      warranty_months: 12,
      is_serialized: true,
    }),
  );
  const shipment = await w.ship(
    [{ product_name: "Printer", product_id: product.id, ordered_qty: 2 }],
    { tracking_number: "TRK-77", container_number: "CSQU3054383", bl_number: "BL/77.12" },
  );
  await w.take(shipment.id, [
    {
      shipment_item_id: shipment.items[0].id,
      received_qty: 2,
      serial_numbers: ["SN-900", "SN-901"],
    },
  ]);
  const invoice = made(
    await owner.post("/invoices", {
      customer_id: customer.id,
      items: [{ product_id: product.id, quantity: 1, unit_price: 500, serial_numbers: ["SN-900"] }],
    }),
  );

  await t.step("a sold serial comes with what a new RMA needs", async () => {
    const { serial, ...rest } = await scan(owner, "sn-900");
    assertEquals(rest, {
      code: "sn-900",
      exact: true,
      matches: [],
      kind: "serial",
      id: null,
      reference_no: "SN-900",
      title: "Inkjet printer · SN-900",
      path: "#/serials/SN-900",
    });
    const { warranty, ...known } = serial;
    assertEquals(known, {
      serial_number: "SN-900",
      title: "Inkjet printer · SN-900",
      product_id: product.id,
      sku: "PRN-1",
      product_name: "Inkjet printer",
      machine_model: "X1",
      customer_id: customer.id,
      customer_name: "Rahim Traders",
      customer_phone: "01712-345678",
      supplier_id: w.supplierId,
      supplier_name: "Supplier One",
    });
    assertEquals([warranty.covered, warranty.invoice_id], [true, invoice.id]);
    const unsold = (await scan(owner, "SN-901")).serial;
    assertEquals([unsold.customer_id, unsold.warranty.covered], [null, false]);
  });

  await t.step("papers about a serial are listed beside it", async () => {
    const rma = made(
      await owner.post("/import-logistics/rmas", {
        machine_serial_number: "SN-900",
        machine_model: "X1 Pro",
        fault_description: "dead",
        customer_name: "Rahim Traders",
      }),
    );
    assertEquals(await verdict(owner, "sn900"), [
      "serial",
      "#/serials/SN-900",
      true,
      ["rma machine_serial_number"],
    ]);
    assertEquals((await scan(owner, "sn900")).serial.machine_model, "X1 Pro");
    assertEquals(await verdict(owner, rma.reference_no), [
      "rma",
      `#/rmas/${rma.id}`,
      true,
      ["rma reference_no"],
    ]);
  });

  await t.step("SKU, tracking, container, document and phone, however they are typed", async () => {
    const shown = `#/shipments/${shipment.id}`;
    const expected: [string, string, string][] = [
      ["prn-1", "product", `#/products/${product.id}`],
      ["]C1PRN-1", "product", `#/products/${product.id}`],
      ["trk 77", "shipment", shown],
      ["BL/77.12", "shipment", shown],
      ["csqu 305438-3", "shipment", shown],
      [shipment.reference_no, "shipment", shown],
      [invoice.reference_no, "invoice", `#/invoices/${invoice.id}`],
      ["tel:+8801712345678", "customer", `#/customers/${customer.id}`],
      ["০১৭১২৩৪৫৬৭৮", "customer", `#/customers/${customer.id}`],
    ];
    for (const [code, kind, path] of expected) {
      assertEquals((await verdict(owner, code)).slice(0, 3), [kind, path, true], code);
    }
  });

  await t.step("our own links open a record, or resolve the code in them", async () => {
    const shown = ["shipment", `#/shipments/${shipment.id}`, true];
    for (
      const link of [
        `https://office.example/mobile#/shipments/${shipment.id}`,
        `/mobile#/shipments/${shipment.id}`,
        `#/shipments/${shipment.id}?tab=items`,
        "https://office.example/mobile#s=TRK%2D77",
        "#s=TRK-77",
        "/mobile#/scan?code=TRK-77",
      ]
    ) assertEquals((await verdict(owner, link)).slice(0, 3), shown, link);
    assertEquals((await scan(owner, "#/serials/SN-900")).kind, "serial");
    assertRefused(await at(owner, "#/shipments/999999"), 404, "unknown_code");
    assertRefused(await at(owner, "#/coffee/1"), 404, "unknown_code");
  });

  await t.step(
    "several exact finds are listed, what only contains the code is no answer",
    async () => {
      await w.ship([], { tracking_number: "PRN-1" });
      assertEquals(await verdict(owner, "PRN-1"), [
        null,
        null,
        true,
        ["shipment tracking_number", "product sku"],
      ]);
      assertEquals(await verdict(owner, "TRK"), [null, null, false, ["shipment tracking_number"]]);
    },
  );

  await t.step("nothing is a 404 that says so; a mistyped container is told", async () => {
    assertRefused(await at(owner, "qqqqqqq"), 404, "unknown_code");
    const mistyped = await at(owner, "CSQU3054384");
    assertRefused(mistyped, 404, "unknown_code");
    assertEquals(mistyped.body.hint.includes("ends in 3"), true, mistyped.body.hint);
    await db.database.query(sql`
      insert into shipment_containers (shipment_id, container_number, size)
      values (${shipment.id}, 'CSQU3054384', 20)`);
    const kept = await scan(owner, "CSQU3054384");
    assertEquals([kept.kind, kept.hint.includes("ends in 3")], ["shipment", true]);
    for (const code of ["-", "x".repeat(501), "a\0b"]) assertInvalid(await at(owner, code), "code");
  });

  await t.step("each role reaches what it may read", async () => {
    const store = await w.as("store");
    const { serial } = await scan(store, "SN-900");
    assertEquals("customer_name" in serial, false);
    assertEquals(serial.supplier_name, "Supplier One");
    assertRefused(await at(store, "01712345678"), 404, "unknown_code");
    const office = await w.as("office_staff");
    assertEquals((await scan(office, "TRK-77")).kind, "shipment");
    const task = made(await owner.post("/tasks", { title: "Pay" }));
    const engineer = await w.as("engineer");
    assertEquals((await scan(owner, `#/tasks/${task.id}`)).kind, "task");
    assertRefused(await at(engineer, `#/tasks/${task.id}`), 404, "unknown_code");
    assertRefused(await at(engineer, task.reference_no), 404, "unknown_code");
  });
});
