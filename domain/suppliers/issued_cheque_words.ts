/** How far a cheque of ours is. Imports nothing: the pages use it too. */
export const issuedChequeStates = ["issued", "cleared", "bounced", "returned"] as const;
export type IssuedChequeState = typeof issuedChequeStates[number];

/** What may follow. Source: docs/books.md, "Cheques to suppliers". */
export const nextOfIssued: Record<IssuedChequeState, readonly IssuedChequeState[]> = {
  issued: ["cleared", "bounced", "returned"],
  cleared: ["bounced"],
  bounced: [],
  returned: [],
};
