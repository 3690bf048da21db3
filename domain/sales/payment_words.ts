/** How money comes in. Imports nothing: the mobile pages use it too. */
export const paymentMethods = [
  "cash",
  "bank",
  "cheque",
  "bkash",
  "nagad",
  "rocket",
  "card",
  "online",
  "other",
  "tds",
  "vds",
] as const;

/** Tax that the customer withheld for us, by its certificate. */
export const taxKinds = ["tds", "vds"] as const;
export const certificateStates = ["awaited", "received", "claimed"] as const;

/** In hand and deposited, a cheque counts for nothing yet. */
export const chequeStates = ["in_hand", "deposited", "cleared", "bounced", "returned"] as const;
export type ChequeState = typeof chequeStates[number];

/** What may follow. */
export const nextOfCheque: Record<ChequeState, readonly ChequeState[]> = {
  in_hand: ["deposited", "cleared", "bounced", "returned"],
  deposited: ["cleared", "bounced", "returned"],
  cleared: ["bounced"],
  bounced: ["returned"],
  returned: [],
};
