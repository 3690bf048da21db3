import fc from "fast-check";
import sql from "sql-template-tag";
import { business, businessDate } from "../../domain/business/business.ts";
import type { Db, Tx } from "../../domain/db/connect.ts";
import { parse } from "../../domain/records/input.ts";
import { supplierAgeing } from "../../domain/suppliers/ageing.ts";
import { createSupplier } from "../../domain/suppliers/create_supplier.ts";
import { latestEntries, ledgerQuery, listEntries } from "../../domain/suppliers/find_entries.ts";
import { type Entry as LedgerRow, supplierEntry } from "../../domain/suppliers/ledger_entry.ts";
import { enterEntry } from "../../domain/suppliers/record_entry.ts";
import { reverseEntry } from "../../domain/suppliers/reverse_entry.ts";
import { supplier as supplierRecord } from "../../domain/suppliers/supplier.ts";
import { actorWith } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase, inRollback } from "../support/db.ts";

const today = businessDate();
const currencies = [business.localCurrency, "USD", "CNY"];

// The recount knows amounts as units of 10^-4, rates of 10^-8 and local amounts of 10^-2.
interface Row {
  id: number;
  date: string;
  currency: string;
  /** credit above zero, debit below; zero for an exchange difference */
  amount: bigint;
  local: bigint;
  pair: number | null;
  /** of an exchange difference: the row that realised it */
  cause?: number;
  rate: bigint;
}

interface Entry {
  credit: boolean;
  amount: number;
  currency: number;
  rate: number;
  day: number;
}
interface Reversal {
  reverse: number;
  later: number;
}
/** Pays exactly what is owed, or takes back what was overpaid. */
interface Settlement {
  settle: number;
  rate: number;
  day: number;
}
interface Program {
  opening: Entry | null;
  steps: (Entry | Reversal | Settlement)[];
  asOf: number;
}

const entry = fc.record({
  credit: fc.boolean(),
  amount: fc.oneof(fc.integer({ min: 1, max: 30_0000 }), fc.integer({ min: 1, max: 10 ** 12 })),
  currency: fc.nat(2),
  rate: fc.oneof(fc.integer({ min: 1, max: 10 ** 11 }), fc.constant(110_0000_0000)),
  day: fc.integer({ min: 0, max: 130 }),
});
const settlement = fc.record({
  settle: fc.nat(2),
  rate: fc.integer({ min: 1, max: 10 ** 11 }),
  day: fc.integer({ min: 0, max: 130 }),
});
const program: fc.Arbitrary<Program> = fc.record({
  opening: fc.option(entry),
  steps: fc.array(
    fc.oneof(
      { arbitrary: entry, weight: 4 },
      { arbitrary: fc.record({ reverse: fc.nat(), later: fc.nat(40) }), weight: 2 },
      { arbitrary: settlement, weight: 2 },
    ),
    { minLength: 1, maxLength: 16 },
  ),
  asOf: fc.integer({ min: 0, max: 130 }),
});

/** Several suppliers side by side, each with a program of his own. */
const programs = fc.array(program, { minLength: 5, maxLength: 5 });

Deno.test("running balances, balances and ageing equal a recount after any program", async () => {
  await using db = await freshDatabase();
  let realised = 0;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(programs, async (inputs) => {
      await inRollback(db.database, async (tx) => {
        const all: Row[] = [];
        for (const input of inputs) {
          const { supplier, rows } = await run(tx, input);
          await compareRows(tx, supplier, rows);
          await compareBalances(tx, supplier, rows);
          await compareBalances(tx, supplier, rows, dayOf(input.asOf));
          await compareAgeing(tx, supplier, rows);
          await compareJournal(tx, supplier, rows);
          all.push(...rows);
          count++;
        }
        await compareBalances(tx, undefined, all);
        realised += all.filter((row) => row.amount === 0n).length;
      });
    }),
    { numRuns: 100 },
  );
  assert(count >= 500, `only ${count} programs ran`);
  assert(realised > 100, `only ${realised} exchange differences came about`);
});

