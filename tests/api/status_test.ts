import { assertEquals } from "../support/assert.ts";
import type { Json } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { CLAIMS, made, RECEIPTS, warehouse } from "../support/receiving.ts";

Deno.test("every change of status accepts expected_status", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const product = await w.product("BRD-1");
  const shipment = await w.ship([{ product_name: "Board", sku: "BRD-1", ordered_qty: 9 }]);
  const lines = [{ shipment_item_id: shipment.items[0].id, product_id: product, received_qty: 1 }];

  /** Refused with a status it does not have, and with it through. */
  async function check(
    [method, path, body]: [string, string, Json],
    now: string,
    wrong: string,
  ): Promise<Json> {
    const refused = await w.manager.call(method, path, { ...body, expected_status: wrong });
    assertEquals(
      [refused.status, refused.body.code, refused.body.current_status],
      [409, "status_changed", now],
      path,
    );
    const went = await w.manager.call(method, path, { ...body, expected_status: now });
    assertEquals(went.status < 300, true, `${path}: ${JSON.stringify(went.body)}`);
    return went.body.data;
  }

  await t.step("receipts: approve, post, reverse, cancel", async () => {
    const { id } = await w.receive(shipment.id, lines);
    await check(["PATCH", `${RECEIPTS}/${id}/approve`, {}], "draft", "approved");
    await check(["POST", `${RECEIPTS}/${id}/post-stock`, {}], "approved", "draft");
    await check(["POST", `${RECEIPTS}/${id}/reverse`, { reason: "wrong" }], "posted", "approved");
    const other = await w.receive(shipment.id, lines);
    await check(["PATCH", `${RECEIPTS}/${other.id}/cancel`, { reason: "no" }], "draft", "posted");
  });

  await t.step("claims: submit, resolve, cancel", async () => {
    const claim = async () =>
      made(
        await w.owner.post(CLAIMS, { shipment_id: shipment.id, discrepancy_type: "shortage" }),
      ).id;
    const id = await claim();
    await check(["PATCH", `${CLAIMS}/${id}/submit`, {}], "open", "submitted");
    const outcome = { resolution: "rejected" };
    const resolved = await check(
      ["PATCH", `${CLAIMS}/${id}/resolve`, outcome],
      "submitted",
      "open",
    );
    assertEquals(resolved.status, "resolved");
    await check(
      ["PATCH", `${CLAIMS}/${await claim()}/cancel`, { reason: "x" }],
      "open",
      "resolved",
    );
  });
});

Deno.test("who may not reopen is told the permission", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const engineer = await w.as("engineer");
  const customer = made(await w.owner.post("/customers", { name: "Rahim" }));
  const task = made(
    await w.owner.post("/tasks", { title: "Call", assigned_to: engineer.userId, status: "done" }),
  );
  const ticket = made(
    await w.owner.post("/service-tickets", {
      customer_id: customer.id,
      problem_description: "No ink",
      assigned_to: engineer.userId,
    }),
  );
  await w.owner.put(`/service-tickets/${ticket.id}`, { status: "closed" });
  for (
    const [path, status, permission] of [
      [`/tasks/${task.id}`, "new", "tasks.all"],
      [`/service-tickets/${ticket.id}`, "open", "tickets.reopen"],
    ]
  ) {
    const { status: code, body } = await engineer.put(path, { status });
    assertEquals([code, body.code, body.permission], [403, "forbidden", permission], path);
    assertEquals(body.detail.includes(permission), true, body.detail);
  }
});
