import fc from "fast-check";
import sql from "sql-template-tag";
import { customerAccount } from "../../domain/customers/account.ts";
import type { Db, Tx } from "../../domain/db/connect.ts";
import { Refusal } from "../../domain/errors.ts";
import { parse } from "../../domain/records/input.ts";
import { createInvoice } from "../../domain/sales/create_invoice.ts";
import { findInvoice } from "../../domain/sales/find_invoices.ts";
import { findPayment } from "../../domain/sales/find_payments.ts";
import { invoice as invoiceRecord } from "../../domain/sales/invoice.ts";
import { allocatePayment, allocation } from "../../domain/sales/allocate_payment.ts";
import { payment as paymentRecord } from "../../domain/sales/payment.ts";
import { receivePayment } from "../../domain/sales/receive_payment.ts";
import { reversePayment } from "../../domain/sales/reverse_payment.ts";
import { voidInvoice } from "../../domain/sales/void_invoice.ts";
import { actorWith } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { inRollback } from "../support/db.ts";
import { daysAgo, made, openShop, today } from "./shop.ts";

/**
 * A clerk with a pencil: whole cents and thousandths of a piece, every rule of the counter once more,
 * written from docs/records.md, "Invoice" and "Payment". Rahim (1) has no limit, Karim (2) one of
 * 150.00, Salma (3) pays cash.
 */
interface Invoice {
  id: number;
  customer: number;
  date: string;
  due_date: string;
  total: bigint;
  paid: bigint;
  void: boolean;
  issues: { product: number; quantity: bigint; value: bigint }[];
}
interface Payment {
  id: number;
  customer: number;
  amount: bigint;
  reversed: boolean;
  /** by invoice id */
  shares: Map<number, bigint>;
}
interface Books {
  invoices: Invoice[];
  payments: Payment[];
  stock: Map<number, { quantity: bigint; value: bigint }>;
  /** after the openings, which lie before all of them */
  moves: { product: number; date: string; quantity: bigint }[];
}

const LIMIT = 150_00n;

type Step =
  | {
    do: "sell";
    customer: number;
    day: number;
    term: number;
    lines: Line[];
    off: number;
    vat: number;
    pays: number | null;
  }
  | {
    do: "pay";
    customer: number;
    amount: number;
    keen: boolean;
    shares: [number, number][] | null;
  }
  | { do: "pay_one"; invoice: number; amount: number }
  | { do: "allocate"; invoice: number; payment: number; keen: boolean; amount: number | null }
  | { do: "void"; invoice: number }
  | { do: "reverse"; payment: number };
/** product 0 is a service; quantity in thousandths, price in cents */
interface Line {
  product: number;
  quantity: number;
  price: number;
}

const customer = fc.constantFrom(1, 1, 1, 2, 3);
const cents = fc.oneof(fc.integer({ min: 1, max: 12000 }), fc.integer({ min: 1, max: 500 }));
const line: fc.Arbitrary<Line> = fc.record({
  product: fc.nat(2),
  quantity: fc.oneof(fc.integer({ min: 1, max: 4000 }), fc.constantFrom(1000, 2000, 7000)),
  price: fc.nat(4000),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("sell" as const),
      customer,
      day: fc.nat(4),
      term: fc.nat(6),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      off: fc.nat(100),
      vat: fc.constantFrom(0, 5, 15),
      pays: fc.option(fc.integer({ min: 1, max: 130 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      customer,
      amount: cents,
      keen: fc.boolean(),
      shares: fc.option(
        fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 3000 })), {
          minLength: 1,
          maxLength: 3,
        }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("pay_one" as const),
      invoice: fc.nat(20),
      amount: cents,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("allocate" as const),
      invoice: fc.nat(20),
      payment: fc.nat(20),
      keen: fc.boolean(),
      amount: fc.option(cents),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("void" as const), invoice: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reverse" as const), payment: fc.nat(20) }) },
);

Deno.test("books after any program of sales, payments, voids and reversals equal a clerk's", async () => {
  await using shop = await openShop();
  await shop.owner.put("/customers/2", { credit_limit: 150 });
  made(await shop.owner.post("/customers", { name: "Salma", cash_only: true }));
  made(
    await shop.owner.post("/products", {
      name: "Nut",
      opening_stock: 7,
      opening_stock_date: "2020-01-01",
      purchase_price: 0.01,
    }),
  );
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (program) => {
      await inRollback(shop.database, async (tx) => {
        const books: Books = {
          invoices: [],
          payments: [],
          moves: [],
          stock: new Map([[1, { quantity: 10_000n, value: 33_33n }], [2, {
            quantity: 7_000n,
            value: 7n,
          }]]),
        };
        for (const step of program) {
          const [found, expected] = await take(tx, books, step);
          assertEquals(found, expected, JSON.stringify(step));
          const what = `${step.do} ${found}`;
          seen.set(what, (seen.get(what) ?? 0) + 1);
        }
        await compare(tx, books);
      });
    }),
    { numRuns: 500 },
  );
  for (const what of ways) assertEquals(seen.has(what), true, `no program came to: ${what}`);
});

