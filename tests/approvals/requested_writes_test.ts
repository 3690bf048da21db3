import { approveRequest } from "../../domain/approvals/decide_request.ts";
import { operations } from "../../domain/approvals/operations.ts";
import type { Role } from "../../domain/access/access.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { areas } from "../../api/routes/mod.ts";
import { actorWith, type Caller, type Json, testOptions } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { assertInvalid, assertRefused, done, made } from "../support/receiving.ts";
import { REQUESTS, shop } from "../support/requests.ts";

Deno.test("every write with a limit can be asked for, and says so", async (t) => {
  await using w = await shop();
  const routes = areas(testOptions).flatMap((area) => area.routes).filter(({ spec }) => spec.asks);
  const limit = { stock_move_limit: 5, void_limit: 100 };
  done(await w.owner.put("/settings", limit));
  const approved = async (request: Json) => {
    const after = done(await w.manager.post(`${REQUESTS}/${request.id}/approve`));
    assertEquals(after.made_type, operations[request.operation as "stock.move"].makes);
    assert(after.made_id > 0 && after.made_reference_no, JSON.stringify(after));
    return after;
  };

  await t.step("each is one route, with the same body and the same permission", () => {
    assertEquals(
      routes.map(({ spec }) => spec.asks!).toSorted(),
      Object.keys(operations).toSorted() as never,
    );
    for (const { path, spec } of routes) {
      const { body, may, hasId } = operations[spec.asks!];
      assertEquals([spec.body === body, spec.may, path.includes(":id")], [true, may, hasId]);
    }
  });

  await t.step("stock by hand, fractions exact", async () => {
    const body = { product_id: w.product, type: "in", quantity: 6.125, reason: "count" };
    const request = await w.ask(w.store, "/products/stock-movement", body);
    assertEquals([request.title, request.risk_amount_local], ["Stock in: 6.125 × Pump", 612.5]);
    const { made_id } = await approved(request);
    const movement = done(await w.store.get(`/products/stock-movements/${made_id}`));
    assertEquals(movement.quantity, 6.125);
  });

  await t.step("a product's opening stock", async () => {
    const request = await w.ask(w.store, "/products", { name: "Ink", opening_stock: 60 });
    assertEquals([request.title, request.risk_amount_local], ["New product: 60 × Ink", null]);
    await approved(request);
  });

  await t.step("goods that come back", async () => {
    const { id } = made(await w.sell(w.sales, { quantity: 2, unit_price: 100 }));
    const body = { items: [{ line: 1, quantity: 2 }], reason: "Wrong colour" };
    const request = await w.ask(w.sales, `/invoices/${id}/returns`, body, { record_id: id });
    assertEquals(request.risk_amount_local, 200);
    await approved(request);
  });

  await t.step("a ticket's bill", async () => {
    const { id } = made(
      await w.owner.post("/service-tickets", {
        customer_id: 1,
        problem_description: "No ink",
        service_cost: 1000,
      }),
    );
    const path = `/service-tickets/${id}/invoice`;
    const request = await w.ask(w.accounts, path, { discount: 501 }, { record_id: id });
    assertEquals(request.risk_amount_local, 501);
    await approved(request);
  });

  await t.step("what is lost on the way", async () => {
    const place = made(await w.owner.post("/stock-places", { code: "VAN", name: "Van" }));
    const { id } = made(
      await w.owner.post("/stock-transfers", {
        from_place_id: 1,
        to_place_id: place.id,
        items: [{ product_id: w.product, quantity: 7 }],
      }),
    );
    const path = `/stock-transfers/${id}/close`;
    const body = { outcome: "lost", reason: "Stolen" };
    const request = await w.ask(w.store, path, body, { record_id: id });
    assertEquals(request.risk_amount_local, 700);
    await approved(request);
  });

  await t.step("faulty stock to its supplier", async () => {
    const supplier = made(await w.owner.post("/suppliers", { name: "Hansol" }));
    const faulty = { product_id: w.product, quantity: 8, fault_description: "Leaks" };
    const body = { supplier_id: supplier.id, stock: [faulty] };
    const request = await w.ask(w.store, "/import-logistics/supplier-returns", body);
    assertEquals([request.title, request.risk_amount_local], ["Return to Hansol", 800]);
    await approved(request);
  });
});

Deno.test("only the limit is asked for: the body's shape and one's own rights are judged when it is filed", async () => {
  await using w = await shop();
  const file = (by: Caller, asked: Json) => by.post(REQUESTS, { reason: "Please", ...asked });
  const sale = { operation: "invoice.create", body: w.cheap };
  const bad = { ...w.cheap, items: [{ product_id: w.product, quantity: -1, unit_price: 5 }] };
  assertInvalid(await file(w.sales, { ...sale, body: bad }), "body.items.0.quantity");
  assertInvalid(await file(w.sales, { ...sale, record_id: 1 }), "record_id");
  assertInvalid(await file(w.sales, { operation: "user.create", body: {} }), "operation");
  assertInvalid(
    await file(w.sales, { ...sale, body: { ...w.cheap, customer_id: 99 } }),
    "body.customer_id",
  );
  const of = (record_id?: number) => ({
    operation: "invoice.void",
    body: { reason: "x" },
    ...record_id && { record_id },
  });
  assertInvalid(await file(w.sales, of()), "record_id");
  assertRefused(await file(w.sales, of(99)), 404, "not_found");
  const paid = { ...w.cheap, payment: { amount: 5, method: "cash" } };
  assertRefused(await file(w.sales, { ...sale, body: paid }), 403, "forbidden");
  const priced = { operation: "product.create", body: { name: "Ink", selling_price: 5 } };
  assertRefused(await file(w.store, priced), 403, "forbidden_fields");
  assertRefused(await file(w.store, sale), 403, "forbidden");
});

Deno.test("who sees and who decides a request, by role", async (t) => {
  await using w = await shop();
  const { id } = await w.ask(w.sales, "/invoices", w.cheap);
  const rows: Record<Role, [sees: number, files: number, decides: number]> = {
    owner: [200, 201, 200],
    admin: [200, 201, 200],
    manager: [200, 201, 200],
    accounts: [404, 201, 403],
    sales: [404, 201, 403], // another one than who filed it
    service_manager: [404, 403, 403],
    engineer: [404, 403, 403],
    store: [404, 403, 403],
    office_staff: [404, 403, 403],
  };
  for (const [role, row] of Object.entries(rows)) {
    await t.step(role, async () => {
      const caller = await w.as(role as Role);
      const asked = { operation: "invoice.create", body: w.cheap, reason: "Please" };
      const { id: another } = await w.ask(w.sales, "/invoices", w.cheap);
      const listed = (await caller.get(REQUESTS)).body.data.map((each: Json) => each.id);
      assertEquals(listed.includes(id), row[0] === 200);
      assertEquals([
        (await caller.get(`${REQUESTS}/${id}`)).status,
        (await caller.post(REQUESTS, asked)).status,
        (await caller.post(`${REQUESTS}/${another}/refuse`, { reason: "No" })).status,
      ], row);
    });
  }
  const only = (permissions: string[]) => ({ ...actorWith("manager"), only: permissions as never });
  await t.step("a program without the write's own permission", async () => {
    const bare = only(["limits.exceed", "overview.read"]);
    const thrown = await inTransaction(w.database, (tx) => approveRequest(tx, bare, id, {}))
      .catch((error) => error);
    assertEquals(thrown.code, "not_found");
  });
  assertEquals((await w.sales.get(`${REQUESTS}/${id}`)).status, 200);
});
