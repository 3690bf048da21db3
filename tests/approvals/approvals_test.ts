import sql from "sql-template-tag";
import type { Caller, Json } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, done, made, SHIPMENTS, warehouse } from "../support/receiving.ts";

async function inbox(caller: Caller, query = ""): Promise<{ data: Json[]; meta: Json }> {
  const { status, body } = await caller.get(`/approvals${query}`);
  assertEquals(status, 200, JSON.stringify(body));
  return body;
}

const only = async (caller: Caller, kind: string): Promise<Json[]> =>
  (await inbox(caller, `?kind=${kind}`)).data;

Deno.test("receipts wait for approval and for posting with what changes", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const product = await w.product("BRD-1");
  const shipment = await w.ship([
    { product_name: "Board", product_id: product, ordered_qty: 10, purchase_value: 1000 },
    { product_name: "Head", ordered_qty: 4, purchase_value: 100 },
  ]);
  const [board, head] = shipment.items;
  const whole = await w.receive(shipment.id, [{ shipment_item_id: board.id, received_qty: 4 }]);

  await t.step("a part delivery has no gap and may be approved with others", async () => {
    const { data: [card], meta } = await inbox(w.manager);
    assertEquals(meta, { limit: 50, counts: { receipt_approve: 1 }, next_cursor: null, total: 1 });
    assertEquals([card.kind, card.id, card.batchable, card.risk_amount_local], [
      "receipt_approve",
      whole.id,
      true,
      0,
    ]);
    assertEquals(card.path, `#/receipts/${whole.id}`);
    assertEquals(card.facts.lines, [{
      shipment_item_id: board.id,
      product_name: "Board",
      unit: "pcs",
      expected_qty: 10,
      received_qty: 4,
      accepted_qty: 4,
      rejected_qty: 0,
      short_qty: 0,
      excess_qty: 0,
    }]);
    assert(card.facts.counted_by.startsWith("Test store"), card.facts.counted_by);
  });

  const broken = await w.receive(shipment.id, [
    { shipment_item_id: board.id, received_qty: 5, accepted_qty: 3 },
  ], { is_final: true });

  await t.step("what is rejected and what a final receipt misses is the risk", async () => {
    const [card] = await only(w.owner, "receipt_approve");
    // 2 of 10 boards broken, 1 board and 4 heads missing: 200 + 100 + 100
    assertEquals([card.id, card.facts.gap_qty, card.risk_amount_local, card.batchable], [
      broken.id,
      7,
      400,
      false,
    ]);
    await w.approve(broken.id);
    const claims = await only(w.owner, "claim_resolve");
    assertEquals(
      claims.reduce((sum, claim) => sum + claim.risk_amount_local, 0),
      400,
      "as the approval then drafts it",
    );
  });

  await t.step("posting shows stock and cost before and after, as they then come out", async () => {
    const [card] = await only(w.store, "receipt_post");
    assertEquals(card.risk_amount_local, undefined, "the store sees no costs");
    assertEquals(card.facts.products[0].average_cost_after, undefined);
    const [{ facts, risk_amount_local }] = await only(w.manager, "receipt_post");
    assertEquals([risk_amount_local, facts.lines_without_product], [300, 0]);
    const { products } = await w.post(broken.id);
    const { name: _name, ...shown } = facts.products[0];
    assertEquals(shown, products[0]);
    assertEquals(await only(w.manager, "receipt_post"), []);
  });

  await t.step("nobody is asked about what he may not decide", async () => {
    const own = made(
      await w.manager.post("/import-logistics/receipts", {
        shipment_id: (await w.ship([{ product_name: "Ink", ordered_qty: 1 }])).id,
        items: [],
        is_final: true,
      }),
    );
    const ids = async (caller: Caller) =>
      (await only(caller, "receipt_approve")).map(({ id }) => id);
    assertEquals(await ids(w.owner), [own.id, whole.id]);
    assertEquals(await ids(w.manager), [whole.id], "his own is for someone else");
    assertEquals(await ids(w.store), []);
    assertEquals(Object.keys((await inbox(w.accounts)).meta.counts), ["claim_resolve"]);
    assertEquals(await inbox(await w.as("office_staff")), {
      data: [],
      meta: { limit: 50, counts: {}, next_cursor: null, total: 0 },
    });
    assertInvalid(await w.owner.get("/approvals?kind=coffee"), "kind");
  });
  assertEquals(head.product_name, "Head");
});

