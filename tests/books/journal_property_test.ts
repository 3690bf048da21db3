import fc from "fast-check";
import sql, { join, raw } from "sql-template-tag";
import type { Actor } from "../../domain/access/access.ts";
import { journalChecks } from "../../domain/books/journal_checks.ts";
import { resolutionInput } from "../../domain/claims/discrepancy.ts";
import { cancelDiscrepancy } from "../../domain/claims/move_discrepancy.ts";
import { resolveDiscrepancy } from "../../domain/claims/resolve_discrepancy.ts";
import type { Database, Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Refusal } from "../../domain/errors.ts";
import { addCost } from "../../domain/imports/add_cost.ts";
import { approveReceipt } from "../../domain/imports/receipts/approve_receipt.ts";
import { createReceipt } from "../../domain/imports/receipts/create_receipt.ts";
import { posting, postReceipt } from "../../domain/imports/receipts/post_receipt.ts";
import { newReceipt } from "../../domain/imports/receipts/receipt.ts";
import { reversal, reverseReceipt } from "../../domain/imports/receipts/reverse_receipt.ts";
import { reverseCost } from "../../domain/imports/reverse_cost.ts";
import { costReversal, newShipmentCost } from "../../domain/imports/shipment_cost.ts";
import { parse } from "../../domain/records/input.ts";
import { createInvoice } from "../../domain/sales/create_invoice.ts";
import { invoice, voiding } from "../../domain/sales/invoice.ts";
import { payment, paymentReversal } from "../../domain/sales/payment.ts";
import { receivePayment } from "../../domain/sales/receive_payment.ts";
import { reversePayment } from "../../domain/sales/reverse_payment.ts";
import { voidInvoice } from "../../domain/sales/void_invoice.ts";
import { addParts } from "../../domain/service/add_parts.ts";
import { addedParts } from "../../domain/service/part.ts";
import { moveStock, newMovement } from "../../domain/stock/move_stock.ts";
import { reversal as entryReversal, supplierEntry } from "../../domain/suppliers/ledger_entry.ts";
import { enterEntry } from "../../domain/suppliers/record_entry.ts";
import { reverseEntry } from "../../domain/suppliers/reverse_entry.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { disagreements } from "./agreement.ts";

const owner = actorWith("owner");
const day = (ago: number) =>
  Temporal.PlainDate.from(owner.today).subtract({ days: ago }).toString();

/** One deed: what is done, on which of the documents there are, how much, how long ago. */
interface Deed {
  what: keyof typeof deeds;
  which: number;
  much: number;
  ago: number;
}

type Act = (tx: Tx, actor: Actor, deed: Deed) => Promise<unknown>;

/** The id of one of a table's rows, or a refusal where there is none. */
async function one(tx: Tx, table: string, which: number, where = "true"): Promise<number> {
  const rows = await tx.query<{ id: number }[]>(sql`
    select id from ${raw(table)} t where ${raw(where)} order by id desc`);
  if (rows.length === 0) throw new Refusal("not_found", "nothing of this kind is there yet");
  return rows[which % rows.length].id;
}

const amount = (much: number) => (much * 7.3 + 0.01).toFixed(2);

