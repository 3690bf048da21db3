import sql from "sql-template-tag";
import { areas } from "../../api/routes/mod.ts";
import { type Json, testApp, testOptions } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { assertInvalid, assertRefused, done, made } from "../support/receiving.ts";

const THEN = "2026-02-03T04:05:06.000Z";
const uuid = () => crypto.randomUUID();

Deno.test("writes of a phone that was offline", async (t) => {
  await using db = await freshDatabase();
  const { database } = db;
  const { as } = testApp(database);
  const [owner, other] = [await as("owner"), await as("owner")];
  const all = await oneOfEverything(owner, "1");
  const newRma = {
    supplier_id: all.supplier.id,
    board_serial_number: "B-1",
    fault_description: "x",
  };
  const lastAudit = async () => {
    const [row] = await database.query<[Json]>(
      sql`select action, after from audit_log order by id desc limit 1`,
    );
    return row;
  };

  await t.step("are recorded now and happened then", async () => {
    const client_id = uuid();
    const { status, body } = await owner.post("/import-logistics/rmas", {
      ...newRma,
      client_id: client_id.toUpperCase(),
      occurred_at: "2026-02-03T10:05:06+06:00",
    });
    assertEquals([status, body.meta], [201, { client_id, occurred_at: THEN }]);
    const [first] = body.data.history;
    assertEquals(first.occurred_at, THEN);
    assert(first.at > THEN);
    const { action, after } = await lastAudit();
    assertEquals([action, after.phone], ["rma.create", { client_id, occurred_at: THEN }]);
  });

  await t.step("every kind takes both fields, and the phone finds what became of it", async () => {
    const shipment = `/import-logistics/shipments/${all.shipment.id}`;
    const ticket = `/service-tickets/${all.ticket.id}`;
    const writes: [string, string, Json, string, string][] = [
      ["PATCH", `${shipment}/status`, { status: "in_transit" }, "shipment_status", shipment],
      ["POST", `${shipment}/costs`, { cost_head: "labour", amount: 5 }, "shipment_cost", shipment],
      [
        "PATCH",
        `/import-logistics/rmas/${all.rma.id}/status`,
        { status: "under_repair" },
        "rma_status",
        `/import-logistics/rmas/${all.rma.id}`,
      ],
      [
        "POST",
        "/service-tickets",
        {
          customer_id: all.customer.id,
          problem_description: "noise",
        },
        "service_ticket",
        "/service-tickets/2",
      ],
      ["PUT", ticket, { status: "in_progress" }, "service_ticket_change", ticket],
      [
        "POST",
        `${ticket}/parts`,
        { product_id: all.product.id, quantity: 1 },
        "ticket_part",
        ticket,
      ],
      [
        "POST",
        "/import-logistics/discrepancies",
        {
          shipment_id: all.shipment.id,
          discrepancy_type: "damage",
        },
        "discrepancy",
        `/import-logistics/discrepancies/3`,
      ],
      [
        "POST",
        "/products/stock-movement",
        {
          product_id: all.product.id,
          type: "out",
          quantity: 1,
          reason: "used",
        },
        "stock_movement",
        "/products/stock-movements/",
      ],
      [
        "POST",
        "/invoices/receive-payment",
        { customer_id: all.customer.id, amount: 1 },
        "payment",
        "/payments/2",
      ],
      [
        "POST",
        "/invoices",
        {
          customer_id: all.customer.id,
          items: [{ description: "Service", quantity: 1, unit_price: 5 }],
        },
        "invoice",
        "/invoices/2",
      ],
      ["POST", "/tasks", { title: "Pay" }, "task", "/tasks/2"],
      [
        "POST",
        `/tasks/${all.task.id}/comments`,
        { comment: "done" },
        "task_comment",
        `/tasks/${all.task.id}`,
      ],
      [
        "POST",
        "/import-logistics/receipts",
        {
          shipment_id: all.shipment.id,
          items: [{ shipment_item_id: all.shipment.items[0].id, received_qty: 1 }],
        },
        "receipt",
        "/import-logistics/receipts/2",
      ],
    ];
    for (const [method, path, body, kind, readAt] of writes) {
      const client_id = uuid();
      const sent = { ...body, client_id, occurred_at: THEN };
      const answer = await owner.call(method, path, sent);
      assertEquals(answer.status < 300, true, `${path}: ${JSON.stringify(answer.body)}`);
      assertEquals(answer.body.meta, { client_id, occurred_at: THEN }, path);
      assertEquals((await lastAudit()).after.phone.occurred_at, THEN, path);
      const { body: found } = await owner.get(`/sync/client-ids?ids=${client_id},${uuid()}`);
      const [record] = found.data;
      assertEquals([record.kind, record.id], [kind, answer.body.data.id], path);
      assert(record.path.startsWith(readAt), `${record.path} of ${path}`);
      assertEquals([record.occurred_at, found.meta.missing.length], [THEN, 1]);
      assertEquals((await owner.get(record.path)).status, 200, record.path);
      assertRefused(await owner.call(method, path, sent), 409, "duplicate_client_id");
    }
  });

  await t.step("a second record of that name is refused and names the first", async () => {
    const body = { title: "Once", client_id: uuid() };
    const task = made(await owner.post("/tasks", body));
    const again = await owner.post("/tasks", { ...body, title: "Twice" });
    assertRefused(again, 409, "duplicate_client_id");
    assertEquals(again.body.record.id, task.id);
    assert(again.body.detail.includes(task.reference_no));
    const [{ n }] = await database.query<[{ n: number }]>(
      sql`select count(*) as n from tasks where title = 'Twice'`,
    );
    assertEquals(n, 0);
    made(await other.post("/tasks", body));
    made(
      await owner.post("/service-tickets", {
        customer_id: all.customer.id,
        problem_description: "noise",
        client_id: body.client_id,
      }),
    );
    assertEquals((await other.get(`/sync/client-ids?ids=${body.client_id}`)).body.data.length, 1);
    assertEquals((await owner.get(`/sync/client-ids?ids=${body.client_id}`)).body.data.length, 2);
  });

  await t.step("an ordinary retry has its key, and a dry run leaves no name behind", async () => {
    const body = { title: "Retry", client_id: uuid() };
    const key = { "idempotency-key": uuid() };
    const first = await owner.post("/tasks", body, key);
    const second = await owner.post("/tasks", body, key);
    assertEquals([second.status, second.body], [201, first.body]);
    assertEquals(second.headers.get("idempotency-replayed"), "true");
    const invoice = {
      customer_id: all.customer.id,
      items: [{ description: "Service", quantity: 1, unit_price: 5 }],
      client_id: uuid(),
    };
    done(await owner.post("/invoices?dry_run=true", invoice));
    made(await owner.post("/invoices", invoice));
  });

  await t.step("what cannot be is refused, what is nobody's field is named", async () => {
    const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    assertInvalid(await owner.post("/tasks", { title: "x", occurred_at: soon(6) }), "occurred_at");
    const old = "1970-01-01T00:00:10Z";
    assertInvalid(await owner.post("/tasks", { title: "x", occurred_at: old }), "occurred_at");
    made(await owner.post("/tasks", { title: "x", occurred_at: soon(4) }));
    assertInvalid(await owner.post("/tasks", { title: "x", occurred_at: "now" }), "occurred_at");
    assertInvalid(await owner.post("/tasks", { title: "x", client_id: "7" }), "client_id");
    made(await owner.post("/tasks", { title: "x", client_id: "", occurred_at: null }));
    const { meta } = (await owner.post("/customers", { name: "y", client_id: uuid() })).body;
    assertEquals(meta.ignored_fields, ["client_id"]);
    assertInvalid(await owner.get("/sync/client-ids?ids=1,2"), "ids");
    assertInvalid(await owner.get("/sync/client-ids"), "ids");
  });

  await t.step("of two at once one is written", async () => {
    const body = { title: "Race", client_id: uuid() };
    const held = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const first = inTransaction(database, async (tx) => {
      await tx.query(sql`insert into client_records (user_id, kind, client_id, record_id, path,
        recorded_at) values (${owner.userId}, 'task', ${body.client_id}::uuid, 1, '/tasks/1', now())`);
      held.resolve();
      await mayCommit.promise;
    });
    await held.promise;
    const second = owner.post("/tasks", body);
    await untilBlocked(database);
    mayCommit.resolve();
    await first;
    assertRefused(await second, 409, "duplicate_client_id");
  });
});

Deno.test("the documentation names what phones may send", async () => {
  await using db = await freshDatabase();
  const { anyone } = testApp(db.database);
  const { paths, components } = (await anyone.get("/openapi.json")).body;
  const offline = areas(testOptions).flatMap(({ routes }) => routes)
    .filter(({ spec }) => spec.offline !== undefined);
  assert(offline.length >= 15);
  for (const { path, method } of offline) {
    const operation = paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
    const { $ref } = operation.requestBody.content["application/json"].schema;
    const { properties } = components.schemas[$ref.split("/").at(-1)];
    assertEquals([properties.client_id?.format, properties.occurred_at?.format], [
      "uuid",
      "date-time",
    ], path);
  }
});
