import type { Json } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import {
  assertInvalid,
  assertRefused,
  CLAIMS,
  done,
  made,
  RECEIPTS,
  SHIPMENTS,
  warehouse,
} from "../support/receiving.ts";

Deno.test("createReceipt() notes what came, with defaults", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const damper = await w.product("DMP");
  const shipment = await w.ship(
    [{ product_name: "Damper", sku: "DMP", ordered_qty: 10, purchase_value: 100 }],
    { warehouse_name: "Main Warehouse", tracking_number: "OOLU77" },
  );
  const answer = await w.store.post(RECEIPTS, {
    shipment_id: String(shipment.id),
    items: [{
      shipment_item_id: shipment.items[0].id,
      received_qty: "6",
      bin_location: "A-1",
      serial_numbers: ["S1", "S2"],
    }],
  });
  const receipt = made(answer);
  assertEquals(answer.headers.get("location"), `/api/v1${RECEIPTS}/${receipt.id}`);
  assertMatch(receipt.reference_no, /^RCP-\d{4}-000001$/);
  assertEquals(receipt.title, `Receipt of ${shipment.reference_no} from Supplier One`);
  assertEquals(receipt.status, "draft");
  assertEquals(receipt.warehouse_name, "Main Warehouse");
  assertEquals(
    receipt.received_date,
    new Intl.DateTimeFormat("en-CA", {
      timeZone: "Asia/Dhaka",
    }).format(),
  );
  assertEquals(receipt.created_by, w.store.userId);
  const [line] = receipt.items;
  assertEquals(
    [line.received_qty, line.accepted_qty, line.rejected_qty, line.short_qty, line.expected_qty],
    [6, 6, 0, 0, 4],
  );
  assertEquals([line.product_id, line.product_name, line.sku], [damper, "Damper", "DMP"]);
  assertEquals([line.bin_location, line.serial_numbers], ["A-1", ["S1", "S2"]]);
  assertEquals("accepted_value" in line, false, "the store sees no cost");
  assertEquals(receipt.shipment.reference_no, shipment.reference_no);
  assertEquals(receipt.history.map((row: { to: string }) => row.to), ["draft"]);
  const read = await w.accounts.get(`${RECEIPTS}/${receipt.id}`);
  assertEquals(read.body.data.items[0].accepted_value, 0);
});

Deno.test("a receipt is numbered in the year it was received", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Damper", ordered_qty: 10 }]);
  const answer = await w.store.post(RECEIPTS, {
    shipment_id: shipment.id,
    received_date: "2024-12-31",
    items: [{ shipment_item_id: shipment.items[0].id, received_qty: 1 }],
  });
  assertEquals(made(answer).reference_no, "RCP-2024-000001");
});

Deno.test("createReceipt() refuses what cannot be", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Damper", ordered_qty: 10 }]);
  const other = await w.ship([{ product_name: "Wiper", ordered_qty: 10 }]);
  const item = shipment.items[0].id;
  const post = (items: unknown, more = {}) =>
    w.store.post(RECEIPTS, { shipment_id: shipment.id, items, ...more });

  await t.step("fields", async () => {
    assertInvalid(await w.store.post(RECEIPTS, {}), "shipment_id");
    assertInvalid(await post([]), "items");
    assertInvalid(await post(undefined), "items");
    assertInvalid(await post([{}]), "items.0.shipment_item_id", "items.0.received_qty");
    assertInvalid(
      await post([{ shipment_item_id: item, received_qty: -1 }]),
      "items.0.received_qty",
    );
    assertInvalid(
      await post([{ shipment_item_id: item, received_qty: 1, accepted_qty: 1.5 }]),
      "items.0.accepted_qty",
    );
    assertInvalid(
      await post([{ shipment_item_id: item, received_qty: 1, accepted_qty: -1 }]),
      "items.0.accepted_qty",
    );
    assertInvalid(
      await post([{
        shipment_item_id: item,
        received_qty: 2,
        accepted_qty: 1,
        serial_numbers: ["a", "b"],
      }]),
      "items.0.serial_numbers",
    );
    assertInvalid(
      await post([{ shipment_item_id: item, received_qty: 1 }], {
        received_date: "2026-02-30",
      }),
      "received_date",
    );
  });

  await t.step("ids of other records", async () => {
    assertInvalid(
      await w.store.post(RECEIPTS, {
        shipment_id: 999,
        items: [{ shipment_item_id: item, received_qty: 1 }],
      }),
      "shipment_id",
    );
    assertInvalid(
      await post([
        { shipment_item_id: item, received_qty: 1, product_id: 999 },
        { shipment_item_id: other.items[0].id, received_qty: 1 },
      ]),
      "items.0.product_id",
      "items.1.shipment_item_id",
    );
    assertRefused(await w.store.get(`${RECEIPTS}/999`), 404, "not_found");
  });

  await t.step("a closed shipment", async () => {
    await w.owner.patch(`${SHIPMENTS}/${other.id}/status`, { status: "cancelled" });
    assertRefused(
      await w.store.post(RECEIPTS, {
        shipment_id: other.id,
        items: [{ shipment_item_id: other.items[0].id, received_qty: 1 }],
      }),
      409,
      "shipment_closed",
    );
  });
});

