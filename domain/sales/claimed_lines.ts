import sql from "sql-template-tag";
import type { FaultyPieces } from "../claims/returned_claims.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import {
  type Decimal,
  decimal,
  fromMinor,
  isZero,
  mulDivHalfEven,
  toMinor,
} from "../money/decimal.ts";
import { broughtBy } from "../serials/serial_origin.ts";
import type { ReturnedLine } from "./returned_lines.ts";

/** Pieces of a returned line that came by one item of a shipment. */
export interface Claimed {
  shipment_item_id: number;
  shipment_id: number;
  quantity: Decimal;
  /** their part of the line's issue value, local currency */
  value: Decimal;
  serial_numbers: string[];
}

/** An item of a shipment that brought a product in good order, with the receipts posted by then. */
interface Bringer {
  id: number;
  product_id: number;
  shipment_id: number;
  reference_no: string;
  supplier_id: number;
  accepted: Decimal;
  last_on: string;
}

type Found = Map<string, { shipment_item_id: number | null; otherwise: boolean }>;

/**
 * By which shipments the pieces came that are to be claimed from their supplier: serial numbers by their
 * logs, the others by `shipment_item_id`, or where there is no doubt whom to claim from, the newest. Of `v`
 * for `n` pieces the running total is `v × k / n`, half to even, so that all of them make the line.
 * Source: docs/books.md, "Returns".
 *
 * @returns by line, in their order; nothing for a line that is not claimed
 * @throws Refusal `invalid_fields` on `claim_from_supplier` or `shipment_item_id`
 */
export async function claimedLines(
  tx: Tx,
  soldOn: string,
  lines: ReturnedLine[],
): Promise<Claimed[][]> {
  for (const line of lines) refuseUnclaimable(line);
  const claimed = lines.filter((line) => line.claim_from_supplier);
  if (claimed.length === 0) return lines.map(() => []);
  const found = await broughtBy(tx, claimed.flatMap(({ serial_numbers }) => serial_numbers));
  const bringers = await bringersOf(tx, soldOn, claimed, found);
  return lines.map((line) =>
    line.claim_from_supplier ? shared(line, partsOf(line, found, bringers)) : []
  );
}

function refuseUnclaimable(line: ReturnedLine): void {
  const { path, claim_from_supplier, condition, product_id, shipment_item_id } = line;
  const refuse = (why: string) => invalid({ [`${path}.claim_from_supplier`]: why });
  if (!claim_from_supplier && shipment_item_id !== undefined) {
    throw invalid({ [`${path}.shipment_item_id`]: "belongs to claim_from_supplier" });
  }
  if (claim_from_supplier && product_id === null) throw refuse("must not be set for a service");
  if (claim_from_supplier && condition !== "faulty") {
    throw refuse("must not be set for good pieces");
  }
}

interface Part {
  bringer: Bringer;
  quantity: Decimal;
  serial_numbers: string[];
}

function partsOf(line: ReturnedLine, found: Found, bringers: Bringer[]): Part[] {
  const { path, serial_numbers, shipment_item_id } = line;
  const parts = new Map<number, Part>();
  const add = (bringer: Bringer, quantity: Decimal, serials: string[]) => {
    const part = parts.get(bringer.id) ?? { bringer, quantity: zero, serial_numbers: [] };
    parts.set(bringer.id, {
      bringer,
      quantity: part.quantity.plus(quantity),
      serial_numbers: [...part.serial_numbers, ...serials],
    });
  };
  const unknown = [];
  for (const serial of serial_numbers) {
    const origin = found.get(serial);
    const bringer = bringers.find(({ id }) => id === origin?.shipment_item_id);
    if (!bringer && origin?.otherwise) {
      throw invalid({
        [`${path}.claim_from_supplier`]: `must not be set: ${serial} came by no shipment`,
      });
    }
    if (bringer && shipment_item_id !== undefined && bringer.id !== shipment_item_id) {
      throw invalid({
        [`${path}.shipment_item_id`]:
          `must be ${bringer.id} for ${serial}, which came by ${bringer.reference_no}; or leave it out`,
      });
    }
    if (bringer) add(bringer, one, [serial]);
    else unknown.push(serial);
  }
  const rest = line.quantity.minus(String(serial_numbers.length - unknown.length));
  if (!isZero(rest)) {
    const of = bringers.filter(({ product_id }) => product_id === line.product_id);
    add(choose(line, of, rest), rest, unknown);
  }
  return [...parts.values()];
}

