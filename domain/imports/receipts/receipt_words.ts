/** The words of goods receipts. The pages read them too, so this file imports nothing. */

export const receiptStatuses = ["draft", "approved", "posted", "cancelled", "reversed"] as const;
export type ReceiptStatus = typeof receiptStatuses[number];

/** What may follow: approving, posting, calling off, taking back. */
export const nextOfReceipt: Record<ReceiptStatus, readonly ReceiptStatus[]> = {
  draft: ["approved", "cancelled"],
  approved: ["posted", "cancelled"],
  posted: ["reversed"],
  cancelled: [],
  reversed: [],
};

/** Not posted yet. */
export const pending: readonly string[] = ["draft", "approved"];
/** Its pieces count as received. */
export const counting: readonly string[] = ["draft", "approved", "posted"];
