/** Apart, so that the pages' programs carry the words and nothing else. */
export const accountTypes = ["asset", "liability", "equity", "income", "expense"] as const;
/** control: its balance is the sum of a ledger; money: cash, a bank account or a wallet */
export const accountKinds = ["control", "money", "plain"] as const;
export const moneyTypes = ["cash", "bank", "wallet"] as const;
