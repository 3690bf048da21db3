import { areas } from "../../api/routes/mod.ts";
import { type Caller, type Json, testApp, testOptions } from "./app.ts";
import { assert, assertEquals } from "./assert.ts";
import { seed } from "./who_sees.ts";

const RECEIPTS = "/import-logistics/receipts";
const CLAIMS = "/import-logistics/discrepancies";
const SHIPMENTS = "/import-logistics/shipments";
const LEDGER = "/import-logistics/supplier-ledger";
const RMAS = "/import-logistics/rmas";

/** Its code and the request that meets it; `{me}` is the caller. */
export type Conflict = [code: string, method: "POST" | "PUT" | "PATCH", path: string, body?: Json];

/**
 * The records that each kind of conflict needs, and the requests that meet it; `within` must be given to
 * who shall reach it, `readable` is what there is to read of them.
 */
export async function arrangeConflicts(app: ReturnType<typeof testApp>["app"], owner: Caller) {
  const { all, queries } = await seed(app, owner);
  const { customer, supplier, product, shipment, receipt, claim, entry, ticket, task } = all;
  const sent = async (method: string, path: string, body: Json = {}): Promise<Json> => {
    const answer = await owner.call(method, path, body);
    const said = `${method} ${path}: ${answer.status} ${answer.body.detail}`;
    assert([200, 201].includes(answer.status), said);
    return answer.body.data;
  };
  const post = (path: string, body?: Json) => sent("POST", path, body);
  const patch = (path: string, body?: Json) => sent("PATCH", path, body);

  // people and customers
  const login = { email: "taken@example.test", phone: "01799000111", employee_code: "TAKEN-1" };
  await post("/users", { name: "Taken", role: "store", ...login });
  const credit = { credit_limit: 100.25, opening_balance: 50.15, phone: "01811000222" };
  const debtor = await post("/customers", { name: "Debtor", ...credit });
  const cash = await post("/customers", { name: "Cash", cash_only: true });
  const gone = await post("/customers", { name: "Gone" });
  await sent("PUT", `/customers/${gone.id}`, { active: false });
  const work = (unit_price: number) => [{ description: "Work", quantity: 1, unit_price }];
  const invoice = (customer_id: number, unit_price: number) => ({
    customer_id,
    items: work(unit_price),
  });
  const due = await post("/invoices", invoice(customer.id, 40.45));
  const voided = await post("/invoices", invoice(customer.id, 41.35));
  await post(`/invoices/${voided.id}/void`, { reason: "Typed twice" });
  const pay = (amount: number, allocations: Json[] = []) => ({
    customer_id: customer.id,
    amount,
    method: "cash",
    allocations,
  });
  const paid = await post("/invoices/receive-payment", pay(12.35));
  const takenBack = await post("/invoices/receive-payment", pay(13.45));
  await post(`/payments/${takenBack.id}/reverse`, { reason: "Bounced" });

  // suppliers, LC and shipments
  await sent("PUT", `/suppliers/${supplier.id}`, { bank_name: "SECRET-BANK", phone: "SECRET-TEL" });
  const reversed = await post(`${LEDGER}/${entry.id}/reverse`, { reason: "Typed twice" });
  const lcOf = (amount: number) =>
    post("/lc-tt", { supplier_id: supplier.id, type: "LC", amount, exchange_rate: 121.35 });
  const [lc, dead] = [await lcOf(2000.55), await lcOf(10.15)];
  await patch(`/lc-tt/${dead.id}/status`, { status: "cancelled" });
  const goods = (product_name: string, purchase_value: number, more: Json = {}) => ({
    supplier_id: supplier.id,
    currency: "USD",
    exchange_rate: 123.45,
    items: [{ product_name, ordered_qty: 10, purchase_value }],
    ...more,
  });
  const drawing = await post(SHIPMENTS, goods("Rail", 1999.35, { lc_tt_id: lc.id }));
  const large = await post(SHIPMENTS, goods("Belt", 3111.85));
  const calledOff = await post(SHIPMENTS, goods("Lamp", 71.15));
  await patch(`${SHIPMENTS}/${calledOff.id}/status`, { status: "cancelled" });
  const [cost] = (await owner.get(`${SHIPMENTS}/${shipment.id}`)).body.data.costs;
  await post(`${SHIPMENTS}/${shipment.id}/costs/${cost.id}/reverse`, { reason: "Typed twice" });
  const { costs } = (await owner.get(`${SHIPMENTS}/${shipment.id}`)).body.data;
  const mirror = costs.find((each: Json) => each.reverses_id === cost.id);

  // receipts and claims
  const count = (of: Json, received_qty: number) => ({
    shipment_id: of.id,
    items: [{ shipment_item_id: of.items[0].id, received_qty }],
  });
  const [draft, off, approved] = [
    await post(RECEIPTS, count(large, 1)),
    await post(RECEIPTS, count(large, 1)),
    await post(RECEIPTS, count(large, 1)),
  ];
  await patch(`${RECEIPTS}/${off.id}/cancel`, { reason: "Counted twice" });
  await patch(`${RECEIPTS}/${approved.id}/approve`);
  const back = await post(RECEIPTS, count(shipment, 2));
  await patch(`${RECEIPTS}/${back.id}/approve`);
  await post(`${RECEIPTS}/${back.id}/post-stock`);
  await post(`${RECEIPTS}/${back.id}/reverse`, { reason: "Miscounted" });
  const claimed = (estimated_value: number) =>
    post(CLAIMS, {
      shipment_id: shipment.id,
      discrepancy_type: "shortage",
      quantity: 1,
      estimated_value,
    });
  const [ended, settled] = [await claimed(17.35), await claimed(18.45)];
  await patch(`${CLAIMS}/${ended.id}/cancel`, { reason: "Found" });
  const credited = { resolution: "credit_note", amount: 18.45, resolved_amount: 18.45 };
  await patch(`${CLAIMS}/${settled.id}/resolve`, credited);

  // tickets, tasks, warranty cases
  const opened = (more: Json = {}) =>
    post("/service-tickets", { customer_id: customer.id, problem_description: "x", ...more });
  const [billed, closed, idle] = [
    await opened({ service_cost: 61.25 }),
    await opened(),
    await opened(),
  ];
  await post(`/service-tickets/${billed.id}/invoice`);
  await sent("PUT", `/service-tickets/${closed.id}`, { status: "closed" });
  const over = await post("/tasks", { title: "Over" });
  await sent("PUT", `/tasks/${over.id}`, { status: "completed" });
  const rma = await post(RMAS, {
    customer_name: "Karim",
    supplier_id: supplier.id,
    board_serial_number: "SN-77",
    fault_description: "dead",
  });
  await patch(`${RMAS}/${rma.id}/status`, { status: "cancelled" });
  const { body: { data: [head] } } = await owner.get("/products?search=HEAD-1");
  const { body: { data: [file] } } = await owner.get("/uploads");
  const found = { product_id: head.id, type: "in", quantity: 1, reason: "found" };
  await post("/products/stock-movement", { ...found, serial_numbers: ["SN-901"] });
  const showroom = await post("/stock-places", { code: "CONFLICT", name: "Showroom" });
  const arrived = await post("/stock-transfers", {
    from_place_id: 1,
    to_place_id: showroom.id,
    items: [{ product_id: product.id, quantity: 1 }],
  });
  await sent("POST", `/stock-transfers/${arrived.id}/receive`, {});
  const out = (more: Json) => ({ type: "out", reason: "damaged", ...more });
  const line = { product_id: head.id, quantity: 1, unit_price: 20 };
  const tooMany = { product_id: product.id, quantity: 99_999, unit_price: 1 };

  const conflicts: Conflict[] = [
    ["duplicate_email", "POST", "/users", { name: "A", role: "store", email: login.email }],
    ["duplicate_phone", "POST", "/users", { name: "A", role: "store", phone: login.phone }],
    ["duplicate_employee_code", "POST", "/users", {
      name: "A",
      role: "store",
      employee_code: login.employee_code,
    }],
    ["own_account", "PUT", "/users/{me}", { active: false }],
    ["totp_not_begun", "POST", "/auth/totp/end", {}],
    ["customer_inactive", "POST", "/invoices", invoice(gone.id, 5)],
    ["credit_limit_exceeded", "POST", "/invoices", invoice(debtor.id, 900)],
    ["credit_limit_exceeded", "POST", "/invoices", invoice(cash.id, 900)],
    ["insufficient_stock", "POST", "/invoices", { customer_id: customer.id, items: [tooMany] }],
    ["insufficient_stock", "POST", `/service-tickets/${idle.id}/parts`, tooMany],
    [
      "insufficient_stock",
      "POST",
      "/products/stock-movement",
      out({
        product_id: product.id,
        quantity: 99_999,
      }),
    ],
    ["serial_not_in_stock", "POST", "/invoices", {
      customer_id: customer.id,
      items: [{ ...line, serial_numbers: ["SN-900"] }],
    }],
    ["serial_not_in_stock", "POST", `/service-tickets/${idle.id}/parts`, {
      ...line,
      serial_number: "SN-900",
    }],
    ["serial_in_stock", "POST", "/products/stock-movement", {
      ...found,
      serial_numbers: ["SN-901"],
    }],
    ["duplicate_place", "POST", "/stock-places", { code: "main", name: "Twice" }],
    ["transfer_closed", "POST", `/stock-transfers/${arrived.id}/receive`, {}],
    ["duplicate_sku", "POST", "/products", { name: "Twice", sku: product.sku }],
    ["duplicate_sku", "PUT", `/products/${head.id}`, { sku: product.sku }],
    ["already_void", "POST", `/invoices/${voided.id}/void`, { reason: "Again" }],
    ["already_void", "POST", `/invoices/${voided.id}/allocate`, { payment_id: paid.id, amount: 1 }],
    [
      "allocation_exceeds_due",
      "POST",
      "/invoices/receive-payment",
      pay(600, [{ invoice_id: due.id, amount: 500 }]),
    ],
    [
      "allocation_exceeds_payment",
      "POST",
      "/invoices/receive-payment",
      pay(1, [{ invoice_id: due.id, amount: 2 }]),
    ],
    ["allocation_exceeds_payment", "POST", `/invoices/${due.id}/allocate`, {
      payment_id: paid.id,
      amount: 30,
    }],
    ["already_reversed", "POST", `/payments/${takenBack.id}/reverse`, { reason: "Again" }],
    ["already_reversed", "POST", `${LEDGER}/${entry.id}/reverse`, { reason: "Again" }],
    ["already_reversed", "POST", `${RECEIPTS}/${back.id}/reverse`, { reason: "Again" }],
    ["already_reversed", "POST", `${SHIPMENTS}/${shipment.id}/costs/${cost.id}/reverse`, {
      reason: "Again",
    }],
    ["not_reversible", "POST", `${LEDGER}/${reversed.id}/reverse`, { reason: "Again" }],
    ["not_reversible", "POST", `${SHIPMENTS}/${shipment.id}/costs/${mirror.id}/reverse`, {
      reason: "Again",
    }],
    ["record_in_use", "PATCH", `/lc-tt/${lc.id}`, { currency: "EUR" }],
    ["lc_limit_exceeded", "PATCH", `/lc-tt/${lc.id}`, { amount: 5 }],
    ["lc_limit_exceeded", "PATCH", `${SHIPMENTS}/${large.id}`, { lc_tt_id: lc.id }],
    ["lc_limit_exceeded", "POST", SHIPMENTS, goods("More", 4000, { lc_tt_id: lc.id })],
    ["lc_limit_exceeded", "POST", `${SHIPMENTS}/${drawing.id}/items`, {
      product_name: "More",
      ordered_qty: 1,
      purchase_value: 4000,
    }],
    ["settlement_exceeds_amount", "PATCH", `/lc-tt/${lc.id}/status`, {
      status: "lc_opened",
      post_to_ledger: true,
      settlement_amount: 9000,
    }],
    ["invalid_transition", "PATCH", `/lc-tt/${dead.id}/status`, { status: "closed" }],
    ["lc_tt_closed", "PATCH", `/lc-tt/${dead.id}`, { notes: "x" }],
    ["shipment_closed", "POST", `${SHIPMENTS}/${calledOff.id}/items`, {
      product_name: "More",
      ordered_qty: 1,
    }],
    ["shipment_already_posted", "POST", `${SHIPMENTS}/${shipment.id}/items`, {
      product_name: "More",
      ordered_qty: 1,
    }],
    ["item_in_use", "PATCH", `${SHIPMENTS}/${large.id}/items/${large.items[0].id}`, {
      ordered_qty: 0,
    }],
    ["shipment_has_open_work", "PATCH", `${SHIPMENTS}/${shipment.id}/status`, { status: "closed" }],
    ["invalid_transition", "PATCH", `${SHIPMENTS}/${calledOff.id}/status`, { status: "closed" }],
    ["status_changed", "PATCH", `${SHIPMENTS}/${large.id}/status`, {
      status: "in_transit",
      expected_status: "closed",
    }],
    ["duplicate_container", "POST", `${SHIPMENTS}/${shipment.id}/containers`, {
      container_number: "CSQU3054383",
      size: "20",
    }],
    ["over_receipt", "POST", RECEIPTS, count(large, 5000)],
    ["receipt_already_approved", "PATCH", `${RECEIPTS}/${approved.id}/approve`],
    ["receipt_cancelled", "PATCH", `${RECEIPTS}/${off.id}/approve`],
    ["receipt_already_posted", "POST", `${RECEIPTS}/${receipt.id}/post-stock`],
    ["receipt_already_posted", "PATCH", `${RECEIPTS}/${receipt.id}/cancel`, { reason: "x" }],
    ["receipt_not_approved", "POST", `${RECEIPTS}/${draft.id}/post-stock`],
    ["receipt_not_posted", "POST", `${RECEIPTS}/${draft.id}/reverse`, { reason: "x" }],
    ["line_without_product", "POST", `${RECEIPTS}/${approved.id}/post-stock`],
    ["status_changed", "PATCH", `${CLAIMS}/${claim.id}/submit`, { expected_status: "resolved" }],
    ["invalid_transition", "PATCH", `${CLAIMS}/${ended.id}/submit`],
    ["discrepancy_already_resolved", "PATCH", `${CLAIMS}/${settled.id}/resolve`, credited],
    ["rma_closed", "PATCH", `${RMAS}/${rma.id}`, { fault_description: "x" }],
    ["invalid_transition", "PATCH", `${RMAS}/${rma.id}/status`, { status: "closed" }],
    ["ticket_closed", "POST", `/service-tickets/${closed.id}/parts`, {
      product_id: product.id,
      quantity: 1,
    }],
    ["invalid_transition", "PUT", `/service-tickets/${closed.id}`, { status: "cancelled" }],
    ["ticket_already_billed", "POST", `/service-tickets/${billed.id}/invoice`],
    ["ticket_already_billed", "PUT", `/service-tickets/${billed.id}`, { service_cost: 7 }],
    ["ticket_already_billed", "POST", `/service-tickets/${billed.id}/parts`, {
      product_id: product.id,
      quantity: 1,
      unit_price: 1,
      is_warranty: false,
    }],
    ["nothing_to_bill", "POST", `/service-tickets/${idle.id}/invoice`],
    ["invalid_transition", "PUT", `/tasks/${over.id}`, { status: "cancelled" }],
    ["upload_already_linked", "PATCH", `/uploads/${file.id}`, {
      related_type: "product",
      related_id: product.id,
    }],
    ["duplicate_client_id", "POST", "/tasks", async (caller: Caller) => {
      const body = { title: "Once", client_id: crypto.randomUUID() };
      assertEquals((await caller.post("/tasks", body)).status, 201);
      return body;
    }],
  ];

  const readable: string[] = [];
  const reads = areas(testOptions).flatMap((area) => area.routes).filter(({ method, path }) =>
    method === "GET" && !/^\/(auth|audit|sync|uploads|search)|pdf|metrics|:code|:serial/.test(path)
  );
  for (const { path } of reads) {
    if (!path.includes(":id")) {
      readable.push(path + (queries[path] ?? ""));
      continue;
    }
    const { body } = await owner.get(`${path.slice(0, path.indexOf("/:id"))}?limit=10`);
    for (const { id } of body.data) readable.push(path.replace(":id", String(id)));
  }
  const within = [
    ...[ticket, billed, closed, idle].map(({ id }) => `/service-tickets/${id}`),
    ...[task, over].map(({ id }) => `/tasks/${id}`),
  ];
  return { conflicts, within, readable };
}