Deno.test("LC/TT steps, replacements and costs out of range wait for approval", async (t) => {
  await using db = await freshDatabase();
  const { database } = db;
  const w = await warehouse(database);

  await t.step("an LC before it promises money, or with its date at hand", async () => {
    const terms = { supplier_id: w.supplierId, type: "LC", amount: 1000.5, currency: "USD" };
    const draft = made(await w.owner.post("/lc-tt", { ...terms, exchange_rate: 120 }));
    const opened = made(await w.owner.post("/lc-tt", { ...terms, expiry_date: "2000-01-01" }));
    const calm = made(await w.owner.post("/lc-tt", { ...terms, expiry_date: "2190-01-01" }));
    for (const { id } of [opened, calm]) {
      done(await w.owner.patch(`/lc-tt/${id}/status`, { status: "lc_opened" }));
    }
    made(
      await w.owner.post("/import-logistics/supplier-ledger", {
        supplier_id: w.supplierId,
        particulars: "Proforma",
        credit: 1,
        currency: "USD",
        exchange_rate: 122.5,
      }),
    );
    const cards = await only(w.accounts, "lc_tt_step");
    assertEquals(
      cards.map(({ id, risk_amount_local }) => [id, risk_amount_local]).sort(),
      [[draft.id, 120060], [opened.id, null]],
    );
    const facts = cards.find(({ id }) => id === draft.id).facts;
    assertEquals(
      [facts.exchange_rate, facts.latest_exchange_rate, facts.amount_local_at_latest_rate],
      [120, 122.5, 122561.25],
    );
  });

  await t.step("a replacement from the limit on, with the verdict and the history", async () => {
    const open = async (value: Json) => {
      const rma = made(
        await w.owner.post("/import-logistics/rmas", {
          customer_name: "Rahim",
          board_serial_number: "BD-1",
          fault_description: "dead",
          ...value,
        }),
      );
      done(
        await w.owner.patch(`/import-logistics/rmas/${rma.id}/status`, { status: "under_repair" }),
      );
      return rma.id as number;
    };
    const cheap = await open({ estimated_value: 99.99 });
    const dear = await open({ estimated_value: 100 });
    const foreign = await open({ estimated_value: 1, currency: "USD" });
    const ids = async () => (await only(w.owner, "rma_replacement")).map(({ id }) => id);
    assertEquals(await ids(), [foreign, dear, cheap]);
    await database.query(sql`update settings set rma_approval_limit = 100`);
    const [unknown, card] = await only(w.owner, "rma_replacement");
    assertEquals([unknown.id, unknown.risk_amount_local], [foreign, null]);
    assertEquals([card.id, card.risk_amount_local, card.facts.earlier_cases], [dear, 100, 1]);
    assertEquals(card.facts.warranty.covered, false);
    assertEquals("sale" in card.facts, false);
  });

  await t.step("a cost far from what its head usually takes", async () => {
    const withFreight = async (...amounts: number[]) => {
      const { id } = await w.ship([
        { product_name: "Ink", ordered_qty: 1, purchase_value: 1000 },
      ]);
      for (const amount of amounts) {
        made(await w.owner.post(`${SHIPMENTS}/${id}/costs`, { cost_head: "freight", amount }));
      }
      return id as number;
    };
    for (const amount of [90, 95, 100, 105]) await withFreight(amount);
    await withFreight(900);
    assertEquals(await only(w.owner, "cost_out_of_range"), [], "four are too few to judge by");
    const dear = await withFreight(200.01);
    const fair = await withFreight(200, 60);
    const cards = await only(w.owner, "cost_out_of_range");
    assertEquals(cards.map(({ path }) => path), [`#/shipments/${dear}`]);
    const [{ facts, risk_amount_local }] = cards;
    // the five before it: 90, 95, 100, 105, 900
    assertEquals([facts.median_percent, facts.share_percent, facts.compared_with], [10, 20, 5]);
    assertEquals(risk_amount_local, 100.01);
    assert(fair > dear);
    const path = `${SHIPMENTS}/${dear}/costs/${facts.cost_id}/reverse`;
    made(await w.owner.post(path, { reason: "typo" }));
    assertEquals(await only(w.owner, "cost_out_of_range"), []);
  });

  await t.step("however much waits, the inbox is one statement", async () => {
    const before = database.statements.count;
    assertEquals((await inbox(w.owner, "?limit=1")).data.length, 1);
    assertEquals(database.statements.count - before, 2, "the session, and the list");
  });
});

Deno.test("who approves a receipt is told of pieces that nobody took the number of", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const product = await w.product("BRD-1");
  const kept = await w.owner.put(`/products/${product}`, { is_serialized: true });
  assertEquals(kept.status, 200, JSON.stringify(kept.body));
  const item = { product_name: "Board", product_id: product, ordered_qty: 4, purchase_value: 400 };
  const [plain, listed] = [
    await w.ship([item]),
    await w.ship([{ ...item, ordered_qty: 2, serial_numbers: ["SN-1", "SN-2"] }]),
  ];
  const told = async (shipment: Json, line: Json) => {
    const { id } = await w.receive(shipment.id, [{
      shipment_item_id: shipment.items[0].id,
      ...line,
    }]);
    const cards = await only(w.owner, "receipt_approve");
    return cards.find((card) => card.id === id)!.facts.unnumbered_qty;
  };
  const some = { received_qty: 3, accepted_qty: 2, serial_numbers: ["SN-7"] };
  assertEquals(await told(plain, some), 1);
  // the packing list's own numbers stand for a whole delivery
  assertEquals(await told(listed, { received_qty: 2 }), 0);
});