Deno.test("createReceipt() takes no more than is expected", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Damper", ordered_qty: 12, shipped_qty: 10 }]);
  const item = shipment.items[0].id;
  const post = (line: object, more = {}) =>
    w.store.post(RECEIPTS, {
      shipment_id: shipment.id,
      items: [{ shipment_item_id: item, ...line }],
      ...more,
    });

  await t.step("counts received and short of every live receipt, drafts too", async () => {
    const first = made(await post({ received_qty: 4, short_qty: 1 }));
    const answer = await post({ received_qty: 6 });
    assertRefused(answer, 409, "over_receipt");
    assertMatch(answer.body.message, /conflict/i);
    assertMatch(answer.body.message, /5 of Damper/);
    assertEquals([answer.body.expected_qty, answer.body.received_qty], [5, 6]);
    done(await w.store.patch(`${RECEIPTS}/${first.id}/cancel`, { reason: "wrong list" }));
    const second = made(await post({ received_qty: 6 }));
    await w.store.patch(`${RECEIPTS}/${second.id}/cancel`, { reason: "wrong list" });
  });

  await t.step("adds up the lines of one item", async () => {
    const line = { shipment_item_id: item, received_qty: 6 };
    const body = { shipment_id: shipment.id, items: [line, line] };
    assertRefused(await w.store.post(RECEIPTS, body), 409, "over_receipt");
  });

  await t.step("lets excess in when asked, but nothing can be missing then", async () => {
    assertRefused(await post({ received_qty: 11 }), 409, "over_receipt");
    assertRefused(
      await post({ received_qty: 10, short_qty: 1 }, { allow_excess: true }),
      409,
      "over_receipt",
    );
    const over = made(await post({ received_qty: 11 }, { allow_excess: true }));
    assertEquals([over.items[0].expected_qty, over.items[0].excess_qty], [0, 1]);
    const more = await post({ received_qty: 0.001 });
    assertRefused(more, 409, "over_receipt");
    assertEquals(more.body.expected_qty, 0);
    made(await post({ received_qty: 0 }));
  });
});

