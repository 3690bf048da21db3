/** The words of claims. The pages read them too, so this file imports nothing. */

export const discrepancyTypes = [
  "shortage",
  "damage",
  "wrong_item",
  "excess",
  "quality",
  "missing_document",
  "other",
] as const;
export type DiscrepancyType = typeof discrepancyTypes[number];
export const discrepancyTypeAliases = { short: "shortage", damaged: "damage" } as const;

export const discrepancyStatuses = ["open", "submitted", "resolved", "cancelled"] as const;
export type DiscrepancyStatus = typeof discrepancyStatuses[number];

/** What may follow: cancelled until it is resolved. */
export const nextOfClaim: Record<DiscrepancyStatus, readonly DiscrepancyStatus[]> = {
  open: ["submitted", "resolved", "cancelled"],
  submitted: ["resolved", "cancelled"],
  resolved: [],
  cancelled: [],
};

/** Nobody has settled it yet. */
export const unresolved: readonly string[] = ["open", "submitted"];

export const opponents = ["supplier", "carrier", "insurer"] as const;

export const resolutions = [
  "credit_note",
  "replacement",
  "refund",
  "insurance",
  "written_off",
  "rejected",
] as const;