/** Every way a step can end that the programs must have come to. */
const ways = [
  "sell ok",
  "sell insufficient_stock",
  "sell credit_limit_exceeded",
  "pay ok",
  "pay invalid_fields",
  "pay already_void",
  "pay allocation_exceeds_due",
  "pay allocation_exceeds_payment",
  "pay_one ok",
  "allocate ok",
  "allocate invalid_fields",
  "allocate already_void",
  "allocate already_reversed",
  "allocate allocation_exceeds_due",
  "allocate allocation_exceeds_payment",
  "void ok",
  "void already_void",
  "reverse ok",
  "reverse already_reversed",
];

const owner = actorWith("owner");

/** One of them, if possible one that fits, so that not every step comes to nothing. */
function pick<T>(index: number, all: T[], fits: ((one: T) => boolean) | false): T | undefined {
  const fitting = fits ? all.filter(fits) : [];
  const from = fitting.length > 0 ? fitting : all;
  return from[index % from.length];
}

/** Does a step in both books: how it ended in ours and in the clerk's. */
async function take(tx: Tx, books: Books, step: Step): Promise<[string, string]> {
  const { invoices, payments } = books;
  if (step.do === "sell") return await sell(tx, books, step);
  if (step.do === "pay") return await pay(tx, books, step);
  const keen = "keen" in step && step.keen;
  const payment = "payment" in step
    ? pick(step.payment, payments, keen && ((p) => !p.reversed && p.amount > allocatedOf(p)))
    : undefined;
  const invoice = "invoice" in step
    ? pick(
      step.invoice,
      invoices,
      keen && ((i) => dueOf(i) > 0n && i.customer === payment?.customer),
    )
    : undefined;
  if (step.do === "pay_one") {
    if (!invoice) return ["-", "-"];
    const share = least(BigInt(step.amount), dueOf(invoice));
    const request = { invoice_id: invoice.id, amount: money(BigInt(step.amount)) };
    return await both(
      tx,
      () => receivePayment(tx, owner, parse(paymentRecord.entry, wire(request))),
      invoice.void ? "already_void" : "ok",
      ({ id }) => enter(books, id, invoice.customer, BigInt(step.amount), [[invoice, share]]),
    );
  }
  if (step.do === "void") {
    if (!invoice) return ["-", "-"];
    return await both(
      tx,
      () => voidInvoice(tx, owner, invoice.id, { reason: "x" }),
      invoice.void ? "already_void" : "ok",
      () => {
        invoice.void = true;
        invoice.paid = 0n;
        for (const { shares } of payments) shares.delete(invoice.id);
        for (const { product, quantity, value } of invoice.issues) {
          const stock = books.stock.get(product)!;
          stock.quantity += quantity;
          stock.value += value;
          books.moves.push({ product, date: today, quantity });
        }
      },
    );
  }
  if (!payment) return ["-", "-"];
  if (step.do === "reverse") {
    return await both(
      tx,
      () => reversePayment(tx, owner, payment.id, { reason: "x" }),
      payment.reversed ? "already_reversed" : "ok",
      () => {
        payment.reversed = true;
        for (const [id, share] of payment.shares) invoices.find((i) => i.id === id)!.paid -= share;
        payment.shares.clear();
      },
    );
  }
  if (!invoice) return ["-", "-"];
  const due = dueOf(invoice);
  const free = payment.amount - allocatedOf(payment);
  const amount = step.amount === null ? least(due, free) : BigInt(step.amount);
  const expected = payment.customer !== invoice.customer
    ? "invalid_fields"
    : invoice.void
    ? "already_void"
    : payment.reversed
    ? "already_reversed"
    : amount > due || due === 0n
    ? "allocation_exceeds_due"
    : amount > free || free === 0n
    ? "allocation_exceeds_payment"
    : "ok";
  const request = {
    payment_id: payment.id,
    ...step.amount !== null && { amount: money(BigInt(step.amount)) },
  };
  return await both(
    tx,
    () => allocatePayment(tx, owner, invoice.id, parse(allocation, wire(request))),
    expected,
    () => share(payment, invoice, amount),
  );
}