Deno.test("what is expected is never below zero, and what is beyond stands beside it", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Damper", ordered_qty: 5 }]);
  const item = shipment.items[0].id;
  const receive = (lines: number[]) =>
    w.receive(
      shipment.id,
      lines.map((received_qty) => ({ shipment_item_id: item, received_qty })),
      { allow_excess: true },
    );
  const shown = ({ expected_qty, excess_qty }: Record<string, unknown>) => [
    expected_qty,
    excess_qty,
  ];
  const ofShipment = async () => {
    const synced = done(await w.owner.get("/sync?limit=500"));
    const onPhones = synced.find(({ kind }: { kind: string }) => kind === "shipment").items[0];
    const detail = (await w.shipment(shipment.id)).items[0];
    assertEquals(shown(onPhones), shown(detail), "phones are told the same");
    return shown(detail);
  };
  const ofReceipt = async (id: number) =>
    done(await w.owner.get(`${RECEIPTS}/${id}`)).items.map(shown);
  const toApprove = async () =>
    done(await w.owner.get("/approvals")).filter(({ kind }: { kind: string }) =>
      kind === "receipt_approve"
    )
      .map(({ facts }: { facts: { lines: Record<string, unknown>[] } }) => facts.lines.map(shown));

  await t.step("before anything came", async () => assertEquals(await ofShipment(), [5, 0]));

  const first = await receive([4, 3]);
  await t.step("in a draft the last lines are the excess, as its approval will note", async () => {
    assertEquals(await ofReceipt(first.id), [[0, 0], [0, 2]]);
    assertEquals(await toApprove(), [[[5, 2]]]);
    assertEquals(await ofShipment(), [0, 2]);
    assertEquals((await w.approve(first.id)).items.map(shown), [[0, 0], [0, 2]]);
    assertEquals(await ofShipment(), [0, 2]);
  });

  const second = await receive([1]);
  await t.step("what is noted on one receipt is not the excess of the next", async () => {
    assertEquals(await ofReceipt(second.id), [[0, 1]]);
    assertEquals(await toApprove(), [[[0, 1]]]);
    assertEquals(await ofShipment(), [0, 3]);
  });

  await t.step("a cancelled receipt gives back first what is beyond", async () => {
    done(await w.store.patch(`${RECEIPTS}/${second.id}/cancel`, { reason: "wrong list" }));
    assertEquals(await ofShipment(), [0, 2]);
    done(await w.manager.patch(`${RECEIPTS}/${first.id}/cancel`, { reason: "wrong list" }));
    assertEquals(await ofShipment(), [5, 0]);
  });
});

Deno.test("approveReceipt() needs another person and a draft", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Damper", ordered_qty: 10 }]);
  const line = { shipment_item_id: shipment.items[0].id, received_qty: 2 };
  const body = { shipment_id: shipment.id, items: [line] };

  const own = made(await w.manager.post(RECEIPTS, body));
  assertRefused(await w.manager.patch(`${RECEIPTS}/${own.id}/approve`, {}), 403, "own_receipt");
  assertRefused(await w.store.patch(`${RECEIPTS}/${own.id}/approve`, {}), 403, "forbidden");
  assertRefused(await w.accounts.patch(`${RECEIPTS}/${own.id}/approve`, {}), 403, "forbidden");
  const dry = await w.owner.patch(`${RECEIPTS}/${own.id}/approve?dry_run=true`);
  assertEquals([dry.status, dry.body.meta.dry_run, dry.body.data.status], [200, true, "approved"]);

  const approved = done(await w.owner.patch(`${RECEIPTS}/${own.id}/approve`, { note: "counted" }));
  assertEquals(approved.status, "approved");
  assertEquals(approved.approved_by, w.owner.userId);
  assertMatch(approved.approved_by_name, /Test owner/);
  assert(approved.approved_at);
  assertEquals(approved.discrepancies, []);
  assertEquals(approved.history[1].note, "counted");
  assertRefused(
    await w.owner.patch(`${RECEIPTS}/${own.id}/approve`),
    409,
    "receipt_already_approved",
  );

  const owners = made(await w.owner.post(RECEIPTS, body));
  done(await w.owner.patch(`${RECEIPTS}/${owners.id}/approve`));
  const cancelled = made(await w.owner.post(RECEIPTS, body));
  done(await w.manager.patch(`${RECEIPTS}/${cancelled.id}/cancel`, { reason: "twice" }));
  assertRefused(
    await w.owner.patch(`${RECEIPTS}/${cancelled.id}/approve`),
    409,
    "receipt_cancelled",
  );
  assertRefused(await w.owner.patch(`${RECEIPTS}/999/approve`), 404, "not_found");
});

