import { paymentMethods } from "../../../../domain/sales/payment_words.ts";
import { spellAmount } from "../../../../domain/documents/spell_amount.ts";
import { Code, money, words } from "../../kit/mod.ts";
import { en } from "../../strings/sales.en.ts";
import { scaled } from "../../core/amounts.ts";

export const s = words(en, () => import("../../strings/staff.bn.ts").then((all) => all.sales));

/** An amount as a cheque says it, in the language of the phone. */
export const inWords = (amount: number | string) =>
  spellAmount(scaled(String(amount).replace("-", ""), 2), s);

export const methodChoices = () => paymentMethods.map((value) => ({ value, label: s(value) }));
export const methodWord = (method: string) => method in en ? s(method as "cash") : method;

/**
 * The status as people say it: an invoice `posted` and not paid is shown as unpaid, because
 * "posted" sounds as if it were done with; one whose goods all came back was not paid.
 */
export const shownStatus = ({ status, due, total, returned }: {
  status: string;
  due: number;
  total?: number;
  returned?: number;
}) =>
  status === "posted" && Number(due) > 0
    ? "unpaid"
    : status === "paid" && Number(total) > 0 && total === returned
    ? "returned"
    : status;

export function Serials({ all }: { all: readonly string[] }) {
  return <span class="badges">{all.map((one) => <Code key={one}>{one}</Code>)}</span>;
}

/** What somebody owes us; what we owe him says so in a word, not by its sign alone. */
export function Balance({ amount, currency }: { amount: number | string; currency?: string }) {
  return (
    <>
      <span class="line">{money(Math.abs(Number(amount)), currency)}</span>
      {Number(amount) < 0 && <span class="line muted">{s("advance")}</span>}
    </>
  );
}

type Sum = false | undefined | [label: string, amount?: number | string, tone?: "bad"];

/** One figure that matters, large, and those that belong to it. */
export function Sums(
  { main: [label, amount], more = [], currency }: {
    main: [label: string, amount: number | string];
    more?: Sum[];
    currency?: string;
  },
) {
  const shown = more.filter((sum): sum is Exclude<Sum, false | undefined> =>
    !!sum && (sum[1] === undefined || Number(sum[1]) !== 0)
  );
  return (
    <div class="sums">
      <p class="muted">{label}</p>
      <p class="sum">{money(amount, currency)}</p>
      {shown.length > 0 && (
        <ul>
          {shown.map(([name, value, tone]) => (
            <li key={name} class={tone}>
              {name} {value !== undefined && <b>{money(value, currency)}</b>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
