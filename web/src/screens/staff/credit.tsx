import type { Customer } from "../../core/answers.ts";
import { money, useRead } from "../../kit/mod.ts";
import { isMore, less } from "../../core/amounts.ts";
import { s } from "../trade/sums.tsx";

/** Said before it is refused: over the credit limit, or cash only; what is paid at once needs no credit. */
export function Credit({ id, total, paid }: { id: string; total: string; paid: string }) {
  const customer = useRead<Customer>(`/customers/${id}`).value.data;
  const left = customer?.summary?.credit_available;
  const due = isMore(total, paid) ? less(total, paid) : "0";
  if (customer?.cash_only && due !== "0") return <p class="notice card">{s("cash_only_say")}</p>;
  if (left === undefined || left === null) return null;
  return isMore(due, String(left))
    ? <p class="notice card">{s("over_limit", { amount: money(less(due, String(left))) })}</p>
    : <p class="muted">{s("credit_left")}: {money(less(String(left), due))}</p>;
}