Deno.test("approveReceipt() drafts a claim for what is rejected, missing or too much", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([
    { product_name: "Board", ordered_qty: 10, purchase_value: 1000 },
    { product_name: "Head", ordered_qty: 3, purchase_value: 100 },
    { product_name: "Wiper", ordered_qty: 4, purchase_value: 40 },
  ]);
  const [board, head, wiper] = shipment.items.map((item: { id: number }) => item.id);
  const receipt = await w.receive(shipment.id, [
    { shipment_item_id: board, received_qty: 6, accepted_qty: 4, short_qty: 1, note: "wet" },
    { shipment_item_id: head, received_qty: 3, accepted_qty: 2 },
    { shipment_item_id: wiper, received_qty: 5 },
  ], { allow_excess: true });
  assertEquals(receipt.discrepancies, []);
  const approved = await w.approve(receipt.id);

  type Claim = Record<string, unknown>;
  assertEquals(
    approved.discrepancies.map((c: Claim) => [
      c.discrepancy_type,
      c.product_name,
      c.quantity,
      c.estimated_value,
      c.estimated_value_local,
      c.currency,
      c.exchange_rate,
      c.status,
      c.against,
    ]),
    [
      ["damage", "Board", 2, 200, 200, "BDT", 1, "open", "supplier"],
      ["shortage", "Board", 1, 100, 100, "BDT", 1, "open", "supplier"],
      ["damage", "Head", 1, 33.33, 33.33, "BDT", 1, "open", "supplier"],
      ["excess", "Wiper", 1, 0, 0, "BDT", 1, "open", "supplier"],
    ],
  );
  const [claim] = approved.discrepancies;
  assertMatch(claim.reference_no, /^CLM-\d{4}-000001$/);
  assertEquals(
    [claim.receipt_id, claim.receipt_item_id, claim.supplier_id, claim.shipment_item_id],
    [receipt.id, receipt.items[0].id, w.supplierId, board],
  );
  assertEquals(claim.note, "wet");
  assertEquals(
    approved.items.map((line: Record<string, unknown>) => [
      line.accepted_value,
      line.rejected_value,
      line.short_value,
      line.excess_qty,
      line.unit_cost,
    ]),
    [[400, 200, 100, 0, 100], [66.67, 33.33, 0, 0, 33.335], [40, 0, 0, 1, 8]],
  );

  // A cost that comes before posting moves the landed values; what is claimed is what was billed.
  const cost = { cost_head: "other", amount: 114, currency: "BDT", allocation_method: "value" };
  made(await w.owner.post(`${SHIPMENTS}/${shipment.id}/costs`, cost));
  const later = done(await w.owner.get(`${RECEIPTS}/${receipt.id}`));
  assertEquals(later.discrepancies.map((c: Claim) => c.estimated_value), [200, 100, 33.33, 0]);
  assertEquals(
    later.items.map((line: Record<string, unknown>) => [line.rejected_value, line.short_value]),
    [[220, 110], [36.67, 0], [0, 0]],
  );
});