/** Everything that moves value, in any order. */
const deeds = {
  sell: async (tx, actor, { which, much, ago }) =>
    await createInvoice(
      tx,
      actor,
      parse(invoice.entry, {
        customer_id: String(await one(tx, "customers", which)),
        invoice_date: day(ago),
        items: [
          {
            product_id: String(await one(tx, "products", which)),
            quantity: String(1 + much % 4),
            unit_price: amount(much),
            discount: "0.01",
          },
          { description: "Fitting", quantity: "1", unit_price: String(much % 5) },
        ],
        discount: much % 3 === 0 ? "0.05" : "0",
        vat_percent: ["0", "7.5", "15"][which % 3],
      }),
    ),
  void: async (tx, actor, { which }) =>
    await voidInvoice(
      tx,
      actor,
      await one(tx, "invoices", which, "voided_at is null"),
      parse(voiding, { reason: "wrong" }),
    ),
  pay: async (tx, actor, { which, much, ago }) =>
    await receivePayment(
      tx,
      actor,
      parse(payment.entry, {
        customer_id: String(await one(tx, "customers", which)),
        amount: amount(much),
        method: ["cash", "bank", "bkash"][which % 3],
        payment_date: day(ago),
      }),
    ),
  unpay: async (tx, actor, { which }) =>
    await reversePayment(
      tx,
      actor,
      await one(tx, "payments", which, "reversed_at is null"),
      parse(paymentReversal, { reason: "bounced" }),
    ),
  receive: async (tx, actor, { which, much, ago }) => {
    const shipment = await one(tx, "shipments", which, "status not in ('closed', 'cancelled')");
    const items = await tx.query<{ id: number; open: number }[]>(sql`
      select id, (shipped_qty - accounted_qty)::int as open from shipment_items
      where shipment_id = ${shipment} and shipped_qty > accounted_qty order by id`);
    if (items.length === 0) throw new Refusal("not_found", "all of it is here");
    const lines = items.map(({ id, open }, i) => {
      const pieces = Math.min(Number(open), 1 + (much + i) % 6);
      return {
        shipment_item_id: String(id),
        received_qty: String(pieces),
        accepted_qty: String(Math.max(0, pieces - (much % 3 === 1 ? 1 : 0))),
        short_qty: String(much % 4 === 3 && pieces < Number(open) ? 1 : 0),
      };
    });
    const receipt = await createReceipt(
      tx,
      actor,
      parse(newReceipt, { shipment_id: String(shipment), items: lines }),
    );
    await approveReceipt(tx, actor, receipt.id, {});
    const how = { posting_date: day(ago), credit_supplier: String(which % 2 === 0) };
    await postReceipt(tx, actor, receipt.id, parse(posting, how));
  },
  unreceive: async (tx, actor, { which }) =>
    await reverseReceipt(
      tx,
      actor,
      await one(tx, "receipts", which, "status = 'posted'"),
      parse(reversal, { reason: "miscounted" }),
    ),
  cost: async (tx, actor, { which, much, ago }) => {
    const shipment = await one(tx, "shipments", which, "status not in ('closed', 'cancelled')");
    const cost_head =
      ["freight", "vat", "at", "ait", "demurrage", "labour", "customs_duty"][much % 7];
    await addCost(
      tx,
      actor,
      shipment,
      parse(newShipmentCost, {
        cost_head,
        amount: amount(much),
        ...which % 2 ? { currency: "BDT" } : { currency: "USD", exchange_rate: "121.37" },
        entry_date: day(ago),
      }),
    );
  },
  uncost: async (tx, actor, { which }) => {
    const cost = await one(
      tx,
      "shipment_costs",
      which,
      "reverses_id is null and not exists (select from shipment_costs m where m.reverses_id = t.id)",
    );
    const [{ shipment_id }] = await tx.query<[{ shipment_id: number }]>(
      sql`select shipment_id from shipment_costs where id = ${cost}`,
    );
    await reverseCost(tx, actor, shipment_id, cost, parse(costReversal, { reason: "typed wrong" }));
  },
  resolve: async (tx, actor, { which, much }) => {
    const resolution =
      ["credit_note", "replacement", "refund", "insurance", "written_off", "rejected"][much % 6];
    const known = { currency: "USD", exchange_rate: "122.5" };
    await resolveDiscrepancy(
      tx,
      actor,
      await one(tx, "discrepancies", which, "status in ('open', 'submitted')"),
      parse(resolutionInput, {
        resolution,
        ...much % 6 < 4 && much % 6 !== 1 && { amount: String(1 + much), ...known },
      }),
    );
  },
  unclaim: async (tx, actor, { which }) =>
    await cancelDiscrepancy(
      tx,
      actor,
      await one(tx, "discrepancies", which, "status in ('open', 'submitted')"),
      { reason: "found" } as Parameters<typeof cancelDiscrepancy>[3],
    ),
  owe: async (tx, actor, { which, much, ago }) => {
    const entry_type = [
      "purchase",
      "payment",
      "advance",
      "bank_charge",
      "freight",
      "adjustment",
      "payment",
    ][much % 7];
    const lowers = ["payment", "advance"].includes(entry_type);
    await enterEntry(
      tx,
      actor,
      parse(supplierEntry.entry, {
        supplier_id: String(await one(tx, "suppliers", which)),
        entry_type,
        particulars: "By hand",
        [lowers ? "debit" : "credit"]: String(10 + much),
        exchange_rate: (118 + much % 9 + 0.13).toFixed(2),
        entry_date: day(ago),
      }),
    );
  },
  unowe: async (tx, actor, { which }) =>
    await reverseEntry(
      tx,
      actor,
      await one(
        tx,
        "supplier_ledger",
        which,
        "reverses_id is null and credit + debit > 0 and not exists " +
          "(select from supplier_ledger m where m.reverses_id = t.id)",
      ),
      parse(entryReversal, { reason: "wrong" }),
    ),
  move: async (tx, actor, { which, much, ago }) =>
    await moveStock(
      tx,
      actor,
      parse(newMovement, {
        product_id: String(await one(tx, "products", which)),
        type: ["in", "out", "adjustment"][much % 3],
        quantity: String(1 + much % 3),
        ...much % 3 !== 1 && { unit_cost: amount(much) },
        reason: "Counted",
        movement_date: day(ago),
      }),
    ),
  repair: async (tx, actor, { which, much }) =>
    await addParts(
      tx,
      actor,
      await one(tx, "service_tickets", which),
      parse(addedParts, {
        parts: [{
          product_id: String(await one(tx, "products", which)),
          quantity: "1",
          unit_price: "12.5",
          is_warranty: String(much % 2 === 0),
        }],
      }),
    ),
  close: async (tx, _actor, { ago }) =>
    await tx.query(sql`
      update settings set closed_through = greatest(closed_through, ${day(ago + 5)}::date)`),
} satisfies Record<string, Act>;

