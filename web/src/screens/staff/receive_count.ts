/** What was counted of a shipment, and what a scan does to it. Pure, so that the rules can be tested. */
import { serialKey } from "../trade/codes.ts";
import type { ShipmentItem } from "../../core/answers.ts";

/** A line of the shipment as it is counted. */
export type Expected =
  & Pick<ShipmentItem, "id" | "product_name" | "sku" | "unit" | "expected_qty">
  & Partial<Pick<ShipmentItem, "expected_serial_numbers" | "is_serialized">>;

export interface Counted {
  received: number;
  damaged: number;
  /** the pieces that did not come are missing, and not on their way */
  missing: boolean;
  bin: string;
  /** of accepted pieces */
  serials: string[];
  /** serials of damaged pieces, as far as they are known */
  broken: string[];
  photos: string[];
}

/** By the id of the shipment's item; a line that nobody has counted yet is not there. */
export type Count = Record<number, Counted>;

export const nothing: Counted = {
  received: 0,
  damaged: 0,
  missing: false,
  bin: "",
  serials: [],
  broken: [],
  photos: [],
};

/** Quantities have three decimals; sums of them must not show what binary fractions add. */
export const exact = (quantity: number) => Math.round(quantity * 1000) / 1000;

/** What is still to come: less what is counted already and only waits to be sent. */
export const leftOf = (item: Expected) => Math.max(0, Number(item.expected_qty));
export const accepted = (line: Counted) => exact(line.received - line.damaged);

export function change(count: Count, id: number, to: Partial<Counted>): Count {
  const line = { ...nothing, ...count[id], ...to };
  line.received = exact(Math.max(0, line.received, line.serials.length));
  line.damaged = exact(Math.min(line.damaged, line.received - line.serials.length));
  return { ...count, [id]: line };
}

/**
 * One more that is broken. It came, so a line that nobody has counted yet has one then. Where every
 * piece has its serial, it is the one that was scanned last: that is in the hand.
 */
export function damageOne(count: Count, id: number): Count {
  const line = count[id] ?? nothing;
  const damaged = line.damaged + 1;
  const received = Math.max(line.received, damaged);
  const inHand = received - damaged < line.serials.length ? line.serials.slice(-1) : [];
  return change(count, id, {
    damaged,
    received,
    serials: line.serials.slice(0, line.serials.length - inHand.length),
    broken: [...line.broken, ...inHand],
  });
}

/** The numbers on the packing list that nobody has counted yet. */
export function uncounted({ expected_serial_numbers = [] }: Expected, line: Counted): string[] {
  const counted = new Set([...line.serials, ...line.broken].map(serialKey));
  return expected_serial_numbers.filter((one) => !counted.has(serialKey(one)));
}

/**
 * Everything came, whole, with the numbers of the packing list; what was counted as damaged stays so. Where more
 * are listed than came whole, nobody knows yet which: none is taken.
 */
export function allAsShipped(items: Expected[], count: Count): Count {
  return items.filter((item) => leftOf(item) > 0).reduce((made, item) => {
    const counted = change(made, item.id, { received: leftOf(item) });
    const line = counted[item.id];
    const serials = [...line.serials, ...uncounted(item, line)];
    return serials.length > accepted(line) ? counted : change(counted, item.id, { serials });
  }, count);
}

/** How many came, as it is typed: numbers beyond that are not counted any more. */
export function recount(count: Count, id: number, received: number): Count {
  const line = count[id] ?? nothing;
  const whole = Math.max(0, Math.floor(received - line.damaged));
  return change(count, id, { received, serials: line.serials.slice(0, whole) });
}

/** A number of a piece goes on: not here, whole, damaged, not here. */
export function turn(count: Count, id: number, code: string): Count {
  const line = count[id] ?? nothing;
  const without = (all: string[]) => all.filter((one) => serialKey(one) !== serialKey(code));
  const [serials, broken] = [without(line.serials), without(line.broken)];
  if (serials.length < line.serials.length) {
    const damaged = Math.max(line.damaged, broken.length + 1);
    return change(count, id, { serials, broken: [...broken, code], damaged });
  }
  if (broken.length < line.broken.length) {
    const [received, damaged] = [line.received - 1, line.damaged - 1];
    return change(count, id, { broken, received, damaged });
  }
  return addSerial(count, id, code);
}

/**
 * Pieces without a number that must have one: of a product that is kept by them, or more than the packing list
 * leaves without.
 */