Deno.test("approveReceipt() declares everything still expected missing when the receipt is final", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([
    { product_name: "Board", ordered_qty: 10, purchase_value: 1000 },
    { product_name: "Head", ordered_qty: 3, purchase_value: 300 },
    { product_name: "Wiper", ordered_qty: 4, purchase_value: 40 },
  ]);
  const [board, head, wiper] = shipment.items.map((item: { id: number }) => item.id);
  await w.receive(shipment.id, [{ shipment_item_id: wiper, received_qty: 4 }]);
  const final = await w.receive(shipment.id, [
    { shipment_item_id: board, received_qty: 3, short_qty: 1 },
    { shipment_item_id: board, received_qty: 4 },
  ], { is_final: true });
  assertEquals(final.items.length, 2);

  const approved = await w.approve(final.id);
  assertEquals(
    approved.items.map((line: Record<string, unknown>) => [
      line.shipment_item_id,
      line.received_qty,
      line.short_qty,
      line.expected_qty,
    ]),
    [[board, 3, 3, 0], [board, 4, 0, 0], [head, 0, 3, 0]],
  );
  assertEquals(
    approved.discrepancies.map((c: Record<string, unknown>) => [
      c.discrepancy_type,
      c.quantity,
      c.estimated_value,
    ]),
    [["shortage", 3, 300], ["shortage", 3, 300]],
  );
  assertRefused(
    await w.store.post(RECEIPTS, {
      shipment_id: shipment.id,
      items: [{ shipment_item_id: head, received_qty: 1 }],
    }),
    409,
    "over_receipt",
  );

  const lost = await w.ship([{ product_name: "Ink", ordered_qty: 5, purchase_value: 50 }]);
  const nothing = await w.receive(lost.id, [], { is_final: true });
  const declared = await w.approve(nothing.id);
  assertEquals(declared.discrepancies[0].quantity, 5);
  const posted = await w.post(nothing.id);
  assertEquals(posted.products, []);
  assertEquals((await w.shipment(lost.id)).status, "received");
});

Deno.test("cancelReceipt() frees the pieces and calls off the drafted claims", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Board", ordered_qty: 4, purchase_value: 100 }]);
  const item = shipment.items[0].id;
  const first = await w.receive(shipment.id, [
    { shipment_item_id: item, received_qty: 1, accepted_qty: 0, short_qty: 1 },
  ]);
  const second = await w.receive(shipment.id, [
    { shipment_item_id: item, received_qty: 2, accepted_qty: 1 },
  ]);
  const [damage, shortage] = (await w.approve(first.id)).discrepancies;
  const [follower] = (await w.approve(second.id)).discrepancies;
  assertEquals([damage.estimated_value, shortage.estimated_value], [25, 25]);
  done(await w.manager.patch(`/import-logistics/discrepancies/${damage.id}/submit`));

  assertInvalid(await w.store.patch(`${RECEIPTS}/${first.id}/cancel`, { reason: " " }), "reason");
  assertRefused(
    await w.accounts.patch(`${RECEIPTS}/${first.id}/cancel`, { reason: "x" }),
    403,
    "forbidden",
  );
  const cancelled = done(
    await w.store.patch(`${RECEIPTS}/${first.id}/cancel`, { reason: "counted the wrong box" }),
  );
  assertEquals(cancelled.status, "cancelled");
  assertEquals(
    cancelled.discrepancies.map((c: { status: string }) => c.status),
    ["cancelled", "cancelled"],
  );
  const read = done(await w.owner.get(`/import-logistics/discrepancies/${damage.id}`));
  assertMatch(read.history.at(-1).note, /counted the wrong box/);
  assertEquals(follower.estimated_value, 25);
  assertEquals((await w.shipment(shipment.id)).items[0].expected_qty, 2);
  assertRefused(
    await w.store.patch(`${RECEIPTS}/${first.id}/cancel`, { reason: "x" }),
    409,
    "receipt_cancelled",
  );
});

