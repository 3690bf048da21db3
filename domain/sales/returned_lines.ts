import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { conflict, type FieldErrors, invalid } from "../errors.ts";
import { type Decimal, decimal, fromMinor, mulDivHalfEven, toMinor } from "../money/decimal.ts";
import type { NewReturn } from "./credit_note.ts";

/** A line of an invoice with what of it has not come back. */
interface SoldLine {
  id: number;
  product_id: number | null;
  description: string;
  sold: Decimal;
  quantity: Decimal;
  net: Decimal;
  vat: Decimal;
  cost: Decimal;
  /** of the pieces that are still with the customer */
  serial_numbers: string[];
}

export interface ReturnedLine {
  line: number;
  product_id: number | null;
  quantity: Decimal;
  net: Decimal;
  vat: Decimal;
  cost: Decimal;
  condition: "good" | "faulty";
  serial_numbers: string[];
  serials_field: string;
  /** of the item that says so, for refusals */
  path: string;
  claim_from_supplier: boolean;
  shipment_item_id?: number;
}

/**
 * What comes back of a locked invoice, at its line's own price, VAT and issue value: of `n` pieces that are
 * still sold `k` take `round_half_even(v × k / n)`, the last ones all that is left, so that part returns
 * add up to the line exactly. Source: docs/books.md, "Returns".
 *
 * @throws Refusal `invalid_fields` on a line or serial that was not sold; `return_exceeds_sold`
 */
export async function returnedLines(
  tx: Tx,
  invoiceId: number,
  items: NewReturn["items"],
): Promise<ReturnedLine[]> {
  const lines = await soldLines(tx, invoiceId);
  const asSold = await spelledAsSold(tx, invoiceId, items);
  return items.map((item, i) => {
    const sold = lines.find(({ id }) => id === item.line) ?? lines[item.line - 1];
    if (!sold) throw invalid({ [`items.${i}.line`]: "names no line of the invoice" });
    const { quantity } = item;
    if (quantity.gt(sold.quantity)) {
      throw conflict(
        "return_exceeds_sold",
        `${sold.quantity} of ${sold.description} can come back, ${quantity} are to.`,
        { line: sold.id, sold: sold.sold, available: sold.quantity, quantity },
      );
    }
    const path = `items.${i}`;
    const serials_field = `${path}.serial_numbers`;
    const serials = serialsOf(sold, item, asSold, serials_field);
    const part = (of: Decimal) =>
      fromMinor(mulDivHalfEven(toMinor(of), toMinor(quantity, 3), toMinor(sold.quantity, 3)));
    const taken = { net: part(sold.net), vat: part(sold.vat), cost: part(sold.cost) };
    sold.net = sold.net.minus(taken.net);
    sold.vat = sold.vat.minus(taken.vat);
    sold.cost = sold.cost.minus(taken.cost);
    sold.quantity = sold.quantity.minus(quantity);
    sold.serial_numbers = sold.serial_numbers.filter((serial) => !serials.includes(serial));
    return {
      line: sold.id,
      product_id: sold.product_id,
      quantity,
      ...taken,
      condition: item.condition,
      serial_numbers: serials,
      serials_field,
      path,
      claim_from_supplier: item.claim_from_supplier,
      shipment_item_id: item.shipment_item_id,
    };
  });
}

/** All the pieces where all come back. @throws Refusal `invalid_fields` */
function serialsOf(
  sold: SoldLine,
  { quantity, serial_numbers }: NewReturn["items"][number],
  asSold: Map<string, string>,
  field: string,
): string[] {
  const errors: FieldErrors = {};
  const there = sold.serial_numbers;
  if (serial_numbers === undefined) {
    if (there.length === 0 || quantity.eq(String(there.length))) return there;
    errors[field] = ["are required: the line was sold with them"];
  } else if (!quantity.eq(String(serial_numbers.length))) {
    errors[field] = [`must be as many as the quantity, ${quantity}`];
  } else {
    const found = serial_numbers.map((serial) => there.find((each) => each === asSold.get(serial)));
    const wrong = serial_numbers.filter((_, i) => found[i] === undefined);
    const repeats = new Set(found).size < found.length;
    if (wrong.length === 0 && !repeats) return found as string[];
    errors[field] = wrong.length > 0
      ? [`must be pieces of the line that did not come back: ${wrong.join(", ")}`]
      : ["must not repeat a serial number, however it is spelled"];
  }
  throw invalid(errors);
}

/** Serials as they are asked for, each with the spelling that the invoice has. */
async function spelledAsSold(
  tx: Tx,
  invoiceId: number,
  items: NewReturn["items"],
): Promise<Map<string, string>> {
  const asked = items.flatMap(({ serial_numbers = [] }) => serial_numbers);
  if (asked.length === 0) return new Map();
  const pairs = await tx.query<{ asked: string; sold: string }[]>(sql`
    select asked, sold from unnest(${asked}::text[]) asked
      join (select unnest(serial_numbers) from invoice_items where invoice_id = ${invoiceId}) line (sold)
        on serial_key(sold) = serial_key(asked)`);
  return new Map(pairs.map(({ asked, sold }) => [asked, sold]));
}

async function soldLines(tx: Tx, invoiceId: number): Promise<SoldLine[]> {
  const lines = await tx.query<(SoldLine & { returned: string[] })[]>(sql`
    select l.id, l.product_id, l.description, l.quantity as sold,
      l.quantity - coalesce(r.quantity, 0) as quantity, l.net - coalesce(r.net, 0) as net,
      l.vat - coalesce(r.vat, 0) as vat, coalesce(-m.value, 0) - coalesce(r.cost, 0) as cost,
      l.serial_numbers, coalesce(r.serials, '{}') as returned
    from invoice_items l
      left join stock_movements m on m.source_type = 'invoice' and m.source_id = l.invoice_id
        and m.source_line_id = l.id and m.kind = 'invoice'
      left join lateral (
        select sum(i.quantity) as quantity, sum(i.net) as net, sum(i.vat) as vat, sum(i.cost) as cost,
          array(select serial from credit_note_items s join credit_notes sn on sn.id = s.credit_note_id,
            unnest(s.serial_numbers) serial
            where s.invoice_item_id = l.id and sn.reversed_at is null) as serials
        from credit_note_items i join credit_notes n on n.id = i.credit_note_id
        where i.invoice_item_id = l.id and n.reversed_at is null) r on true
    where l.invoice_id = ${invoiceId} order by l.id`);
  return lines.map(({ returned, ...line }) => ({
    ...line,
    net: decimal(line.net),
    serial_numbers: line.serial_numbers.filter((serial) => !returned.includes(serial)),
  }));
}
