import sql from "sql-template-tag";
import { bookChecks, verifyOne } from "../../domain/books/verify_books.ts";
import { connect } from "../../domain/db/connect.ts";
import { openEmbedded } from "../../domain/db/embedded.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { call, startServer } from "../support/server.ts";

/** ROUNDS=200 for more than the suite has time for. */
const ROUNDS = Number(Deno.env.get("ROUNDS") ?? 10);
const CLIENTS = 16;
const WAITING = 40;

Deno.test({
  name: "kill -9 while 16 clients post receipts loses and doubles nothing",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const dataDir = await Deno.makeTempDir({ prefix: "back-office-crash-" });
    let server = await startServer(dataDir);
    const { body: { data: { token } } } = await call(
      server.base,
      undefined,
      "POST",
      "/auth/setup-owner",
      {
        name: "Owner",
        email: "owner@example.test",
        password: "correct horse 42",
      },
    );
    const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      call(server.base, token, method, path, body, headers);
    const make = async (path: string, body: unknown) => (await send("POST", path, body)).body.data;
    const supplier = await make("/suppliers", { name: "Supplier One" });
    const products = await Promise.all(
      ["A", "B", "C"].map((sku) => make("/products", { name: `Product ${sku}`, sku })),
    );
    const pieces = ROUNDS * WAITING;
    const shipment = await make("/import-logistics/shipments", {
      supplier_id: supplier.id,
      currency: "USD",
      exchange_rate: 122.85,
      items: products.map((product, i) => ({
        product_name: product.name,
        sku: product.sku,
        ordered_qty: pieces,
        purchase_value: 1000.01 + i,
      })),
    });
    await send("POST", `/import-logistics/shipments/${shipment.id}/costs`, {
      cost_head: "cnf_agent",
      amount: 77777.77,
      currency: "BDT",
      allocation_method: "equal",
    });

    const openBooks = async () => {
      const embedded = await openEmbedded(dataDir);
      const books = connect(embedded.url);
      return {
        books,
        async [Symbol.asyncDispose]() {
          await books.end();
          await embedded.release();
        },
      };
    };
    const acknowledged = new Set<number>();
    let unanswered = 0;
    const approved: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // what the last kill left is posted in this round
      while (approved.length < WAITING) {
        const receipt = await make("/import-logistics/receipts", {
          shipment_id: shipment.id,
          items: shipment.items.map((item: { id: number }) => ({
            shipment_item_id: item.id,
            received_qty: 1,
          })),
        });
        await send("PATCH", `/import-logistics/receipts/${receipt.id}/approve`);
        approved.push(receipt.id);
      }
      const client = async () => {
        for (let id = approved.shift(); id !== undefined; id = approved.shift()) {
          try {
            const answer = await send("POST", `/import-logistics/receipts/${id}/post-stock`, {}, {
              "idempotency-key": `post-${id}`,
            });
            if (answer.status === 200) acknowledged.add(id);
          } catch {
            unanswered++; // the server died under it; nobody promised anything
            return;
          }
        }
      };
      let ended = false;
      const clients = Promise.all(Array.from({ length: CLIENTS }, client))
        .finally(() => ended = true);
      // in the midst of it, however fast the machine is
      const enough = acknowledged.size + Math.floor(Math.random() * 12);
      while (acknowledged.size < enough && !ended) {
        await new Promise((wake) => setTimeout(wake, 2));
      }
      await server.stop("SIGKILL");
      await clients;
      server = await startServer(dataDir);
      await using database = await openBooks();
      for (const check of bookChecks) {
        const { ok, name, differences } = await verifyOne(database.books, check);
        assert(ok, `round ${round}, ${name}: ${JSON.stringify(differences)}`);
      }
    }
    assert(
      acknowledged.size > 0 && unanswered > 0,
      `${acknowledged.size} answered, ${unanswered} cut off`,
    );

    {
      await using database = await openBooks();
      const posted = await database.books.query<{ id: number; movements: number }[]>(sql`
      select r.id, (select count(*) from stock_movements m
        where m.source_type = 'receipt' and m.source_id = r.id) as movements
      from receipts r where r.status = 'posted'`);
      const postedIds = new Set(posted.map((receipt) => receipt.id));
      assertEquals(
        [...acknowledged].filter((id) => !postedIds.has(id)),
        [],
        "acknowledged posts are missing",
      );
      assertEquals(
        posted.filter((receipt) => receipt.movements !== 3),
        [],
        "a receipt posted in part or twice",
      );
      const [sums] = await database.books.query<[Record<string, number>]>(sql`
      select
        (select count(*) from stock_movements where source_id not in
          (select id from receipts where status = 'posted')) as orphans,
        (select count(*) from products p where row(stock_qty, stock_value) is distinct from
          (select row(coalesce(sum(quantity), 0), coalesce(sum(value), 0)) from stock_movements m
            where m.product_id = p.id)) as drifted,
        (select count(*) from shipment_items i where landed_value <> remaining_value + (
          select coalesce(sum(accepted_value + rejected_value + short_value), 0) from receipt_items ri
          join receipts r on r.id = ri.receipt_id and r.status = 'posted'
          where ri.shipment_item_id = i.id)) as leaking`);
      assertEquals(sums, { orphans: 0, drifted: 0, leaking: 0 });
    }
    await server.stop();
    await Deno.remove(dataDir, { recursive: true });
  },
});
