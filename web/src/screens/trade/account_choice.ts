import type { Account } from "../../core/answers.ts";
import { prefs, readHere } from "../../kit/mod.ts";
import type { Source, Values } from "../../records/mod.ts";

/** What an account is called in the language of the phone; one that was added may have one name only. */
export const nameOf = (account: { name: string; name_bn: string | null }) =>
  prefs.value.lang === "bn" && account.name_bn || account.name;

/** The same of the account that a row names. */
export const accountOf = (one: { account_name: string; account_name_bn: string | null }) =>
  nameOf({ name: one.account_name, name_bn: one.account_name_bn });

/** What an expense was spent on. */
export const categoryOf = (one: { category_name: string; category_name_bn: string | null }) =>
  nameOf({ name: one.category_name, name_bn: one.category_name_bn });

const [path, query] = ["/accounts", "active=true"];

/** One list for every choice of an account, so that one visit brings all of them to the phone. */
const accounts = (
  fits: (account: Account, values: Values) => boolean,
  by: "id" | "number",
): Source => ({
  path,
  query,
  choice: (account: Account, values) =>
    fits(account, values) ? { value: String(account[by]), label: nameOf(account) } : null,
});

const isMoney = ({ kind }: Account) => kind === "money";
export const moneyById = accounts(isMoney, "id");
/** Where money may go to: also the owner's own. */
const mayGoTo = (one: Account) => isMoney(one) || one.role === "owner";
export const moneyTo = accounts(mayGoTo, "number");
/** Where it may come from: also what is earned besides sales. */
export const moneyFrom = accounts((one) => mayGoTo(one) || one.role === "other_income", "number");
/** What is paid out of hand; what goods cost is posted with the goods. */
export const overheads = accounts(
  ({ type, number, role }) => type === "expense" && (role === null || number >= "6"),
  "number",
);

/** The roles of the accounts that a customer's money comes into; a wallet's and a card's are called as its way is. */
const roles: Record<string, string> = {
  other: "cash",
  cheque: "bank",
  online: "bank",
};
/**
 * Where a customer's money may come into by its way: the account that is there for it, and those that were
 * added of its kind; also what is chosen already. Asked for only where there are several.
 */
export const moneyByMethod: Source = {
  ...accounts((account, { method, account_id }) => {
    const role = roles[method] ?? method;
    const type = /^(bank|card)$/.test(role) ? "bank" : role === "cash" ? role : "wallet";
    return String(account.id) === account_id ||
      account.money_type === type && (account.role === null || account.role === role);
  }, "id"),
  several: true,
};

/** The first money account, which is cash. */
export async function firstMoney(): Promise<Values> {
  const all = await readHere<Account[]>(`${path}?${query}`);
  const first = all?.find(isMoney);
  return first ? { account_id: String(first.id) } : {};
}