const reader = actorWith("owner");

/** Enters the program through the verbs and keeps what a clerk with a pencil would have noted. */
async function run(
  tx: Tx,
  { opening, steps }: Program,
): Promise<{ supplier: number; rows: Row[] }> {
  const actor = actorWith("owner");
  const rows: Row[] = [];
  const note = ({ id }: { id: number }, date: string, currency: string, parts: Parts) => {
    const row = { id, date, currency, ...parts, pair: null };
    const difference = differenceOf(rows, row);
    rows.push(row);
    if (difference !== 0n) rows.push(realised(row, id + 1, difference));
  };
  const first = opening && partsOf(opening);
  const { id: supplier } = await createSupplier(
    tx,
    actor,
    parse(supplierRecord.entry, {
      name: "S",
      ...first && opening && {
        currency: currencies[opening.currency],
        opening_balance: text(first.amount, 4),
        opening_exchange_rate: text(first.rate, 8),
        opening_balance_date: dayOf(130),
      },
    }),
  );
  if (first && opening) {
    const [row] =
      (await listEntries(tx, actor, parse(ledgerQuery, { supplier_id: String(supplier) }))).data;
    note(row, dayOf(130), currencies[opening.currency], first);
  }
  for (const step of steps) {
    if ("reverse" in step) {
      const open = rows.filter((row) => row.pair === null && row.amount !== 0n);
      if (open.length === 0) continue;
      const wrong = open[step.reverse % open.length];
      const after = later(wrong.date, step.later);
      const date = after > today ? today : after;
      const made = await reverseEntry(tx, actor, wrong.id, { reason: "x", entry_date: date });
      const mirror = {
        ...wrong,
        id: made.id,
        date,
        amount: -wrong.amount,
        local: -wrong.local,
        pair: wrong.id,
      };
      wrong.pair = made.id;
      rows.push(mirror);
      let id = made.id;
      for (const row of rows.filter((each) => each.cause === wrong.id)) {
        row.pair = ++id;
        rows.push({ ...realised(mirror, id, -row.local), pair: row.id });
      }
      const rest = restOf(rows, mirror);
      if (rest !== 0n) rows.push(realised(mirror, id + 1, rest));
    } else {
      const asked = "settle" in step ? settling(rows, step) : step;
      if (asked === undefined) continue;
      const parts = partsOf(asked);
      const currency = currencies[asked.currency];
      const made = await enterEntry(
        tx,
        actor,
        parse(supplierEntry.entry, {
          supplier_id: String(supplier),
          particulars: "x",
          [asked.credit ? "credit" : "debit"]: text(
            parts.amount < 0n ? -parts.amount : parts.amount,
            4,
          ),
          currency,
          exchange_rate: text(parts.rate, 8),
          entry_date: dayOf(asked.day),
        }),
      );
      note(made, dayOf(asked.day), currency, parts);
    }
  }
  return { supplier, rows };
}

/** The entry that brings the balance of a currency to zero, where it is not. */
function settling(rows: Row[], { settle, rate, day }: Settlement): Entry | undefined {
  const owed = total(rows.filter((r) => r.currency === currencies[settle]).map((r) => r.amount));
  if (owed === 0n) return undefined;
  const size = owed < 0n ? -owed : owed;
  const amount = Number(settle === 0 ? size / 100n : size);
  return { credit: owed < 0n, amount, currency: settle, rate, day };
}

/** What a difference adds to the local balance; like the row that it comes from, on the same day. */
function realised(cause: Row, id: number, local: bigint): Row {
  return { ...cause, id, amount: 0n, local, pair: null, cause: cause.id };
}

