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
] as const;
