import sql from "sql-template-tag";
import { connect } from "../../domain/db/connect.ts";
import { openEmbedded } from "../../domain/db/embedded.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import type { Json } from "../support/app.ts";
import { call, cli, startServer } from "../support/server.ts";

/**
 * One import from the supplier's order to the closed warranty case, the way the business works: the
 * owner at the terminal, programs over HTTP, one data folder for both.
 */
Deno.test({
  name: "an import goes the whole way over HTTP and command line",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    const dataDir = await Deno.makeTempDir({ prefix: "back-office-story-" });
    let token = "";
    let base = "";
    const data = async (
      expected: number,
      method: string,
      path: string,
      body?: unknown,
    ): Promise<Json> => {
      const answer = await call(base, token, method, path, body);
      assertEquals(answer.status, expected, `${method} ${path}: ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    };
    const shipments = "/import-logistics/shipments";
    const receipts = "/import-logistics/receipts";
    const claims = "/import-logistics/discrepancies";
    const rmas = "/import-logistics/rmas";

    await t.step("the owner is made at the terminal, before any server ran", async () => {
      const args = [
        "owner",
        "setup",
        "--name",
        "The Owner",
        "--email",
        "owner@example.test",
        "--password-stdin",
      ];
      const made = await cli(dataDir, args, { stdin: "correct horse 42\n" });
      assertEquals(made.code, 0, made.stderr);
      assertEquals((await cli(dataDir, args, { stdin: "correct horse 42\n" })).code, 4);
    });

    const server = await startServer(dataDir);
    base = server.base;

    await t.step("he logs in and enters his suppliers", async () => {
      const login = await data(200, "POST", "/auth/login", {
        email: "owner@example.test",
        password: "correct horse 42",
      });
      token = login.token;
      await data(201, "POST", "/suppliers", {
        name: "Supplier One",
        opening_balance: 1000,
        opening_exchange_rate: 120,
      });
      await data(201, "POST", "/suppliers", { name: "Supplier Two" });
      for (const sku of ["UV-2513-G5", "ECO-1800-I3200", "PH-I3200-U1", "BRD-MAIN-UV"]) {
        await data(201, "POST", "/products", { name: `Product ${sku}`, sku, unit: "pcs" });
      }
    });

    await t.step("the order file comes in beside the running server, once", async () => {
      const file = "tests/data/shipments.csv";
      const dry = await cli(dataDir, ["shipment", "import", file, "--dry-run", "--json"]);
      assertEquals([dry.code, JSON.parse(dry.stdout).created], [0, 3], dry.stderr);
      const run = await cli(dataDir, ["shipment", "import", file, "--json"]);
      assertEquals([run.code, JSON.parse(run.stdout).created], [0, 3], run.stderr);
      const again = await cli(dataDir, ["shipment", "import", file, "--json"]);
      assertEquals([again.code, JSON.parse(again.stdout).unchanged], [0, 3]);
      const bad = await cli(dataDir, ["shipment", "import", "tests/data/shipments-bad.csv"]);
      assertEquals(bad.code, 3);
      assertMatch(bad.stdout + bad.stderr, /line 5, ordered_qty "ten"/);
    });

    let shipment: Json;
    await t.step("costs are shared out, the shipment sails to port and customs", async () => {
      const [row] = await data(200, "GET", `${shipments}?search=OOLU7745120`);
      shipment = await data(200, "GET", `${shipments}/${row.id}`);
      const cost = await data(201, "POST", `${shipments}/${row.id}/costs`, {
        cost_head: "cnf_cost",
        amount: 10000.01,
        currency: "BDT",
        allocation_method: "by_value",
      });
      assertEquals(sumOf(cost.shares.map((share: { amount: number }) => share.amount)), "10000.01");
      for (const status of ["in_transit", "chittagong_port_arrival", "customs_clearance_pending"]) {
        await data(200, "PATCH", `${shipments}/${row.id}/status`, { status });
      }
      const summary = await data(200, "GET", "/import-logistics/summary");
      assertEquals([summary.customs_pending, summary.shipments_in_transit], [1, 0]);
      await data(200, "PATCH", `${shipments}/${row.id}/status`, { status: "warehouse_received" });
      shipment = await data(200, "GET", `${shipments}/${row.id}`);
    });

    let receipt: Json;
    await t.step("the receipt counts one piece damaged and two missing", async () => {
      receipt = await data(201, "POST", receipts, {
        shipment_id: shipment.id,
        items: shipment.items.map((item: { id: number; sku: string; shipped_qty: number }) => ({
          shipment_item_id: item.id,
          received_qty: item.sku === "PH-I3200-U1" ? 36 : item.shipped_qty,
          accepted_qty: item.sku === "PH-I3200-U1" ? 35 : item.shipped_qty,
          short_qty: item.sku === "PH-I3200-U1" ? 2 : 0,
        })),
      });
      const early = await call(base, token, "POST", `${receipts}/${receipt.id}/post-stock`);
      assertEquals([early.status, early.body.code], [409, "receipt_not_approved"]);
      const approved = await data(200, "PATCH", `${receipts}/${receipt.id}/approve`, {});
      assertEquals(approved.status, "approved");
    });

    await t.step("posted from the terminal: stock, cost and shipment move together", async () => {
      const posted = await cli(dataDir, ["receipt", "post", "--all-approved", "--json"]);
      assertEquals(posted.code, 0, posted.stderr);
      assertEquals((await cli(dataDir, ["receipt", "post", String(receipt.id)])).code, 4);
      const item = shipment.items.find((each: { sku: string }) => each.sku === "PH-I3200-U1");
      const [product] = await data(200, "GET", "/products?search=PH-I3200-U1");
      // 33,820 USD × 122.85 and its share of the C&F fee, 35 of 38 pieces, halves to even
      const landed = 415478700n + BigInt(Math.round(item.shares[0].amount * 100));
      const expected = halfEven(landed * 35n, 38n);
      assertEquals([product.stock_qty, product.stock_value], [35, Number(expected) / 100]);
      assertEquals(
        product.average_cost,
        Number(expected * 100n / 35n + (expected * 100n % 35n * 2n >= 35n ? 1n : 0n)) / 10000,
      );
      assertEquals((await data(200, "GET", `${shipments}/${shipment.id}`)).status, "received");
    });

    await t.step("a claim becomes a credit note and lowers what we owe", async () => {
      const open = await data(200, "GET", `${claims}?status=open&shipment_id=${shipment.id}`);
      assertEquals(
        open.map((claim: { discrepancy_type: string }) => claim.discrepancy_type).sort(),
        ["damage", "shortage"],
      );
      for (const claim of open) {
        await data(200, "PATCH", `${claims}/${claim.id}/resolve`, {
          resolution: "credit_note",
          amount: 100,
          currency: "USD",
          exchange_rate: 123,
        });
      }
      const twice = await call(base, token, "PATCH", `${claims}/${open[0].id}/resolve`, {
        resolution: "rejected",
      });
      assertEquals([twice.status, twice.body.code], [409, "discrepancy_already_resolved"]);
      const ledger = await call(
        base,
        token,
        "GET",
        `/import-logistics/supplier-ledger?supplier_id=${shipment.supplier_id}`,
      );
      assertEquals(ledger.body.meta.balances, [{
        currency: "USD",
        balance: 800,
        balance_local: 96000, // 800 at what they were bought at; the rest is an exchange difference
      }]);
      await data(200, "PATCH", `${shipments}/${shipment.id}/status`, { status: "closed" });
    });

    await t.step("a faulty board goes to the supplier and comes back", async () => {
      const rma = await data(201, "POST", rmas, {
        customer_name: "Rahim Printing",
        customer_phone: "01712-345678",
        supplier_id: shipment.supplier_id,
        machine_model: "UV-2513",
        board_serial_number: "BRD-0007",
        fault_description: "No output on head 2",
      });
      for (
        const status of [
          "received_from_customer",
          "sent_to_supplier",
          "received_back",
          "delivered_to_customer",
          "closed",
        ]
      ) {
        await data(200, "PATCH", `${rmas}/${rma.id}/status`, { status, note: `to ${status}` });
      }
      const closed = await data(200, "GET", `${rmas}/${rma.id}`);
      assertEquals([closed.status, closed.history.length], ["closed", 6]);
      await data(201, "POST", rmas, {
        supplier_id: shipment.supplier_id,
        serial_number: "BRD-0007",
        fault_description: "again",
      });
    });

    await t.step("the summary equals a recount in SQL", async () => {
      const embedded = await openEmbedded(dataDir);
      const database = connect(embedded.url);
      const summary = await data(200, "GET", "/import-logistics/summary");
      const [recount] = await database.query<[Record<string, unknown>]>(sql`
        select
          (select count(*) from rmas where status not in ('delivered_to_customer', 'closed', 'cancelled')) as open_warranty_rma,
          (select count(*) from rmas where status in ('sent_to_supplier', 'supplier_received', 'under_repair', 'replacement_approved')) as rma_at_supplier,
          (select count(*) from shipments where status in ('air_sea_departure', 'in_transit')) as shipments_in_transit,
          (select count(*) from shipments where status in ('chittagong_port_arrival', 'customs_clearance_pending')) as customs_pending,
          (select count(*) from receipts where status in ('draft', 'approved')) as pending_receipts,
          (select sum(value) from stock_movements where kind = 'receipt')::text as approved_landed_cost,
          (select coalesce(sum(estimated_value_local), 0) from discrepancies where status in ('open', 'submitted'))::text as open_claim_amount`);
      for (const [figure, value] of Object.entries(recount)) {
        assertEquals(Number(summary[figure]), Number(value), figure);
      }
      assert(summary.approved_landed_cost > 11_000_000);
      assertEquals([summary.recent_rmas.length, summary.recent_shipments.length], [2, 3]);
      await database.end();
      await embedded.release();
    });

    assertEquals((await server.stop()).code, 0);
    await Deno.remove(dataDir, { recursive: true });
  },
});

function sumOf(amounts: number[]): string {
  const minor = amounts.reduce((total, amount) => total + BigInt(Math.round(amount * 100)), 0n);
  return `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;
}

function halfEven(product: bigint, divisor: bigint): bigint {
  const floor = product / divisor;
  const twice = (product % divisor) * 2n;
  return twice > divisor || (twice === divisor && floor % 2n === 1n) ? floor + 1n : floor;
}
