import { assertEquals } from "./assert.ts";
import type { Caller, Json } from "./app.ts";

/** Ids of one of everything, made through the API as the staff would. */
export async function oneOfEverything(owner: Caller, tag: string) {
  const make = async (path: string, body: Json, expected = 201): Promise<Json> => {
    const answer = await owner.post(path, body);
    assertEquals(answer.status, expected, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  // the examples of the documentation are dated this year
  const dates = { books_start: "2025-01-01", backdate_days: 3650 };
  assertEquals((await owner.put("/settings", dates)).status, 200);
  const customer = await make("/customers", { name: `Customer ${tag}`, phone: "01712345678" });
  const supplier = await make("/suppliers", { name: `Supplier ${tag}` });
  const product = await make("/products", {
    name: `Board ${tag}`,
    sku: `BRD-${tag}`,
    opening_stock: 50,
    purchase_price: 10,
    min_stock: 100,
  });
  const task = await make("/tasks", { title: `Task ${tag}`, due_date: "2026-01-01" });
  const ticket = await make("/service-tickets", {
    customer_id: customer.id,
    problem_description: "No ink",
  });
  await make(`/service-tickets/${ticket.id}/parts`, {
    product_id: product.id,
    quantity: 1,
    unit_price: 30,
  });
  const lcTt = await make("/lc-tt", {
    supplier_id: supplier.id,
    type: "TT",
    amount: 5000,
    currency: "USD",
    exchange_rate: 120,
  });
  const invoice = await make("/invoices", {
    customer_id: customer.id,
    items: [{ product_id: product.id, quantity: 2, unit_price: 20 }],
  });
  const payment = await make("/invoices/receive-payment", {
    customer_id: customer.id,
    amount: 15,
    method: "cash",
  });
  const rma = await make("/import-logistics/rmas", {
    customer_name: "Rahim",
    supplier_id: supplier.id,
    board_serial_number: `SN-${tag}`,
    fault_description: "dead",
  });
  const shipment = await make("/import-logistics/shipments", {
    supplier_id: supplier.id,
    currency: "USD",
    exchange_rate: 122.85,
    lc_tt_id: lcTt.id,
    eta_chittagong: "2026-01-01",
    items: [{ product_name: "Board", sku: product.sku, ordered_qty: 100, purchase_value: 1000 }],
  });
  await make(`/import-logistics/shipments/${shipment.id}/costs`, {
    cost_head: "freight",
    amount: 50,
  });
  const receipt = await make("/import-logistics/receipts", {
    shipment_id: shipment.id,
    items: [{ shipment_item_id: shipment.items[0].id, received_qty: 10, accepted_qty: 9 }],
  });
  assertEquals((await owner.patch(`/import-logistics/receipts/${receipt.id}/approve`)).status, 200);
  await make(`/import-logistics/receipts/${receipt.id}/post-stock`, {}, 200);
  const claim = await make("/import-logistics/discrepancies", {
    shipment_id: shipment.id,
    discrepancy_type: "shortage",
    quantity: 1,
    estimated_value: 5,
  });
  const entry = await make("/import-logistics/supplier-ledger", {
    supplier_id: supplier.id,
    particulars: "Proforma",
    credit: 100,
    debit: 0,
    exchange_rate: 120,
  });
  const cheque = await make(`/suppliers/${supplier.id}/cheques`, {
    amount: 70.25,
    currency: "BDT",
    cheque_number: `CQ-${tag}`,
    cheque_date: "2026-01-01",
  });
  const account = await make("/accounts", {
    name: `Bank ${tag}`,
    money_type: "bank",
    opening_balance: 500,
  });
  const transfer = await make("/accounts/transfers", { from: "owner", to: "cash", amount: 5 });
  const bill = await make("/import-logistics/bills-of-entry", {
    shipment_id: shipment.id,
    office: "301",
    number: `C${crypto.randomUUID().slice(0, 20)}`,
    entry_date: "2026-01-01",
    lines: [billLine(shipment.items[0].id)],
  });
  const expense = await make("/expenses", { category: "rent", amount: 5 });
  const place = await make("/stock-places", { code: tag.slice(0, 20), name: `Showroom ${tag}` });
  const stockTransfer = await make("/stock-transfers", {
    from_place_id: 1,
    to_place_id: place.id,
    items: [{ product_id: product.id, quantity: 2 }],
  });
  const faulty = await make("/import-logistics/rmas", {
    customer_name: "Karim",
    supplier_id: supplier.id,
    board_serial_number: `SNF-${tag}`,
    fault_description: "No magenta",
  });
  const supplierReturn = await make("/import-logistics/supplier-returns", {
    supplier_id: supplier.id,
    rma_ids: [faulty.id],
    courier: "DHL",
  });
  const lc = await make("/lc-tt", { supplier_id: supplier.id, type: "LC", amount: 900 });
  const loan = await make(`/lc-tt/${lc.id}/loans`, {
    amount: 90_000,
    interest_percent: 13.5,
    due_on: "2099-01-01",
  });
  const withheld = await make("/withheld-taxes", {
    kind: "vds",
    supplier_id: supplier.id,
    amount: 7.5,
  });
  const request = await make("/approvals/requests", {
    operation: "stock.move",
    body: { product_id: product.id, type: "in", quantity: 20_000, reason: "Counted" },
    reason: "A whole container",
  });
  const { body: { data: me } } = await owner.get("/auth/me");
  const hook = await make("/webhooks", { url: "http://127.0.0.1:1/", user_id: me.id });
  return {
    customer,
    supplier,
    product,
    task,
    ticket,
    lcTt,
    invoice,
    payment,
    rma,
    shipment,
    receipt,
    claim,
    entry,
    cheque,
    account,
    transfer,
    bill,
    expense,
    hook,
    place,
    stockTransfer,
    supplierReturn,
    lc,
    loan,
    withheld,
    request,
  };
}

/** What customs assessed of an item, without a tariff. */
export function billLine(item: number): Json {
  const levies = { cd: 5, rd: 1, sd: 0, vat: 15.9, at: 7.95, ait: 5 };
  return { hs_code: "8534.00", shipment_item_ids: [item], assessable_value: 100, ...levies };
}
