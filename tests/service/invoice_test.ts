import sql from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { invoiceTicket } from "../../domain/service/invoice_ticket.ts";
import { actorWith, type Answer, type Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { assertInvalid, assertRefused, done, made, stockOf } from "../support/receiving.ts";
import { TICKETS, workshop } from "../support/service.ts";

const bill = {
  discount: new Decimal("0"),
  vat_percent: new Decimal("0"),
  vat_included: false,
  override_credit_limit: false,
};

Deno.test("invoiceTicket() bills parts that are not under warranty, and the work", async () => {
  await using db = await freshDatabase();
  const { as, owner, engineer, customerId, ticket, product } = await workshop(db.database);
  const head = await product(5, { name: "Print head", sku: "PH", selling_price: 33.335 });
  const { id, reference_no } = await ticket({ service_cost: 1500, assigned_to: engineer.userId });
  const path = `${TICKETS}/${id}`;
  made(
    await owner.post(`${path}/parts`, {
      parts: [
        { product_id: head.id, quantity: 3 },
        { product_id: head.id, quantity: 1, is_warranty: true },
        { product_id: head.id, quantity: 1, unit_price: 40, serial_number: "H-1" },
      ],
    }),
  );
  const before = done(await owner.get(path));
  assertEquals([before.billable_total, before.invoice_id], [1640.01, null]);
  assertEquals(await ledger(db.database), [], "parts by themselves touch no ledger");

  const dry = await owner.post(`${path}/invoice?dry_run=true`, { vat_percent: 15 });
  assertEquals([dry.status, dry.body.data.total, dry.body.meta.dry_run], [200, 1886.01, true]);
  assertEquals(done(await owner.get(path)).invoice_id, null);

  const answer = await owner.post(`${path}/invoice`, { vat_percent: 15, notes: "thank you" });
  const invoice = made(answer);
  assertEquals(answer.headers.get("location"), `/api/v1/invoices/${invoice.id}`);
  assertEquals(
    invoice.items.map((line: Json) => [line.product_id, line.description, line.amount]),
    [
      [null, "Print head (PH)", 100.01],
      [null, "Print head (PH), serial H-1", 40],
      [null, `Service ${reference_no}`, 1500],
    ],
  );
  assertEquals(
    [invoice.customer_id, invoice.subtotal, invoice.vat, invoice.total, invoice.notes],
    [customerId, 1640.01, 246, 1886.01, "thank you"],
  );
  assertEquals(
    [invoice.source_type, invoice.source_id, invoice.source_reference_no],
    ["ticket", id, reference_no],
  );
  assertEquals([invoice.cost, invoice.margin], [40, 1600.01], "four of the five pieces at 10");
  assertEquals(await ledger(db.database), [[customerId, "invoice", "1886.01"]]);
  assertEquals(await stockOf(db.database, head.id), ["0", "0.00"]);
  const [{ moved }] = await db.database.query<[{ moved: number }]>(
    sql`select count(*) as moved from stock_movements where kind <> 'opening'`,
  );
  assertEquals(moved, 3, "the invoice moves no stock again");
  const after = done(await owner.get(path));
  assertEquals([after.invoice_id, after.version], [invoice.id, before.version + 1]);
  assertEquals((await owner.get(TICKETS)).body.data[0].invoice_id, invoice.id);
  assertEquals(done(await (await as("accounts")).get(path)).invoice_id, invoice.id);
});

Deno.test("invoiceTicket() bills once, and again after a void; what was billed stands", async () => {
  await using db = await freshDatabase();
  const { owner, ticket, product } = await workshop(db.database);
  const part = await product(5, { selling_price: 20 });
  const { id } = await ticket({ service_cost: 100 });
  const path = `${TICKETS}/${id}`;
  const use = { product_id: part.id, quantity: 1 };
  made(await owner.post(`${path}/parts`, use));
  const first = made(await owner.post(`${path}/invoice`));
  const twice = await owner.post(`${path}/invoice`);
  assertRefused(twice, 409, "ticket_already_billed");
  assertEquals(twice.body.invoice_id, first.id);
  assertRefused(await owner.post(`${path}/parts`, use), 409, "ticket_already_billed");
  assertRefused(await owner.put(path, { service_cost: 5 }), 409, "ticket_already_billed");
  made(await owner.post(`${path}/parts`, { ...use, is_warranty: true }));
  done(await owner.put(path, { service_cost: 100, status: "closed" }));

  done(await owner.post(`/invoices/${first.id}/void`, { reason: "wrong price" }));
  assertEquals(await stockOf(db.database, part.id), ["3", "30.00"], "used parts stay used");
  assertEquals(done(await owner.get(path)).invoice_id, null);
  done(await owner.put(path, { service_cost: 50 }));
  const second = made(await owner.post(`${path}/invoice`));
  assertEquals([second.total, second.id === first.id], [70, false]);
});

Deno.test("invoiceTicket() needs something to bill, the right to, and the ticket within reach", async () => {
  await using db = await freshDatabase();
  const { as, owner, engineer, ticket, product } = await workshop(db.database);
  const part = await product(5, { selling_price: 20 });
  const covered = await ticket({ is_warranty: true });
  made(await owner.post(`${TICKETS}/${covered.id}/parts`, { product_id: part.id, quantity: 1 }));
  const nothing = await owner.post(`${TICKETS}/${covered.id}/invoice`);
  assertRefused(nothing, 409, "nothing_to_bill");

  const sales = await as("sales");
  const { id } = await ticket({ service_cost: 100, assigned_to: engineer.userId });
  const path = `${TICKETS}/${id}/invoice`;
  assertRefused(await engineer.post(path), 403, "forbidden");
  assertRefused(await sales.post(path), 404, "not_found");
  assertInvalid(await owner.post(path, { discount: 100.01 }), "discount");
  assertRefused(
    await (await as("accounts")).post(path, { override_credit_limit: true }),
    403,
    "forbidden",
  );
  const own = await ticket({ service_cost: 30 }, sales);
  assertEquals(made(await sales.post(`${TICKETS}/${own.id}/invoice`)).total, 30);
  const paid = made(await owner.post(path, { payment: { amount: 100, payment_mode: "bKash" } }));
  assertEquals([paid.status, paid.due], ["paid", 0]);
});

Deno.test("invoiceTicket() waits for another bill of the ticket, and refuses", async () => {
  await using db = await freshDatabase();
  const { owner, ticket } = await workshop(db.database);
  const { id } = await ticket({ service_cost: 100 });
  let second!: Promise<Answer>;
  await inTransaction(db.database, async (tx) => {
    await invoiceTicket(tx, actorWith("owner", owner.userId), id, bill);
    second = owner.post(`${TICKETS}/${id}/invoice`);
    await untilBlocked(db.database);
  });
  assertRefused(await second, 409, "ticket_already_billed");
  assertEquals((await ledger(db.database)).length, 1);
});

async function ledger(db: Database) {
  const rows = await db.query<{ customer_id: number; type: string; debit: string }[]>(
    sql`select customer_id, type, debit::text from customer_ledger order by id`,
  );
  return rows.map(({ customer_id, type, debit }) => [customer_id, type, debit]);
}
