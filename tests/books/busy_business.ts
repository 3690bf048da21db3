import type { Database } from "../../domain/db/connect.ts";
import type { Uploads } from "../../domain/uploads/store.ts";
import { type Answer, type Caller, type Json, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { jpeg, pdf, send } from "../uploads/files.ts";

export const OWNER = { name: "Owner", email: "owner@example.test", password: "long enough 1" };

/**
 * A business that did a bit of everything, through the API: also what was taken back, came late or was
 * settled at another rate.
 */
export async function busyBusiness(database: Database, uploads: Uploads): Promise<Caller> {
  const app = testApp(database, { uploads });
  const { body } = await app.anyone.post("/auth/setup-owner", OWNER);
  const owner = app.holding(body.data.token);
  const { customer, supplier, product, shipment, ticket, entry, invoice, bill } =
    await oneOfEverything(
      owner,
      "busy",
    );
  await sell(owner, product.id);
  await settle(owner);
  await spend(owner);
  await giveCheques(owner);
  await receiveMore(owner, shipment);
  done(await owner.post(`/import-logistics/bills-of-entry/${bill.id}/post`, {}), 200);
  await giveBack(owner, invoice.id);
  done(await owner.post(`/import-logistics/supplier-ledger/${entry.id}/reverse`, { reason: "no" }));
  done(await owner.post("/suppliers", { name: "Old debt", opening_balance: 500, currency: "BDT" }));
  done(await owner.post(`/service-tickets/${ticket.id}/invoice`, {}));
  const task = { title: "Call them", related_type: "customer", related_id: 1 };
  done(await owner.post("/tasks", { ...task, client_id: crypto.randomUUID() }));
  await sellPieces(owner, customer.id);
  done(
    await owner.post(`/import-logistics/shipments/${shipment.id}/containers`, {
      container_number: "TCLU4265837",
      size: 40,
      arrived_on: "2026-01-05",
      gate_out_on: "2026-01-09",
      returned_on: "2026-01-09",
    }),
  );
  for (const [name, content] of [["photo.jpg", await jpeg()], ["packing.pdf", pdf()]] as const) {
    const file = { file: name, type: "application/octet-stream", body: content };
    const about = [{ name: "related_type", body: "invoice" }];
    done(
      await send(app.app, owner, [file, ...about, {
        name: "related_id",
        body: String(invoice.id),
      }]),
    );
  }
  assertEquals([customer.id, supplier.id], [1, 1]);
  return owner;
}

async function sell(owner: Caller, productId: number): Promise<void> {
  const buyer = done(
    await owner.post("/customers", { name: "রহিম প্রিন্টার্স", opening_balance: 75.5 }),
  );
  const items = [{ product_id: productId, quantity: 1.5, unit_price: 33.33, discount: 0.5 }, {
    description: "Installation",
    quantity: 1,
    unit_price: 100,
  }];
  const sold = { customer_id: buyer.id, items, vat_percent: 7.5 };
  done(await owner.post("/invoices", { ...sold, payment: { amount: 50, method: "bkash" } }));
  const wrong = done(await owner.post("/invoices", sold));
  done(await owner.post(`/invoices/${wrong.id}/void`, { reason: "twice" }), 200);
  done(await owner.post("/invoices/receive-payment", { customer_id: buyer.id, amount: 20 }));
  const bounced = done(
    await owner.post("/invoices/receive-payment", { customer_id: buyer.id, amount: 30 }),
  );
  done(await owner.post(`/payments/${bounced.id}/reverse`, { reason: "bounced" }));
  const twice = done(
    await owner.post("/invoices/receive-payment", { customer_id: buyer.id, amount: 2000 }),
  );
  const back = `/payments/${twice.id}`;
  const reason = "paid twice";
  const { refunds } = done(await owner.post(`${back}/refund`, { amount: 4, reason }), 200);
  done(await owner.post(`${back}/refunds/${refunds[0].id}/reverse`, { reason: "no" }), 200);
  done(await owner.post(`${back}/refund`, { amount: 3, reason }), 200);
}

/** A piece is claimed from its supplier, another one is kept after all. */
async function giveBack(owner: Caller, invoiceId: number): Promise<void> {
  const items = [{ line: 1, quantity: 1, condition: "faulty", claim_from_supplier: true }];
  const back = async () =>
    done(await owner.post(`/invoices/${invoiceId}/returns`, { items, reason: "Dead" }));
  await back();
  const { id } = await back();
  done(await owner.post(`/credit-notes/${id}/reverse`, { reason: "Works" }), 200);
}

/** Three machines with numbers: one is sold, one was sold and taken back. */
async function sellPieces(owner: Caller, customer_id: number): Promise<void> {
  const machine = done(
    await owner.post("/products", { name: "Printer", is_serialized: true, purchase_price: 900 }),
  );
  const serial_numbers = ["UV-0001", "UV-0002", "UV-0003"];
  const movement = { product_id: machine.id, type: "in", quantity: 3, reason: "Found" };
  done(await owner.post("/products/stock-movement", { ...movement, serial_numbers }));
  const piece = (serial: string) => ({
    customer_id,
    items: [{ product_id: machine.id, quantity: 1, unit_price: 1500, serial_numbers: [serial] }],
  });
  done(await owner.post("/invoices", piece("uv 0001")));
  const wrong = done(await owner.post("/invoices", piece("UV-0002")));
  done(await owner.post(`/invoices/${wrong.id}/void`, { reason: "twice" }), 200);
}

/** An expense, and a transfer that was taken back. */
async function spend(owner: Caller): Promise<void> {
  const day = { date: "2026-02-03" };
  done(await owner.post("/expenses", { ...day, category: "rent", method: "bank", amount: 45 }));
  const accounts: Json[] = done(await owner.get("/accounts"), 200);
  const [from, to] = ["cash", "bank"].map((role) => accounts.find((each) => each.role === role).id);
  const { id } = done(await owner.post("/accounts/transfers", { ...day, from, to, amount: 7.5 }));
  done(await owner.post(`/accounts/transfers/${id}/reverse`, { reason: "twice" }), 200);
}

/** Owed at one rate and paid at another. */
async function settle(owner: Caller): Promise<void> {
  const { id: supplier_id } = done(await owner.post("/suppliers", { name: "Settled" }));
  const entry = { supplier_id, particulars: "Heads" };
  const ledger = "/import-logistics/supplier-ledger";
  done(await owner.post(ledger, { ...entry, credit: 99.99, exchange_rate: 110.5 }));
  done(await owner.post(ledger, { ...entry, debit: 99.99, exchange_rate: 121.25 }));
}

/** Cheques of ours: one is paid, one bounced after that, one came back; one is in his hands still. */
async function giveCheques(owner: Caller): Promise<void> {
  const { id } = done(await owner.post("/suppliers", { name: "Agent", currency: "BDT" }));
  const day = { issued_date: "2026-02-03", cheque_date: "2026-02-10" };
  for (const [at, states] of [["cleared"], ["cleared", "bounced"], ["returned"], []].entries()) {
    const given = { ...day, amount: 60 + at, cheque_number: `00${at}` };
    const cheque = done(await owner.post(`/suppliers/${id}/cheques`, given));
    for (const state of states) {
      const move = { state, date: "2026-02-11" };
      done(await owner.patch(`/supplier-cheques/${cheque.id}/cheque`, move), 200);
    }
  }
}

/** Part deliveries of a shipment with a late cost, and one that was reversed. */
async function receiveMore(owner: Caller, { id, items: [item] }: Json): Promise<void> {
  const path = "/import-logistics";
  const receive = async (pieces: number, posting: Json = {}) => {
    const items = [{ shipment_item_id: item.id, received_qty: pieces }];
    const receipt = done(await owner.post(`${path}/receipts`, { shipment_id: id, items }));
    done(await owner.patch(`${path}/receipts/${receipt.id}/approve`), 200);
    done(await owner.post(`${path}/receipts/${receipt.id}/post-stock`, posting), 200);
    return receipt.id;
  };
  await receive(33, { credit_supplier: true });
  const wrong = await receive(20);
  const cost = { cost_head: "customs_duty", amount: 1234.57, currency: "BDT" };
  const late = done(await owner.post(`${path}/shipments/${id}/costs`, cost));
  done(await owner.post(`${path}/receipts/${wrong}/reverse`, { reason: "miscounted" }));
  done(await owner.post(`${path}/shipments/${id}/costs`, { ...cost, cost_head: "labour" }));
  const [{ id: costId }] = [late].flat();
  done(
    await owner.post(`${path}/shipments/${id}/costs/${costId}/reverse`, { reason: "wrong" }),
  );
}

function done({ status, body }: Answer, expected = 201): Json {
  assertEquals(status, expected, JSON.stringify(body));
  return body.data;
}
