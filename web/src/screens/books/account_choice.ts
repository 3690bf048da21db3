import type { Account } from "../../core/answers.ts";
import { readFresh, readKept } from "../../kit/mod.ts";
import type { Source, Values } from "../../records/mod.ts";
import { nameOf } from "./words.ts";

const [path, query] = ["/accounts", "active=true"];

/** One list for every choice of an account, so that one visit brings all of them to the phone. */
const accounts = (fits: (account: Account) => boolean, by: "id" | "number"): Source => ({
  path,
  query,
  choice: (account: Account) =>
    fits(account) ? { value: String(account[by]), label: nameOf(account) } : null,
});

const isMoney = ({ kind }: Account) => kind === "money";
export const moneyById = accounts(isMoney, "id");
/** Where money may come from or go to: also the owner's own. */
export const moneyByNumber = accounts((one) => isMoney(one) || one.role === "owner", "number");
/** What is paid out of hand; what goods cost is posted with the goods. */
export const overheads = accounts(
  ({ type, number, role }) => type === "expense" && (role === null || number >= "6"),
  "number",
);

/** The first money account, which is cash, unless a write is mended. */
export async function firstMoney(sent?: Record<string, unknown>): Promise<Values> {
  if (sent) return {};
  const list = `${path}?${query}`;
  const read = await readKept(list) ?? await readFresh(list).catch(() => undefined);
  const first = (read?.data as Account[] | undefined)?.find(isMoney);
  return first ? { account_id: String(first.id) } : {};
}