/** Which item brought pieces that no log tells of; the newest comes first. */
function choose(line: ReturnedLine, bringers: Bringer[], pieces: Decimal): Bringer {
  const { path, shipment_item_id } = line;
  const fitting = bringers.filter(({ accepted }) => accepted.gte(pieces));
  const field = `${path}.shipment_item_id`;
  if (shipment_item_id !== undefined) {
    const named = fitting.find(({ id }) => id === shipment_item_id);
    if (named) return named;
    throw invalid({
      [field]: "names no item of a shipment that brought these pieces before they were sold",
    });
  }
  const [newest, next] = fitting;
  if (!newest) {
    throw invalid({
      [`${path}.claim_from_supplier`]:
        "must not be set: no shipment brought these pieces before they were sold",
    });
  }
  const inDoubt = next?.last_on === newest.last_on ||
    fitting.some(({ supplier_id }) => supplier_id !== newest.supplier_id);
  if (!inDoubt) return newest;
  const some = fitting.slice(0, 5).map(({ id, reference_no, last_on }) =>
    `${id} (${reference_no}, ${last_on})`
  );
  throw invalid({ [field]: `is required: say by which they came, such as ${some.join(", ")}` });
}

function shared({ quantity, cost }: ReturnedLine, parts: Part[]): Claimed[] {
  const total = toMinor(quantity, 3);
  const upTo = (milli: bigint) => mulDivHalfEven(toMinor(cost), milli, total);
  let before = 0n;
  return parts.map(({ bringer, quantity, serial_numbers }) => {
    const after = before + toMinor(quantity, 3);
    const value = fromMinor(upTo(after) - upTo(before));
    before = after;
    const { id: shipment_item_id, shipment_id } = bringer;
    return { shipment_item_id, shipment_id, quantity, value, serial_numbers };
  });
}

/** What came back to stock, what is an expense, and what the supplier is to answer for. */
export function movedBy(lines: ReturnedLine[], claimed: Claimed[][]) {
  const pieces = lines.flatMap(({ product_id, cost, ...line }, i) =>
    product_id === null ? [] : [{ ...line, product_id, value: cost, claims: claimed[i] }]
  );
  const of = (which: (piece: typeof pieces[number]) => boolean) =>
    pieces.filter(which).map(({ product_id, value }) => ({ product_id, value }));
  return {
    back: of(({ condition }) => condition === "good"),
    faulty: of(({ condition, claims }) => condition === "faulty" && claims.length === 0),
    claimed: pieces.flatMap(({ product_id, claims }) =>
      claims.map(({ value, shipment_id }) => ({ product_id, value, shipment_id }))
    ),
  };
}

/** What of a returned line a claim is drafted for. */
export function faultyOf(
  credit_note_item_id: number,
  reason: string,
): (of: Claimed) => FaultyPieces {
  return ({ shipment_item_id, quantity, value, serial_numbers }) => ({
    credit_note_item_id,
    shipment_item_id,
    quantity,
    value,
    note: serial_numbers.length > 0 ? `${reason}: ${serial_numbers.join(", ")}` : reason,
  });
}

async function bringersOf(
  tx: Tx,
  soldOn: string,
  lines: ReturnedLine[],
  found: Found,
): Promise<Bringer[]> {
  const products = lines.flatMap(({ product_id }) => product_id ?? []);
  const known = [...found.values()].flatMap(({ shipment_item_id }) => shipment_item_id ?? []);
  return await tx.query<Bringer[]>(sql`
    select i.id, coalesce(line.product_id, i.product_id) as product_id, s.id as shipment_id,
      s.reference_no, s.supplier_id, sum(line.accepted_qty) as accepted,
      max(r.posting_date) as last_on
    from receipt_items line join receipts r on r.id = line.receipt_id
      join shipment_items i on i.id = line.shipment_item_id
      join shipments s on s.id = i.shipment_id
    where r.status = 'posted' and line.accepted_qty > 0
      and (i.id = any(${known}::bigint[]) or r.posting_date <= ${soldOn}::date
        and coalesce(line.product_id, i.product_id) = any(${products}::bigint[]))
    group by i.id, coalesce(line.product_id, i.product_id), s.id
    order by last_on desc, i.id desc`);
}

const zero = decimal("0");
const one = decimal("1");
