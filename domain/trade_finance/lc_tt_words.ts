/** The words of paying suppliers. The pages read them too, so this file imports nothing. */

/** Letter of credit, telegraphic transfer, documents against payment: how a supplier is paid. */
export const lcTtTypes = ["LC", "TT", "DP"] as const;
export type LcTtType = typeof lcTtTypes[number];

/** In the order of docs/imports.md, "LC, TT and DP". */
export const lcTtStatuses = [
  "draft",
  "pi_received",
  "lc_opened",
  "tt_paid",
  "production",
  "shipped",
  "port_arrived",
  "customs",
  "released",
  "warehouse",
  "closed",
  "cancelled",
] as const;
export type LcTtStatus = typeof lcTtStatuses[number];

const onlyFor: Partial<Record<LcTtStatus, LcTtType>> = { lc_opened: "LC", tt_paid: "TT" };

/**
 * The statuses of one kind: an LC is never `tt_paid`, a TT never `lc_opened`, documents against payment
 * neither. Source: docs/imports.md, "LC, TT and DP".
 */
export function statusesOf(type: LcTtType): LcTtStatus[] {
  return lcTtStatuses.filter((status) => (onlyFor[status] ?? type) === type);
}