async function sell(
  tx: Tx,
  books: Books,
  step: Extract<Step, { do: "sell" }>,
): Promise<[string, string]> {
  const amounts = step.lines.map((l) => halfUp(BigInt(l.quantity) * BigInt(l.price), 1000n));
  const subtotal = amounts.reduce((a, b) => a + b);
  const discount = subtotal * BigInt(step.off) / 200n;
  const net = subtotal - discount;
  const total = net + halfUp(net * BigInt(step.vat), 100n);
  const paid = step.pays === null ? 0n : total * BigInt(step.pays) / 100n + 1n;
  const date = daysAgo(step.day);
  const due_date = daysAgo(step.day - step.term);
  const stock = new Map([...books.stock].map(([id, s]) => [id, { ...s }]));
  const issues: Invoice["issues"] = [];
  let short = false;
  for (
    const { product, quantity } of step.lines.map((l) => ({ ...l, quantity: BigInt(l.quantity) }))
  ) {
    const held = stock.get(product);
    if (!held) continue;
    if (held.quantity < quantity) short = true;
    if (short) break;
    const value = halfEven(held.value * quantity, held.quantity);
    held.quantity -= quantity;
    held.value -= value;
    issues.push({ product, quantity, value });
  }
  const moves = [
    ...books.moves,
    ...issues.map(({ product, quantity }) => ({ product, date, quantity: -quantity })),
  ];
  for (const { product } of issues) {
    const opening = product === 1 ? 10_000n : 7_000n;
    for (const day of [0, 1, 2, 3, 4].map(daysAgo).filter((day) => day >= date)) {
      const there = moves.filter((move) => move.product === product && move.date <= day);
      if (there.reduce((left, move) => left + move.quantity, opening) < 0n) short = true;
    }
  }
  const balance = balanceOf(books, step.customer);
  const credit = paid >= total ||
    (step.customer === 1 || (step.customer === 2 && balance + total - paid <= LIMIT));
  const request = {
    customer_id: step.customer,
    invoice_date: date,
    due_date,
    items: step.lines.map(({ product, quantity, price }) => ({
      ...product === 0 ? { description: "Service" } : { product_id: product },
      quantity: thousandths(quantity),
      unit_price: money(BigInt(price)),
    })),
    discount: money(discount),
    vat_percent: String(step.vat),
    ...paid > 0n && { payment: { amount: money(paid) } },
  };
  return await both(
    tx,
    () => createInvoice(tx, owner, parse(invoiceRecord.entry, wire(request))),
    !credit ? "credit_limit_exceeded" : short ? "insufficient_stock" : "ok",
    async (answer) => {
      books.stock = stock;
      books.moves = moves;
      const invoice = {
        id: answer.id,
        customer: step.customer,
        date,
        due_date,
        total,
        paid: 0n,
        void: false,
        issues,
      };
      books.invoices.push(invoice);
      assertEquals(String(answer.total), money(total));
      assertEquals(
        String(answer.cost),
        money(issues.map((issue) => issue.value).reduce((a, b) => a + b, 0n)),
      );
      if (paid === 0n) return;
      // an invoice of nothing shows no payment: there was nothing to pay
      const [{ id }] = await tx.query<[{ id: number }]>(sql`select max(id) as id from payments`);
      enter(books, id, step.customer, paid, [[invoice, least(paid, total)]]);
    },
  );
}

