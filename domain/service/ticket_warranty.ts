import { addMonths } from "../business/calendar.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { findSale } from "../warranty/find_sale.ts";

export interface TicketWarranty {
  is_warranty: boolean;
  warranty_start: string | null;
  warranty_end: string | null;
}

interface Asked {
  serial_number?: string | null;
  is_warranty?: boolean | null;
  warranty_start?: string | null;
  warranty_end?: string | null;
}

/**
 * Whether a machine is under warranty for a ticket, and from when to when. What was sent stands; the
 * rest is worked out: the dates from the serial's sale, the verdict from the dates, on the day the
 * ticket was opened. Source: docs/records.md, "Service ticket".
 */
export async function ticketWarranty(
  tx: Tx,
  asked: Asked,
  opened: { at: string; on: string },
): Promise<TicketWarranty> {
  const sale = asked.serial_number ? await findSale(tx, asked.serial_number, opened.at) : null;
  const sold = sale && sale.warranty_months > 0 ? sale : null;
  const warranty_start = asked.warranty_start ?? sold?.sold_on ?? null;
  const warranty_end = asked.warranty_end ??
    (sold && addMonths(sold.sold_on, sold.warranty_months));
  refuseBackwards({ warranty_start, warranty_end });
  const covered = warranty_end !== null && opened.on <= warranty_end &&
    (warranty_start === null || warranty_start <= opened.on);
  return { is_warranty: asked.is_warranty ?? covered, warranty_start, warranty_end };
}

/** @throws Refusal `invalid_fields` on `warranty_end` */
export function refuseBackwards(
  { warranty_start, warranty_end }: Pick<TicketWarranty, "warranty_start" | "warranty_end">,
): void {
  if (warranty_start === null || warranty_end === null || warranty_start <= warranty_end) return;
  throw invalid({ warranty_end: `must not be before warranty_start, ${warranty_start}` });
}
