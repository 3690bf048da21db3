/** The words of goods receipts. The pages read them too, so this file imports nothing. */

export const receiptStatuses = ["draft", "approved", "posted", "cancelled", "reversed"] as const;
export type ReceiptStatus = typeof receiptStatuses[number];

/** Not posted yet. */
export const pending: readonly string[] = ["draft", "approved"];
/** Its pieces count as received. */
export const counting: readonly string[] = ["draft", "approved", "posted"];
/** What it accepted has its landed value. */
export const valued: readonly string[] = ["approved", "posted"];