async function pay(
  tx: Tx,
  books: Books,
  step: Extract<Step, { do: "pay" }>,
): Promise<[string, string]> {
  const amount = BigInt(step.amount);
  const open = (i: Invoice) => i.customer === step.customer && dueOf(i) > 0n;
  const chosen = books.invoices.length === 0
    ? null
    : step.shares?.map(([i, share]) =>
      [pick(i, books.invoices, step.keen && open), BigInt(share)] as [Invoice, bigint]
    );
  const request = {
    customer_id: step.customer,
    amount: money(amount),
    allocations: chosen?.map(([{ id }, share]) => ({ invoice_id: id, amount: money(share) })),
  };
  return await both(
    tx,
    () => receivePayment(tx, owner, parse(paymentRecord.entry, wire(request))),
    chosen ? judge(chosen, step.customer, amount) : "ok",
    ({ id }) => enter(books, id, step.customer, amount, chosen ?? oldestFirst(books, step)),
  );
}

function judge(chosen: [Invoice, bigint][], customer: number, amount: bigint): string {
  if (chosen.some(([invoice]) => invoice.customer !== customer)) return "invalid_fields";
  const left = new Map(chosen.map(([invoice]) => [invoice.id, dueOf(invoice)]));
  for (const [invoice, share] of chosen) {
    if (invoice.void) return "already_void";
    if (share > left.get(invoice.id)!) return "allocation_exceeds_due";
    left.set(invoice.id, left.get(invoice.id)! - share);
  }
  const all = chosen.map(([, share]) => share).reduce((a, b) => a + b);
  return all > amount ? "allocation_exceeds_payment" : "ok";
}

function oldestFirst(
  books: Books,
  step: { customer: number; amount: number },
): [Invoice, bigint][] {
  let left = BigInt(step.amount);
  return books.invoices.filter((i) => i.customer === step.customer && dueOf(i) > 0n)
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.id - b.id)
    .map((invoice) => {
      const part = least(left, dueOf(invoice));
      left -= part;
      return [invoice, part];
    });
}

function enter(
  books: Books,
  id: number,
  customer: number,
  amount: bigint,
  shares: [Invoice, bigint][],
): void {
  const payment = { id, customer, amount, reversed: false, shares: new Map() };
  books.payments.push(payment);
  for (const [invoice, part] of shares) if (part > 0n) share(payment, invoice, part);
}

function share(payment: Payment, invoice: Invoice, amount: bigint): void {
  payment.shares.set(invoice.id, (payment.shares.get(invoice.id) ?? 0n) + amount);
  invoice.paid += amount;
}

/** Runs a verb; what it refuses is undone by itself, as its own transaction would be. */
async function both<T>(
  tx: Tx,
  verb: () => Promise<T>,
  expected: string,
  onSuccess: (answer: T) => void | Promise<void>,
): Promise<[string, string]> {
  await tx.query(sql`savepoint step`);
  try {
    const answer = await verb();
    if (expected === "ok") await onSuccess(answer);
    return ["ok", expected];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tx.query(sql`rollback to savepoint step`);
    return [error.code, expected];
  }
}