/** Of a row that reduces a foreign balance: its share of the local balance goes, the rest is realised. */
function differenceOf(rows: Row[], { currency, amount, rate, local }: Row): bigint {
  const { balance, carried } = standing(rows, currency);
  if (currency === currencies[0] || balance * amount >= 0n) return 0n;
  const size = magnitude(amount);
  const owed = magnitude(balance);
  const left = size > owed
    ? like(amount, (2n * (size - owed) * rate + 10n ** 10n) / (2n * 10n ** 10n)) // half up
    : carried - like(carried, halfEven(magnitude(carried) * size, owed));
  return left - carried - local;
}

/** Of a reversal, after its mirrors: nothing stays on a balance of zero or on the wrong side of one. */
function restOf(rows: Row[], { currency, rate }: Row): bigint {
  const { balance, carried } = standing(rows, currency);
  if (currency === currencies[0]) return 0n;
  if (balance === 0n) return -carried;
  if (balance * carried >= 0n) return 0n;
  return like(balance, (2n * magnitude(balance) * rate + 10n ** 10n) / (2n * 10n ** 10n)) - carried;
}

function standing(rows: Row[], currency: string) {
  const of = rows.filter((row) => row.currency === currency);
  return {
    balance: total(of.map((row) => row.amount)),
    carried: total(of.map((row) => row.local)),
  };
}

function halfEven(value: bigint, by: bigint): bigint {
  const whole = value / by;
  const rest = 2n * (value % by);
  return rest > by || rest === by && whole % 2n === 1n ? whole + 1n : whole;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function like(sign: bigint, value: bigint): bigint {
  return sign < 0n ? -value : value;
}

/** Control account 2100: by day and by entry the sum of the ledger; a balance of zero is zero in local money. */
async function compareJournal(tx: Tx, supplier: number, rows: Row[]): Promise<void> {
  for (const currency of currencies.slice(1)) {
    const { balance, carried } = standing(rows, currency);
    assert(balance === 0n ? carried === 0n : balance * carried >= 0n, "carried on the wrong side");
  }
  await tx.query(sql`set constraints all immediate`);
  const differ = await tx.query(sql`
    select entry_id, entry_date, sum(ledger), sum(journal) from (
      select entry_id, entry_date, amount_local as ledger, 0 as journal from supplier_ledger
      where supplier_id = ${supplier} and amount_local <> 0
      union all
      select l.entry_id, l.entry_date, 0, l.credit - l.debit
      from journal_lines l join accounts a on a.id = l.account_id
      where a.role = 'suppliers' and l.party_type = 'supplier' and l.party_id = ${supplier}) both_sides
    group by entry_id, entry_date having sum(ledger) <> sum(journal) or entry_id is null`);
  assertEquals(differ as unknown, []);
  await tx.query(sql`set constraints all deferred`);
}

interface Parts {
  amount: bigint;
  rate: bigint;
  local: bigint;
}

function partsOf(step: Entry): Parts {
  const isLocal = step.currency === 0;
  const size = BigInt(step.amount) * (isLocal ? 100n : 1n); // whole hundredths in local currency
  const rate = isLocal ? 10n ** 8n : BigInt(step.rate);
  const local = (2n * size * rate + 10n ** 10n) / (2n * 10n ** 10n); // half up
  return { amount: step.credit ? size : -size, rate, local: step.credit ? local : -local };
}

async function compareRows(db: Db, supplier: number, rows: Row[]): Promise<void> {
  const expected = rows.map((row) => {
    const before = rows.filter((r) => r.date < row.date || (r.date === row.date && r.id <= row.id));
    return {
      id: row.id,
      amount: row.amount,
      local: row.local,
      running: total(before.filter((r) => r.currency === row.currency).map((r) => r.amount)),
      runningLocal: total(before.map((r) => r.local)),
    };
  });
  const order = new Map(rows.map((row) => [row.id, row.date]));
  expected.sort((a, b) => order.get(b.id)!.localeCompare(order.get(a.id)!) || b.id - a.id);
  const read = async (asked: Record<string, string | null>) => {
    const query = parse(ledgerQuery, { supplier_id: String(supplier), ...asked });
    const { data, meta } = await listEntries(db, reader, query);
    return { seen: data.map(counted), next: meta.next_cursor };
  };
  const seen: typeof expected = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read({ limit: "5", cursor });
    seen.push(...page.seen);
    cursor = page.next;
  } while (cursor !== null);
  assertEquals(seen, expected);
  const oldestFirst = await read({ limit: "7", sort: "entry_date" });
  assertEquals(oldestFirst.seen, expected.toReversed().slice(0, 7));
  const inDollars = rows.filter((row) => row.currency === "USD").map(({ id }) => id);
  const dollars = await read({ currency: "USD" });
  assertEquals(dollars.seen, expected.filter(({ id }) => inDollars.includes(id)));
  const latest = await latestEntries(db, reader, supplier, 3);
  assertEquals(latest.map(counted), expected.slice(0, 3));
}

