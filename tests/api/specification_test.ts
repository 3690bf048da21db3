import { assertEquals } from "../support/assert.ts";
import { type Answer, type Caller, type Json, testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import type { Role } from "../../domain/access/access.ts";

/**
 * Every route of the specification, called five ways: as it should be, without a token, by a role that
 * may not, with an unknown id, with a bad body. The result is the table in tests/api/specification.md;
 * the test fails when a cell is empty or differs (UPDATE=1 writes the file anew).
 */
interface Case {
  route: string;
  /** what makes it succeed; `:id` is filled from `id` */
  id?: () => number;
  body?: Json;
  /** a role that may not, where there is one */
  refused?: Role;
  /** a body that is no good; `{}` where a field is required */
  bad?: Json;
  /** public routes need no token */
  anyone?: true;
  form?: () => FormData;
}

const tableFile = new URL("specification.md", import.meta.url);
const notFound = 999_999;

Deno.test("every route of the specification answers right in all five ways", async () => {
  await using db = await freshDatabase();
  const { app, as, anyone, holding } = testApp(db.database);
  const first = await anyone.post("/auth/setup-owner", owner);
  const signIn = first.body.data.token as string;
  const callers = new Map<Role, Caller>();
  const caller = async (role: Role) =>
    callers.get(role) ?? callers.set(role, await as(role)).get(role)!;
  const boss = await caller("owner");
  const admin = await caller("admin");
  const made: Record<string, number> = {};
  const make = async (name: string, path: string, body: Json, by = boss) => {
    const answer = await by.post(path, body);
    assertEquals(answer.status, 201, `${path}: ${JSON.stringify(answer.body)}`);
    made[name] = answer.body.data.id;
    return answer.body.data;
  };

  const send = async (by: Caller, test: Case, id: number, body: Json): Promise<Answer> => {
    const [method, template] = test.route.split(" ");
    const path = template.replace(":id", String(id));
    if (!test.form || body !== undefined) {
      return await by.call(method, path, method === "GET" ? undefined : body ?? {});
    }
    const response = await app.request(`http://localhost/api/v1${path}`, {
      method,
      headers: { ...by.token && { authorization: `Bearer ${by.token}` } },
      body: test.form(),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  await make("staff", "/users", {
    name: "Staff",
    role: "sales",
    email: "staff@example.test",
    password: "pass phrase 1",
  });
  await make("customer", "/customers", { name: "Rahim Printing", phone: "01712345678" });
  await make("supplier", "/suppliers", { name: "Supplier One" });
  await make("product", "/products", {
    name: "Board",
    sku: "BRD-1",
    opening_stock: 50,
    purchase_price: 10,
  });
  await make("task", "/tasks", { title: "Call the port" });
  await make("ticket", "/service-tickets", {
    customer_id: made.customer,
    problem_description: "No ink",
  });
  await make("lcTt", "/lc-tt", {
    supplier_id: made.supplier,
    type: "TT",
    amount: 100,
    currency: "USD",
    exchange_rate: 120,
  });
  await make("invoice", "/invoices", {
    customer_id: made.customer,
    items: [{ product_id: made.product, quantity: 1, unit_price: 20 }],
  });
  await make("rma", "/import-logistics/rmas", rmaOf(made.supplier));
  const shipment = await make("shipment", "/import-logistics/shipments", shipmentOf(made.supplier));
  const line = (received_qty: number) => ({
    shipment_id: made.shipment,
    items: [{ shipment_item_id: shipment.items[0].id, product_id: made.product, received_qty }],
  });
  await make("toApprove", "/import-logistics/receipts", line(1), admin);
  await make("toPost", "/import-logistics/receipts", line(1), admin);
  await boss.patch(`/import-logistics/receipts/${made.toPost}/approve`);
  await make("claim", "/import-logistics/discrepancies", claimOf(made.shipment));

  const open = await as("store");
  const cases: Case[] = [
    { route: "GET /health", anyone: true },
    { route: "POST /auth/setup-owner", body: owner, bad: {}, anyone: true },
    {
      route: "POST /auth/login",
      body: { email: owner.email, password: owner.password },
      bad: {},
      anyone: true,
    },
    { route: "GET /auth/me" },
    {
      route: "POST /auth/change-password",
      body: { current_password: owner.password, new_password: "another phrase 2" },
      bad: {},
    },
    { route: "GET /dashboard" },
    { route: "GET /users", refused: "sales" },
    {
      route: "POST /users",
      body: { name: "New", role: "store", email: "new@example.test" },
      refused: "manager",
      bad: {},
    },
    {
      route: "PUT /users/:id",
      id: () => made.staff,
      body: { name: "Staff Two" },
      refused: "manager",
      bad: { role: "boss" },
    },
    {
      route: "POST /users/:id/reset-password",
      id: () => made.staff,
      body: {},
      refused: "manager",
      bad: { new_password: "short" },
    },
    { route: "GET /customers", refused: "store" },
    { route: "GET /customers/:id", id: () => made.customer, refused: "store" },
    { route: "POST /customers", body: { name: "Karim" }, refused: "engineer", bad: {} },
    {
      route: "PUT /customers/:id",
      id: () => made.customer,
      body: { city: "Dhaka" },
      refused: "engineer",
      bad: { credit_limit: -1 },
    },
    { route: "GET /products" },
    { route: "GET /products/:id", id: () => made.product },
    { route: "POST /products", body: { name: "Head" }, refused: "sales", bad: {} },
    {
      route: "PUT /products/:id",
      id: () => made.product,
      body: { brand: "X" },
      refused: "sales",
      bad: { unit: "barrel" },
    },
    {
      route: "POST /products/stock-movement",
      body: { product_id: made.product, type: "in", quantity: 5, reason: "found" },
      refused: "sales",
      bad: {},
    },
    { route: "GET /tasks" },
    { route: "POST /tasks", body: { title: "Pay duty" }, bad: {} },
    {
      route: "PUT /tasks/:id",
      id: () => made.task,
      body: { priority: "high" },
      bad: { priority: "hot" },
    },
    {
      route: "POST /tasks/:id/comments",
      id: () => made.task,
      body: { comment: "Called" },
      bad: {},
    },
    { route: "GET /service-tickets" },
    { route: "GET /service-tickets/:id", id: () => made.ticket },
    {
      route: "POST /service-tickets",
      body: { customer_id: made.customer, problem_description: "Noise" },
      refused: "store",
      bad: {},
    },
    {
      route: "PUT /service-tickets/:id",
      id: () => made.ticket,
      body: { priority: "high" },
      refused: "sales",
      bad: { priority: "hot" },
    },
    {
      route: "POST /service-tickets/:id/parts",
      id: () => made.ticket,
      body: { product_id: made.product, quantity: 1 },
      refused: "sales",
      bad: {},
    },
    { route: "GET /suppliers", refused: "sales" },
    { route: "GET /suppliers/:id", id: () => made.supplier, refused: "sales" },
    { route: "POST /suppliers", body: { name: "Supplier Two" }, refused: "store", bad: {} },
    {
      route: "PUT /suppliers/:id",
      id: () => made.supplier,
      body: { country: "China" },
      refused: "store",
      bad: { credit_days: -1 },
    },
    { route: "GET /lc-tt", refused: "store" },
    {
      route: "POST /lc-tt",
      body: { supplier_id: made.supplier, type: "LC", amount: 5000 },
      refused: "store",
      bad: {},
    },
    {
      route: "PATCH /lc-tt/:id/status",
      id: () => made.lcTt,
      body: { status: "pi_received" },
      refused: "store",
      bad: {},
    },
    { route: "GET /invoices", refused: "engineer" },
    { route: "GET /invoices/:id", id: () => made.invoice, refused: "engineer" },
    {
      route: "POST /invoices",
      body: {
        customer_id: made.customer,
        items: [{ description: "Service", quantity: 1, unit_price: 500 }],
      },
      refused: "engineer",
      bad: {},
    },
    {
      route: "POST /invoices/receive-payment",
      body: { customer_id: made.customer, amount: 10, method: "cash" },
      refused: "sales",
      bad: {},
    },
    { route: "POST /uploads", form: png, bad: {} },
    { route: "GET /import-logistics/summary" },
    { route: "GET /import-logistics/rmas" },
    {
      route: "POST /import-logistics/rmas",
      body: rmaOf(made.supplier),
      refused: "accounts",
      bad: {},
    },
    { route: "GET /import-logistics/rmas/:id", id: () => made.rma },
    {
      route: "PATCH /import-logistics/rmas/:id/status",
      id: () => made.rma,
      body: { status: "received_from_customer" },
      refused: "sales",
      bad: {},
    },
    { route: "GET /import-logistics/shipments" },
    {
      route: "POST /import-logistics/shipments",
      body: shipmentOf(made.supplier),
      refused: "store",
      bad: {},
    },
    { route: "GET /import-logistics/shipments/:id", id: () => made.shipment },
    {
      route: "PATCH /import-logistics/shipments/:id/status",
      id: () => made.shipment,
      body: { status: "in_transit" },
      refused: "sales",
      bad: {},
    },
    {
      route: "POST /import-logistics/shipments/:id/items",
      id: () => made.shipment,
      body: { product_name: "Damper", ordered_qty: 5 },
      refused: "store",
      bad: {},
    },
    {
      route: "POST /import-logistics/shipments/:id/costs",
      id: () => made.shipment,
      body: { cost_head: "insurance", amount: 10 },
      refused: "store",
      bad: {},
    },
    { route: "GET /import-logistics/receipts", refused: "sales" },
    { route: "POST /import-logistics/receipts", body: line(1), refused: "accounts", bad: {} },
    {
      route: "PATCH /import-logistics/receipts/:id/approve",
      id: () => made.toApprove,
      body: {},
      refused: "store",
      bad: { note: 7 },
    },
    {
      route: "POST /import-logistics/receipts/:id/post-stock",
      id: () => made.toPost,
      body: {},
      refused: "accounts",
      bad: { posting_date: "soon" },
    },
    { route: "GET /import-logistics/supplier-ledger", refused: "store" },
    {
      route: "POST /import-logistics/supplier-ledger",
      body: {
        supplier_id: made.supplier,
        particulars: "Invoice 7",
        credit: 10,
        debit: 0,
        exchange_rate: 120,
      },
      refused: "store",
      bad: {},
    },
    { route: "GET /import-logistics/discrepancies", refused: "sales" },
    {
      route: "POST /import-logistics/discrepancies",
      body: claimOf(made.shipment),
      refused: "sales",
      bad: {},
    },
    {
      route: "PATCH /import-logistics/discrepancies/:id/resolve",
      id: () => made.claim,
      body: { resolution: "rejected" },
      refused: "store",
      bad: {},
    },
  ];

  const rows = [
    "| route | success | no token | wrong role | unknown id | bad body |",
    "|---|---|---|---|---|---|",
  ];
  for (const test of cases) {
    const [method] = test.route.split(" ");
    const byTest = test.route === "POST /auth/change-password" ? holding(signIn) : boss;
    const unknownId = test.id ? (await send(boss, test, notFound, test.body)).status : undefined;
    const bad = test.bad === undefined
      ? undefined
      : (await send(test.form ? open : byTest, test, test.id?.() ?? 0, test.bad)).status;
    const wrongRole = test.refused
      ? (await send(await caller(test.refused), test, test.id?.() ?? 0, test.body)).status
      : undefined;
    const noToken = (await send(anyone, test, test.id?.() ?? 0, test.body)).status;
    const success = test.anyone
      ? noToken
      : (await send(byTest, test, test.id?.() ?? 0, test.body)).status;
    rows.push(
      `| ${test.route} | ${success} | ${test.anyone ? "public" : noToken} | ${
        wrongRole ?? (test.anyone ? "public" : "every role may")
      } | ${unknownId ?? "has no id"} | ${
        bad ?? (method === "GET" ? "has no body" : "none needed")
      } |`,
    );
    const expectSuccess = test.route === "POST /auth/setup-owner"
      ? 409
      : creates(test.route)
      ? 201
      : 200;
    assertEquals(success, expectSuccess, `${test.route} succeeds`);
    if (!test.anyone) assertEquals(noToken, 401, `${test.route} without a token`);
    if (test.refused) assertEquals(wrongRole, 403, `${test.route} by ${test.refused}`);
    if (test.id) assertEquals(unknownId, 404, `${test.route} with an unknown id`);
    if (test.bad !== undefined) {
      assertEquals([415, 422].includes(bad!), true, `${test.route} with a bad body: ${bad}`);
    }
  }
  assertEquals(cases.length, 60, "routes of the specification, without the two pages");
  const table =
    `# Every route of the specification, called five ways\n\nMade by specification_test.ts.\n\n${
      rows.join("\n")
    }\n`;
  if (Deno.env.get("UPDATE")) await Deno.writeTextFile(tableFile, table);
  assertEquals(await Deno.readTextFile(tableFile), table);
});

const owner = { name: "The Owner", email: "the.owner@example.test", password: "correct horse 42" };

function rmaOf(supplier_id: number) {
  return {
    customer_name: "Rahim",
    supplier_id,
    board_serial_number: "B-77",
    fault_description: "dead",
  };
}

function shipmentOf(supplier_id: number) {
  const items = [{ product_name: "Board", sku: "BRD-1", ordered_qty: 100, purchase_value: 1000 }];
  return { supplier_id, currency: "USD", exchange_rate: 122.85, items };
}

function claimOf(shipment_id: number) {
  return { shipment_id, discrepancy_type: "short", quantity: 1, estimated_value: 5 };
}

function creates(route: string): boolean {
  if (/POST \/auth\/|reset-password|post-stock/.test(route)) return false;
  return route.startsWith("POST ");
}

/** A 1 × 1 PNG. */
function png(): FormData {
  const form = new FormData();
  const bytes = Uint8Array.fromBase64(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  );
  form.append("file", new File([bytes], "dot.png", { type: "image/png" }));
  return form;
}