const program = fc.array(
  fc.record({
    what: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom("sell", "receive", "cost", "owe" as const) },
      { weight: 2, arbitrary: fc.constantFrom(...Object.keys(deeds) as Deed["what"][]) },
    ) as fc.Arbitrary<Deed["what"]>,
    which: fc.nat(11),
    much: fc.nat(60),
    ago: fc.oneof(fc.constant(0), fc.nat(40)),
  }),
  { minLength: 3, maxLength: 9 },
);

Deno.test("whatever is done in any order: debits are credits, and every control account its ledger on every day", async () => {
  await using db = await freshDatabase();
  await office(db.database);
  let programs = 0;
  const done: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(program, async (steps) => {
      programs++;
      await inTransaction(db.database, async (tx) => {
        let closed: Closed | undefined;
        for (const step of steps) {
          if (!await attempt(tx, step)) continue;
          done[step.what] = (done[step.what] ?? 0) + 1;
          assertEquals(await off(tx), [], JSON.stringify(step));
          if (step.what === "close") closed = undefined;
          else if (closed) assertEquals(await closedFigures(tx), closed, "a closed month changed");
          closed ??= await closedFigures(tx);
        }
        if (programs % 10 === 0) {
          assertEquals(await disagreements(tx, owner.today), []);
          assertEquals(await disagreements(tx, day(12)), []);
        }
      }, { dryRun: true });
    }),
    { numRuns: 500, interruptAfterTimeLimit: 300_000 },
  );
  const never = Object.keys(deeds).filter((what) => done[what] === undefined);
  assertEquals(never, [], "deeds that were always refused");
});

/** Does it, or nothing of it where it is refused. */
async function attempt(tx: Tx, step: Deed): Promise<boolean> {
  await tx.query(sql`savepoint step`);
  try {
    await deeds[step.what](tx, owner, step);
    await tx.query(sql`release savepoint step`);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tx.query(sql`rollback to savepoint step`);
    return false;
  }
}

const everyCheck = join(
  journalChecks.map(({ name, differences }) =>
    sql`select ${name}::text as name, record, problem from (${differences}) differs`
  ),
  " union all ",
);

async function off(tx: Tx): Promise<Json[]> {
  return await tx.query<Json[]>(everyCheck);
}

type Closed = Json;

/** What the journal says of the days that are closed. */
async function closedFigures(tx: Tx): Promise<Closed> {
  return await tx.query(sql`
    select l.account_id, to_char(l.entry_date, 'YYYY-MM') as month, sum(l.debit - l.credit)::text as amount
    from journal_lines l, settings where l.entry_date <= settings.closed_through
    group by 1, 2 order by 1, 2`);
}

/** Customers, suppliers in two currencies, products in stock, and shipments on their way. */
async function office(database: Database): Promise<void> {
  const caller = await testApp(database).as("owner");
  const make = async (path: string, body: Json) => {
    const answer = await caller.post(path, body);
    assertEquals(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };
  await make("/customers", { name: "Rahim" });
  await make("/customers", {
    name: "Karim",
    opening_balance: 333.33,
    opening_balance_date: day(60),
  });
  const suppliers = [];
  for (const currency of ["USD", "CNY"]) {
    suppliers.push(await make("/suppliers", { name: `Maker ${currency}`, currency }));
  }
  const products = [];
  for (const name of ["Head", "Ink", "Board"]) {
    products.push(
      await make("/products", { name, opening_stock: 5, purchase_price: 33.33 }),
    );
  }
  await database.query(sql`update settings set books_start = ${day(60)}`);
  for (const supplier of suppliers) {
    await make("/import-logistics/shipments", {
      supplier_id: supplier.id,
      currency: supplier.currency,
      exchange_rate: supplier.currency === "USD" ? 121.5 : 17.05,
      items: products.map((product: Json, i) => ({
        product_id: product.id,
        product_name: product.name,
        sku: product.sku,
        ordered_qty: 13 + i,
        purchase_value: 100.07 + i * 31.11,
      })),
    });
  }
  await make("/service-tickets", { customer_id: 1, problem_description: "No ink" });
}
