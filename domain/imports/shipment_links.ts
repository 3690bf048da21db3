import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { FieldErrors } from "../errors.ts";
import { isFinal } from "../records/lifecycle.ts";

interface Links {
  supplier_id: number;
  lc_tt_id?: number | null;
}
interface KnownLcTt {
  supplier_id: number;
  currency: string;
  status: string;
}
/** What is known of the suppliers and LC/TTs that shipments name. */
export interface KnownLinks {
  supplierCurrency: Map<number, string>;
  lcTts: Map<number, KnownLcTt>;
}

/**
 * Looks up the suppliers and LC/TTs that shipments name, two statements at most. The LC/TTs are locked,
 * because the shipments will draw on them.
 */
export async function findLinks(tx: Tx, shipments: Links[]): Promise<KnownLinks> {
  const suppliers = [...new Set(shipments.map(({ supplier_id }) => supplier_id))];
  const lcTts = [...new Set(shipments.flatMap(({ lc_tt_id }) => lc_tt_id ?? []))];
  const known = await tx.query<{ id: number; currency: string }[]>(
    sql`select id, currency from suppliers where id = any(${suppliers}::bigint[])`,
  );
  const credits = lcTts.length === 0 ? [] : await tx.query<({ id: number } & KnownLcTt)[]>(sql`
    select id, supplier_id, currency, status from lc_tt where id = any(${lcTts}::bigint[])
    order by id for no key update`);
  return {
    supplierCurrency: new Map(known.map(({ id, currency }) => [id, currency])),
    lcTts: new Map(credits.map(({ id, ...lcTt }) => [id, lcTt])),
  };
}

/**
 * What is wrong with a shipment's links, by field: an LC or TT pays its own supplier's shipments in its
 * own currency, and takes no new ones once it is closed or cancelled.
 */
export function linkFaults(
  known: KnownLinks,
  shipment: Links & { currency: string; earlier_lc_tt_id?: number | null },
  path = "",
): FieldErrors {
  const lcTt = lcTtFault(known, shipment);
  return {
    ...!known.supplierCurrency.has(shipment.supplier_id) &&
      { [`${path}supplier_id`]: ["names no supplier"] },
    ...lcTt && { [`${path}lc_tt_id`]: [lcTt] },
  };
}

function lcTtFault(
  known: KnownLinks,
  { supplier_id, currency, lc_tt_id, earlier_lc_tt_id }: Parameters<typeof linkFaults>[1],
): string | undefined {
  if (lc_tt_id == null) return undefined;
  const lcTt = known.lcTts.get(lc_tt_id);
  if (!lcTt) return "names no LC/TT";
  if (lcTt.supplier_id !== supplier_id) return "names an LC/TT of another supplier";
  if (lcTt.currency !== currency) return `names an LC/TT in ${lcTt.currency}, not in ${currency}`;
  return isFinal(lcTt.status) && lc_tt_id !== earlier_lc_tt_id
    ? `names an LC/TT that is ${lcTt.status}`
    : undefined;
}
