import fc from "fast-check";
import sql from "sql-template-tag";
import { type Role, roles } from "../../domain/access/access.ts";
import type { Tx } from "../../domain/db/connect.ts";
import { findSummary } from "../../domain/overview/summary.ts";
import { actorWith, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { asCommitted, freshDatabase, inRollback } from "../support/db.ts";

const path = "/import-logistics/summary";
const today = "2026-07-15";

const words = {
  rma: "draft received_from_customer warranty_verified ready_to_send_supplier sent_to_supplier " +
    "supplier_received under_repair replacement_approved return_in_transit received_back " +
    "delivered_to_customer closed cancelled",
  shipment: "draft booking_confirmed air_sea_departure in_transit chittagong_port_arrival " +
    "customs_clearance_pending customs_cleared local_transport warehouse_received qc_pending " +
    "received closed cancelled",
  receipt: "draft approved posted cancelled reversed",
  claim: "open submitted resolved cancelled",
};
const oneOf = (list: string) => fc.constantFrom(...list.split(" "));
/** Local money in poisha. */
const poisha = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });

const world = fc.record({
  rmas: fc.array(oneOf(words.rma), { maxLength: 20 }),
  shipments: fc.array(
    fc.record({
      status: oneOf(words.shipment),
      eta: fc.option(fc.constantFrom("2026-07-13", "2026-07-14", "2026-07-15", "2026-07-16")),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  receipts: fc.array(
    fc.record({ status: oneOf(words.receipt), values: fc.array(poisha, { maxLength: 4 }) }),
    { maxLength: 8 },
  ),
  claims: fc.array(fc.record({ status: oneOf(words.claim), value: poisha }), { maxLength: 8 }),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

function money(units: bigint): string {
  const digits = units.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

async function insertWorld(tx: Tx, w: World): Promise<void> {
  await tx.query(sql`insert into suppliers (id, reference_no, name, currency)
    overriding system value values (1, 'SUP-1', 'Maker', 'USD')`);
  for (const [i, status] of w.rmas.entries()) {
    await tx.query(sql`
      insert into rmas (id, reference_no, status, customer_name, supplier_id, machine_model, fault_description)
      overriding system value
      values (${i + 1}, ${`RMA-${i + 1}`}, ${status}, ${`Customer ${i}`}, 1, 'M', 'dead')`);
  }
  for (const [i, { status, eta }] of w.shipments.entries()) {
    await tx.query(sql`
      insert into shipments (id, reference_no, supplier_id, status, eta_chittagong, currency)
      overriding system value values (${i + 1}, ${`SHP-${i + 1}`}, 1, ${status}, ${eta}, 'USD')`);
  }
  await tx.query(sql`
    insert into shipment_items (id, shipment_id, product_name, ordered_qty, shipped_qty)
    overriding system value values (1, 1, 'Thing', 1, 1)`);
  for (const [i, { status, values }] of w.receipts.entries()) {
    await tx.query(sql`
      insert into receipts (id, reference_no, shipment_id, status, received_date)
      overriding system value values (${i + 1}, ${`RCP-${i + 1}`}, 1, 'draft', ${today})`);
    for (const value of values) {
      // the wrong columns carry values too: only what was accepted counts
      await tx.query(sql`
        insert into receipt_items (receipt_id, shipment_item_id, received_qty, accepted_qty,
          accepted_value, rejected_value, short_value)
        values (${i + 1}, 1, 1, 1, ${money(value)}, 17, 19)`);
    }
    // as a receipt goes: what is reversed was posted before
    for (const next of status === "reversed" ? ["posted", status] : [status]) {
      await tx.query(sql`
        update receipts set status = ${next}, posting_date = ${today} where id = ${i + 1}`);
    }
  }
  for (const [i, { status, value }] of w.claims.entries()) {
    await tx.query(sql`
      insert into discrepancies (reference_no, shipment_id, supplier_id, discrepancy_type, status,
        estimated_value, currency, exchange_rate, estimated_value_local, carrying_value, resolution)
      values (${`CLM-${i + 1}`}, 1, 1, 'shortage', ${status}, 5, 'USD', 1, ${money(value)},
        ${money(value / 2n)}, ${status === "resolved" ? "rejected" : null})`);
  }
}

/** The figures counted in memory, by the wording of docs/overview.md, "Summary". */
function recount(w: World) {
  const among = (list: string[], wanted: string) =>
    list.filter((status) => wanted.split(" ").includes(status)).length;
  const shipments = w.shipments.map((s) => s.status);
  const over = words.shipment.split(" ").indexOf("warehouse_received");
  const total = (values: bigint[]) => values.reduce((a, b) => a + b, 0n);
  return {
    open_warranty_rma: w.rmas.length - among(w.rmas, "delivered_to_customer closed cancelled"),
    rma_at_supplier: among(
      w.rmas,
      "sent_to_supplier supplier_received under_repair replacement_approved",
    ),
    shipments_in_transit: among(shipments, "air_sea_departure in_transit"),
    customs_pending: among(shipments, "chittagong_port_arrival customs_clearance_pending"),
    pending_receipts: among(w.receipts.map((r) => r.status), "draft approved"),
    delayed_shipments:
      w.shipments.filter(({ status, eta }) =>
        eta !== null && eta < today && words.shipment.split(" ").indexOf(status) < over
      ).length,
    approved_landed_cost: total(
      w.receipts.filter((r) => ["approved", "posted"].includes(r.status)).flatMap((r) => r.values),
    ),
    open_claim_amount: total(
      w.claims.filter((c) => ["open", "submitted"].includes(c.status)).map((c) => c.value),
    ),
    claims_carrying_value: total(
      w.claims.filter((c) => ["open", "submitted"].includes(c.status)).map((c) => c.value / 2n),
    ),
    recent_rmas: w.rmas.map((_, i) => i + 1).reverse().slice(0, 5),
    recent_shipments: w.shipments.map((_, i) => i + 1).reverse().slice(0, 5),
  };
}

Deno.test("findSummary() equals a recount of whatever is in the books, in one statement", async () => {
  await using db = await freshDatabase();
  const actor = { ...actorWith("owner"), today };
  await fc.assert(
    fc.asyncProperty(world, (w) =>
      inRollback(db.database, async (tx) => {
        await insertWorld(tx, w);
        await asCommitted(tx);
        const before = db.database.statements.count;
        const got = await findSummary(tx, actor);
        assertEquals(db.database.statements.count - before, 1);
        const expected = recount(w);
        assertEquals(got.local_currency, "BDT");
        assertEquals(got.as_of, today);
        const { approved_landed_cost, open_claim_amount, recent_rmas, recent_shipments } = got;
        assertEquals(
          approved_landed_cost!.toFixed(2),
          money(expected.approved_landed_cost),
        );
        assertEquals(open_claim_amount!.toFixed(2), money(expected.open_claim_amount));
        assertEquals(
          got.claims_carrying_value!.toFixed(2),
          money(expected.claims_carrying_value),
        );
        assertEquals(
          {
            ...expected,
            ...got,
            approved_landed_cost: 0n,
            open_claim_amount: 0n,
            claims_carrying_value: 0n,
            recent_rmas: recent_rmas!.map((r) => r.id),
            recent_shipments: recent_shipments!.map((s) => s.id),
          },
          {
            ...expected,
            approved_landed_cost: 0n,
            open_claim_amount: 0n,
            claims_carrying_value: 0n,
            local_currency: "BDT",
            as_of: today,
          },
        );
      })),
    { numRuns: 60 },
  );
});

Deno.test("findSummary() shows each role the figures whose records it may read", async () => {
  await using db = await freshDatabase();
  const rma = ["open_warranty_rma", "rma_at_supplier", "recent_rmas"];
  const shipment = [
    "shipments_in_transit",
    "customs_pending",
    "delayed_shipments",
    "recent_shipments",
  ];
  const receipt = ["pending_receipts"];
  const money = ["approved_landed_cost", "open_claim_amount", "claims_carrying_value"];
  const all = [rma, shipment, receipt, money];
  const shown: Record<Role, string[][]> = {
    owner: all,
    admin: all,
    manager: all,
    accounts: all,
    sales: [rma, shipment],
    service_manager: [rma, shipment],
    engineer: [rma, shipment],
    store: [rma, shipment, receipt],
    office_staff: [rma, shipment],
  };
  for (const role of roles) {
    assertEquals(
      Object.keys(await findSummary(db.database, actorWith(role))).sort(),
      [...shown[role].flat(), "local_currency", "as_of"].sort(),
      role,
    );
  }
});

Deno.test("GET summary answers exact figures, and 304 while nothing changes", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const empty = await owner.get(path);
  assertEquals(empty.status, 200);
  assertEquals(empty.body.data.approved_landed_cost, 0);
  assertEquals(empty.body.data.recent_rmas, []);
  const etag = empty.headers.get("etag")!;
  assertEquals((await owner.get(path, { "if-none-match": etag })).status, 304);

  await db.database.query(sql`insert into suppliers (reference_no, name, currency)
    values ('SUP-1', 'Maker', 'USD')`);
  await db.database.query(
    sql`insert into shipments (reference_no, supplier_id, currency, eta_chittagong)
    values ('SHP-1', 1, 'USD', '2026-01-02')`,
  );
  await db.database.query(sql`insert into discrepancies (reference_no, shipment_id, supplier_id,
      discrepancy_type, estimated_value, currency, exchange_rate, estimated_value_local)
    values ('CLM-1', 1, 1, 'damage', 1, 'USD', 1, 123456789012.35)`);
  const rma = await owner.post("/import-logistics/rmas", {
    supplier_id: 1,
    serial_number: "S-1",
    fault_description: "dead",
  });
  const full = await owner.get(path, { "if-none-match": etag });
  assertEquals(full.status, 200);
  const { data } = full.body;
  assertEquals(data.open_claim_amount, 123456789012.35);
  assertEquals([data.open_warranty_rma, data.delayed_shipments], [1, 1]);
  const { id, reference_no, title, status, created_at } = rma.body.data;
  assertEquals(data.recent_rmas, [{
    id,
    reference_no,
    title,
    status,
    created_at,
    customer_name: "Unknown",
    supplier_name: "Maker",
  }]);
  assertEquals(data.recent_shipments[0].title, "Maker");
  assertEquals(data.recent_shipments[0].eta_chittagong, "2026-01-02");

  const alias = await owner.get("/import-logistics/control-center");
  assertEquals(alias.body, full.body);
  assertEquals(alias.headers.get("etag"), full.headers.get("etag"));
  assert(full.headers.get("etag") !== etag);
  assertEquals((await testApp(db.database).anyone.get(path)).status, 401);
});