Deno.test("listReceipts() filters, searches and pages in three statements at most", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const first = await w.ship([{ product_name: "Board", ordered_qty: 100 }], {
    tracking_number: "TRACK-1",
  });
  const second = await w.ship([{ product_name: "Board", ordered_qty: 100 }]);
  const dates = ["2026-01-05", "2026-02-05", "2026-03-05"];
  for (const received_date of dates) {
    await w.receive(first.id, [{ shipment_item_id: first.items[0].id, received_qty: 5 }], {
      received_date,
    });
  }
  const approved = await w.receive(
    second.id,
    [{ shipment_item_id: second.items[0].id, received_qty: 5, accepted_qty: 3, short_qty: 1 }],
    { received_date: "2026-04-05" },
  );
  await w.approve(approved.id);
  const ids = async (query: string) =>
    (await w.store.get(`${RECEIPTS}?${query}`)).body.data.map((row: { id: number }) => row.id);

  assertEquals(await ids(""), [4, 3, 2, 1]);
  assertEquals(await ids("status=approved"), [4]);
  assertEquals(await ids("status=draft,approved"), [4, 3, 2, 1]);
  assertEquals(await ids(`shipment_id=${first.id}`), [3, 2, 1]);
  assertEquals(await ids("supplier_id=999"), []);
  assertEquals(await ids("from=2026-02-05&to=2026-03-05"), [3, 2]);
  assertEquals(await ids("search=track-1"), [3, 2, 1]);
  assertEquals(await ids("sort=received_date&limit=1"), [1]);
  assertInvalid(await w.store.get(`${RECEIPTS}?status=open`), "status");

  const before = db.database.statements.count;
  const all = await w.store.get("/warehouse/receiving?include_total=true&limit=2");
  assert(db.database.statements.count - before <= 3 + 1, "session read, page, total");
  assertEquals(all.body.meta.total, 4);
  const [row] = all.body.data;
  assertEquals(
    [
      row.status,
      row.item_count,
      row.received_qty,
      row.accepted_qty,
      row.rejected_qty,
      row.short_qty,
    ],
    ["approved", 1, 5, 3, 2, 1],
  );
  assertEquals([row.shipment_reference_no, row.supplier_name], [
    second.reference_no,
    "Supplier One",
  ]);
  assertEquals("accepted_value" in row, false);
});

Deno.test("the packing list is counted down by number, damaged ones too", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const kept = { name: "Printer", sku: "PRN", is_serialized: true };
  const product_id = made(await w.owner.post("/products", kept)).id;
  const listed = ["A-1", "A-2", "A-3", "A-4", "A-5", "A-6"];
  const shipment = await w.ship([
    { product_name: "Printer", product_id, ordered_qty: 6, serial_numbers: listed },
    { product_name: "Ink", ordered_qty: 1 },
  ]);
  const [item, ink] = shipment.items;
  assertEquals([item.expected_serial_numbers, item.is_serialized], [listed, true]);
  assertEquals([ink.expected_serial_numbers, ink.is_serialized], [[], false]);
  const line = (more: Json) => [{ shipment_item_id: item.id, ...more }];

  for (
    const [faulty, field] of [
      [{ received_qty: 2, rejected_serial_numbers: ["A-1"] }, "rejected_serial_numbers"],
      [
        {
          received_qty: 2,
          accepted_qty: 1,
          serial_numbers: ["A-1"],
          rejected_serial_numbers: ["a1"],
        },
        "rejected_serial_numbers",
      ],
    ] as [Json, string][]
  ) {
    const body = { shipment_id: shipment.id, items: line(faulty) };
    assertInvalid(await w.store.post(RECEIPTS, body), `items.0.${field}`);
  }

  const first = await w.receive(
    shipment.id,
    line({
      received_qty: 3,
      accepted_qty: 2,
      serial_numbers: ["a1", "A-3"],
      rejected_serial_numbers: ["A-2"],
      note: "box was open",
    }),
  );
  assertEquals(first.items[0].rejected_serial_numbers, ["A-2"]);
  const left = async () => (await w.shipment(shipment.id)).items[0].expected_serial_numbers;
  assertEquals(await left(), ["A-4", "A-5", "A-6"]);
  await w.approve(first.id);
  const [claim] = done(
    await w.owner.get(`${CLAIMS}?shipment_id=${shipment.id}`),
  ) as unknown as Json[];
  assertEquals(claim.note, "box was open; A-2");

  // the rest without a number: what is left of the list is what came
  const rest = await w.take(shipment.id, line({ received_qty: 3 }));
  assertEquals(rest.status, "posted");
  await w.post(first.id);
  const stock = done(await w.owner.get(`/serials?product_id=${product_id}&sort=id`));
  assertEquals(stock.map((one: Json) => one.serial), ["A-4", "A-5", "A-6", "a1", "A-3"]);
  await w.reverse(rest.id);
  assertEquals(await left(), ["A-4", "A-5", "A-6"]);
});