export function withoutSerial(item: Expected, line: Counted, blind: boolean): number {
  const missing = Math.max(0, Math.ceil(accepted(line) - line.serials.length));
  if (item.is_serialized) return missing;
  if (blind) return 0;
  const unlisted = Math.max(0, leftOf(item) - (item.expected_serial_numbers?.length ?? 0));
  return Math.min(Math.max(0, missing - unlisted), uncounted(item, line).length);
}

export type Told = "added" | "serial" | "again" | "unknown";

/**
 * A code that came before the scanner: a serial that the packing list names, a carton of a product, or
 * a new serial of the line that is open (of the only line, where there is one).
 */
export function scanned(
  items: Expected[],
  count: Count,
  code: string,
  openId?: number,
): { count: Count; id?: number; told: Told } {
  const wanted = serialKey(code);
  const taken = items.find(({ id }) =>
    [...count[id]?.serials ?? [], ...count[id]?.broken ?? []].some((one) =>
      serialKey(one) === wanted
    )
  );
  if (taken) return { count, id: taken.id, told: "again" };
  const named = items.find(({ expected_serial_numbers = [] }) =>
    expected_serial_numbers.some((one) => serialKey(one) === wanted)
  );
  if (named) return { count: addSerial(count, named.id, code), id: named.id, told: "serial" };
  const carton = items.find(({ sku }) => sku && serialKey(sku) === wanted);
  if (carton) {
    const received = (count[carton.id]?.received ?? 0) + 1;
    return { count: change(count, carton.id, { received }), id: carton.id, told: "added" };
  }
  const id = openId ?? (items.length === 1 ? items[0].id : undefined);
  if (id === undefined) return { count, told: "unknown" };
  return { count: addSerial(count, id, code), id, told: "serial" };
}

/** A serial stands for a whole piece: there are never more of them than pieces that are accepted. */
export function addSerial(count: Count, id: number, code: string): Count {
  const line = count[id] ?? nothing;
  const serials = [...line.serials, code.trim()];
  const received = Math.max(line.received, serials.length + line.damaged);
  return change(count, id, { serials, received });
}

/**
 * How many pieces of a line are missing or too many. What did not come is missing if the person
 * says so, otherwise it may come later; in a blind count, which hides what is expected, it always
 * is.
 */
export function gapOf(item: Expected, line: Counted, blind: boolean) {
  const gap = exact(leftOf(item) - line.received);
  return { short: gap > 0 && (blind || line.missing) ? gap : 0, excess: gap < 0 ? -gap : 0 };
}

/** A line of a receipt that waits on this phone to be sent. */
export interface Handed {
  shipment_item_id: number;
  received_qty: string;
  short_qty?: string;
  serial_numbers?: string[];
  rejected_serial_numbers?: string[];
}

/** What is still to come of an item beside what these lines have. */
export function less(item: Expected, handed: Handed[]): Expected {
  const named = handed.flatMap(({ serial_numbers = [], rejected_serial_numbers = [] }) =>
    serial_numbers.concat(rejected_serial_numbers)
  );
  return {
    ...item,
    expected_qty: handed.reduce(
      (left, line) => left - Number(line.received_qty) - Number(line.short_qty ?? 0),
      Number(item.expected_qty),
    ),
    expected_serial_numbers: item.expected_serial_numbers?.filter((one) => !named.includes(one)),
  };
}

export interface Receiving {
  shipmentId: number;
  items: Expected[];
  count: Count;
  blind: boolean;
  isFinal: boolean;
  note: string;
}

/** The body of the receipt; undefined while nothing is counted. */
export function receiptOf({ shipmentId, items, count, blind, isFinal, note }: Receiving) {
  const lines = items.flatMap((item) => {
    const line = count[item.id];
    if (!line) return [];
    const { short, excess } = gapOf(item, line, blind);
    if (line.received === 0 && short === 0) return [];
    return [{
      excess,
      body: {
        shipment_item_id: item.id,
        received_qty: String(line.received),
        accepted_qty: String(accepted(line)),
        ...short > 0 && { short_qty: String(short) },
        ...line.bin.trim() && { bin_location: line.bin.trim() },
        ...line.serials.length > 0 && { serial_numbers: line.serials },
        ...line.broken.length > 0 && { rejected_serial_numbers: line.broken },
      },
    }];
  });
  if (lines.length === 0 && !isFinal) return undefined;
  return {
    shipment_id: shipmentId,
    items: lines.map(({ body }) => body),
    is_final: isFinal,
    ...lines.some(({ excess }) => excess > 0) && { allow_excess: true },
    ...note.trim() && { note: note.trim() },
  };
}
