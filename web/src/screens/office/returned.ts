import type { CreditNote, Invoice } from "../../core/answers.ts";
import { scaled, shareOf, sumOf } from "../../core/amounts.ts";

/** A line of an invoice with what of it is still with the customer; numbers are text, exact. */
export interface Sold {
  line: number;
  description: string;
  unit: string | null;
  /** and not a service */
  goods: boolean;
  quantity: string;
  net: string;
  vat: string;
  serial_numbers: string[];
}

/** In what state pieces come back; claimed: faulty, and their supplier is to answer for them. */
export type State = "good" | "faulty" | "claimed";

/** What of a line comes back. */
export interface Back {
  quantity: string;
  serial_numbers: string[];
  /** empty until somebody says so: what is taken for good goes on sale again */
  state: State | "";
  /** of claimed pieces without serial numbers, where several shipments brought such */
  shipment_item_id: string;
}

/** The lines of which something can come back, less what came back before. */
export function stillSold(invoice: Invoice, notes: CreditNote[]): Sold[] {
  const items = notes.filter(({ reversed_at }) => !reversed_at).flatMap(({ items }) => items);
  return (invoice.items ?? []).flatMap((line) => {
    const back = items.filter((one) => one.line === line.id);
    const left = (name: "net" | "vat") => sumOf([line[name], ...back.map((one) => -one[name])], 2);
    const quantity = sumOf([line.quantity, ...back.map((one) => -one.quantity)], 3);
    if (scaled(quantity, 3) <= 0n) return [];
    const gone = back.flatMap(({ serial_numbers }) => serial_numbers);
    return [{
      line: line.id,
      description: line.description,
      unit: line.unit,
      goods: line.product_id !== null,
      quantity,
      net: left("net"),
      vat: left("vat"),
      serial_numbers: line.serial_numbers.filter((serial) => !gone.includes(serial)),
    }];
  });
}

/** What the customer gets for it, to the poisha, as the server shares a line out. */
export function creditOf(sold: Sold[], back: Record<number, Back>): string {
  const parts = sold.flatMap(({ line, net, vat, quantity }) => {
    const taken = back[line]?.quantity ?? "0";
    return [net, vat].map((of) => shareOf(of, taken, quantity));
  });
  return sumOf(parts, 2);
}