async function compare(tx: Db, books: Books): Promise<void> {
  for (const i of books.invoices) {
    const found = await findInvoice(tx, owner, i.id);
    const due = dueOf(i);
    const status = i.void
      ? "void"
      : due === 0n
      ? "paid"
      : i.due_date < today
      ? "overdue"
      : i.paid > 0n
      ? "partial"
      : "posted";
    assertEquals([found.status, String(found.paid), String(found.due)], [
      status,
      money(i.paid),
      money(due),
    ]);
  }
  for (const p of books.payments) {
    const found = await findPayment(tx, actorWith("owner"), p.id);
    assertEquals(
      [found.status, String(found.allocated), String(found.on_account)],
      [
        p.reversed ? "reversed" : "posted",
        money(allocatedOf(p)),
        money(p.reversed ? 0n : p.amount - allocatedOf(p)),
      ],
    );
    assertEquals(
      found.allocations.map((a) => [a.invoice_id, String(a.amount)]),
      books.invoices.filter(({ id }) => p.shares.has(id)) // which the clerk keeps by number
        .sort((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0)
        .map(({ id }) => [id, money(p.shares.get(id)!)]),
    );
  }
  for (const customer of [1, 2, 3]) await compareAccount(tx, books, customer);
  const stock = await tx.query<{ id: number; of_row: string[]; of_movements: string[] }[]>(sql`
    select p.id, array[p.stock_qty::text, p.stock_value::text] as of_row,
      array[sum(m.quantity)::text, sum(m.value)::text] as of_movements
    from products p join stock_movements m on m.product_id = p.id group by p.id order by p.id`);
  const expected = [...books.stock].map(([id, { quantity, value }]) => {
    const row = [fixed(quantity, 3), fixed(value, 2)];
    return { id, of_row: row, of_movements: row };
  });
  assertEquals(stock, expected);
}

async function compareAccount(tx: Db, books: Books, customer: number): Promise<void> {
  const { summary, ageing } = await customerAccount(tx, customer, today);
  const invoices = books.invoices.filter((i) => i.customer === customer && !i.void);
  const payments = books.payments.filter((p) => p.customer === customer && !p.reversed);
  const total = (parts: bigint[]) => parts.reduce((a, b) => a + b, 0n);
  const spare = total(payments.map((p) => p.amount - allocatedOf(p)));
  assertEquals(
    [summary.invoiced, summary.received, summary.balance, summary.overdue, summary.on_account]
      .map(String),
    [
      total(invoices.map((i) => i.total)),
      total(payments.map((p) => p.amount)),
      balanceOf(books, customer),
      total(invoices.filter((i) => i.due_date < today).map(dueOf)),
      spare,
    ].map(money),
  );
  assertEquals(
    [ageing.not_due, ageing.d0_30, ageing.d31_60, ageing.d61_90, ageing.d90_plus, ageing.on_account]
      .map(String),
    [
      total(invoices.filter((i) => i.due_date > today).map(dueOf)),
      total(invoices.filter((i) => i.due_date <= today).map(dueOf)),
      0n,
      0n,
      0n,
      spare,
    ].map(money),
  );
}

function balanceOf(books: Books, customer: number): bigint {
  const owed = books.invoices.filter((i) => i.customer === customer && !i.void)
    .map((i) => i.total);
  const received = books.payments.filter((p) => p.customer === customer && !p.reversed)
    .map((p) => -p.amount);
  return [...owed, ...received].reduce((a, b) => a + b, 0n);
}

function dueOf(invoice: Invoice): bigint {
  return invoice.void ? 0n : invoice.total - invoice.paid;
}

function allocatedOf({ shares }: Payment): bigint {
  return [...shares.values()].reduce((a, b) => a + b, 0n);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Of numbers above zero. */
function halfUp(n: bigint, d: bigint): bigint {
  return (2n * n + d) / (2n * d);
}

function halfEven(n: bigint, d: bigint): bigint {
  const floor = n / d;
  const twice = 2n * (n % d);
  return twice > d || (twice === d && floor % 2n === 1n) ? floor + 1n : floor;
}

function fixed(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** As an exact decimal prints itself: 12.5, 0, -3. */
function money(cents: bigint): string {
  return fixed(cents, 2).replace(/\.?0+$/, "");
}

function thousandths(units: number): string {
  return fixed(BigInt(units), 3);
}

/** Numbers as text, the way the wire's reader hands them on. */
function wire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, v) => typeof v === "number" ? String(v) : v);
}