function counted(row: LedgerRow) {
  return {
    id: row.id,
    amount: units(row.credit, 4) - units(row.debit, 4),
    local: units(row.amount_local, 2),
    running: units(row.running_balance, 4),
    runningLocal: units(row.running_balance_local, 2),
  };
}

async function compareBalances(
  db: Db,
  supplier: number | undefined,
  rows: Row[],
  asOf?: string,
): Promise<void> {
  const query = parse(ledgerQuery, { supplier_id: supplier && String(supplier), as_of: asOf });
  const { meta } = await listEntries(db, reader, query);
  const counted = rows.filter((row) => asOf === undefined || row.date <= asOf);
  assertEquals(
    (meta.balances as { currency: string; balance: unknown; balance_local: unknown }[])
      .map((b) => [b.currency, units(b.balance, 4), units(b.balance_local, 2)]),
    byCurrency(counted).map(([currency, of]) => [
      currency,
      total(of.map((row) => row.amount)),
      total(of.map((row) => row.local)),
    ]),
  );
  assertEquals(
    units(meta.realised_exchange_difference, 2),
    total(counted.filter((row) => row.amount === 0n).map((row) => row.local)),
  );
}

/** Pays the credits one by one, oldest first, out of everything debited. */
async function compareAgeing(db: Db, supplier: number, rows: Row[]): Promise<void> {
  const expected = byCurrency(rows.filter((row) => row.pair === null)).map(([currency, of]) => {
    let purse = -total(of.filter((row) => row.amount < 0n).map((row) => row.amount));
    const buckets = [0n, 0n, 0n, 0n];
    const credits = of.filter((row) => row.amount > 0n)
      .sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id);
    for (const { amount, date } of credits) {
      const paid = purse < amount ? purse : amount;
      purse -= paid;
      const days = (Date.parse(today) - Date.parse(date)) / 86_400_000;
      buckets[days <= 30 ? 0 : days <= 60 ? 1 : days <= 90 ? 2 : 3] += amount - paid;
    }
    return [currency, ...buckets, purse];
  });
  const found = await supplierAgeing(db, supplier, today);
  assertEquals(
    found.map((a) => [
      a.currency,
      ...[a.d0_30, a.d31_60, a.d61_90, a.d90_plus, a.on_account].map((n) => units(n, 4)),
    ]),
    expected,
  );
}

function byCurrency(rows: Row[]): [string, Row[]][] {
  return [...new Set(rows.map((row) => row.currency))].sort()
    .map((currency) => [currency, rows.filter((row) => row.currency === currency)]);
}

function total(all: bigint[]): bigint {
  return all.reduce((sum, one) => sum + one, 0n);
}

/** `12.5` at scale 4 → 125000n, digit by digit. */
function units(value: unknown, scale: number): bigint {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value))!;
  const number = BigInt(whole + fraction.padEnd(scale, "0"));
  return sign ? -number : number;
}

function text(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function dayOf(daysAgo: number): string {
  return later(today, -daysAgo);
}

function later(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
