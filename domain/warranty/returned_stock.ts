import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { exact } from "../documents/printing.ts";
import { type FieldErrors, invalid } from "../errors.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { type Decimal, decimal, isZero } from "../money/decimal.ts";
import { refuseLargeMoves } from "../settings/limits.ts";
import { lockProducts, postMovements, type StockedProduct } from "../stock/post_movements.ts";
import { postSupplierEntry } from "../suppliers/post_entry.ts";
import type { FaultyStock, NewOutcomes, SupplierReturn } from "./supplier_return.ts";

interface Consignment {
  id: number;
  reference_no: string;
  supplier_id: number;
}

/** A line of our own stock as it is asked for, its quantity settled. */
type Wanted = FaultyStock & { quantity: Decimal };

/**
 * Locks the products of faulty stock; before serials and counters.
 * @throws Refusal `forbidden`, `beyond_limit`, `invalid_fields` on a line
 */
export async function lockStock(tx: Tx, actor: Actor, stock: FaultyStock[]) {
  const products = new Map<number, StockedProduct>();
  if (stock.length === 0) return { products, lines: [] };
  allow(actor, "stock.move");
  const fieldOf = (id: number) =>
    `stock.${stock.findIndex(({ product_id }) => product_id === id)}.product_id`;
  const found = await lockProducts(tx, stock.map(({ product_id }) => product_id), fieldOf);
  const faults: FieldErrors = {};
  const lines = stock.map((line, at): Wanted => {
    const numbers = line.serial_numbers?.length ?? 0;
    const quantity = line.quantity ?? decimal(String(numbers || 1));
    if (found.get(line.product_id)!.is_serialized && numbers === 0) {
      faults[`stock.${at}.serial_numbers`] = ["are required: every piece has its own"];
    } else if (numbers > 0 && !quantity.eq(String(numbers))) {
      faults[`stock.${at}.serial_numbers`] = [`must be ${quantity}, one a piece`];
    }
    return { ...line, quantity };
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  await refuseLargeMoves(
    tx,
    actor,
    lines.map((line) => ({ ...found.get(line.product_id)!, quantity: line.quantity })),
  );
  return { products: found, lines };
}

/** Takes faulty pieces out of stock; what they left with stands on the claims (1160) until they are settled. */
export async function sendStock(
  tx: Tx,
  actor: Actor,
  { id, reference_no, supplier_id }: Consignment,
  { products, lines }: { products: Map<number, StockedProduct>; lines: Wanted[] },
  sent_on: string,
): Promise<void> {
  if (lines.length === 0) return;
  const entry = await openEntry(tx);
  const source = { type: "supplier_return", id, reference_no };
  const posted = await postMovements(
    tx,
    actor,
    products,
    lines.map((line, at) => ({
      product_id: line.product_id,
      kind: "out" as const,
      quantity: line.quantity.neg(),
      movement_date: sent_on,
      place_id: line.place_id,
      serial_numbers: line.serial_numbers,
      serials_field: `stock.${at}.serial_numbers`,
      party: { supplier_id },
      reason: `Sent to the supplier with ${reference_no}`,
      source,
    })),
    entry,
  );
  const rows = lines.map((line, at) => ({
    ...line,
    serial_numbers: line.serial_numbers ?? [],
    value: posted[at].value.neg(),
  }));
  await tx.query(sql`
    insert into supplier_return_lines (return_id, product_id, quantity, serial_numbers, fault_description, value)
    select ${id}::bigint, product_id, quantity, serial_numbers, fault_description, value
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (product_id bigint,
      quantity numeric, serial_numbers text[], fault_description text, value numeric)) with ordinality
    order by ordinality`);
  if (posted.every(({ value }) => isZero(value))) return;
  await postEntry(tx, actor, {
    id: entry,
    entry_date: sent_on,
    kind: "stock_claimed",
    source,
    narration: `Sent to the supplier with ${reference_no}`,
    lines: rules.stock_claimed(posted, { supplier_id }),
  });
}

type Settled = NewOutcomes["lines"][number];
type Sent = SupplierReturn["lines"][number];

/**
 * Ends what one line of our own stock carries: repaired and replaced pieces are in stock again at what they left it
 * with; a credit lowers what we owe the supplier, its difference a loss or an income; what was refused or lost is a
 * loss. `products` are locked.
 *
 * @returns the credit's entry in the supplier's ledger
 * @throws Refusal `invalid_fields` on the numbers of replaced pieces; as `postMovements`, `postSupplierEntry`
 */
export async function settleStock(
  tx: Tx,
  actor: Actor,
  consignment: Consignment & { currency: string },
  { line, settled, at, day, products }: {
    line: Sent;
    settled: Settled;
    at: number;
    day: string;
    products: Map<number, StockedProduct>;
  },
): Promise<number | undefined> {
  const { id, reference_no, supplier_id } = consignment;
  const carrying = exact(line.value!);
  const about = { supplier_id, product_id: line.product_id };
  const source = { type: "supplier_return", id, reference_no, line_id: line.id };
  const post = async (
    entry: number,
    kind: "stock_claimed" | "claim_recovered" | "claim_lost",
    lines: ReturnType<typeof rules.stock_claimed>,
  ) => {
    if (lines.every(({ amount }) => isZero(amount))) return;
    await postEntry(tx, actor, {
      id: entry,
      entry_date: day,
      kind,
      source: { type: source.type, id, reference_no },
      narration: `${line.piece}: ${settled.outcome}, ${reference_no}`.slice(0, 500),
      lines,
    });
  };
  const entry = await openEntry(tx);
  switch (settled.outcome) {
    case "repaired":
    case "replaced": {
      const posted = await postMovements(tx, actor, products, [{
        product_id: line.product_id!,
        kind: "in",
        quantity: exact(line.quantity),
        value: carrying,
        movement_date: day,
        serial_numbers: comingBack(line, settled, at, products),
        serials_field: `lines.${at}.replacement_serial_numbers`,
        party: { supplier_id },
        reason: `${settled.outcome === "repaired" ? "Repaired" : "Replaced"}, ${reference_no}`,
        source,
      }], entry);
      await post(entry, "stock_claimed", rules.stock_claimed(posted, about));
      return;
    }
    case "credited": {
      const { amount, currency = consignment.currency, exchange_rate, reference } = settled.credit!;
      const { lines, ...posted } = await postSupplierEntry(tx, actor, {
        supplier_id,
        entry_date: day,
        entry_type: "credit_note",
        particulars: `${line.piece}, sent with ${reference_no}`.slice(0, 500),
        debit: amount,
        currency,
        exchange_rate,
        reference,
        entry,
      });
      const recovered = rules.claim_recovered(lines, { carrying, exchange: decimal("0") }, about);
      await post(entry, "claim_recovered", recovered);
      return posted.id;
    }
    case "refused":
    case "lost":
      await post(entry, "claim_lost", rules.claim_lost(carrying, about));
  }
}

/** The numbers of what comes into stock. @throws Refusal `invalid_fields` */
function comingBack(
  line: Sent,
  settled: Settled,
  at: number,
  products: Map<number, StockedProduct>,
): string[] {
  if (settled.outcome === "repaired") return line.serial_numbers;
  const { replacement_serial_number: one, replacement_serial_numbers: many } = settled;
  const numbers = many ?? (one === undefined ? [] : [one]);
  const needed = products.get(line.product_id!)!.is_serialized || numbers.length > 0;
  if (!needed || exact(line.quantity).eq(String(numbers.length))) return numbers;
  throw invalid({
    [`lines.${at}.replacement_serial_numbers`]: `must be ${line.quantity}, one a piece`,
  });
}
