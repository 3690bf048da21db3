import type { Customer } from "../../core/answers.ts";
import type { Write } from "../../core/write.ts";
import {
  Button,
  date,
  dhakaDate,
  enqueue,
  may,
  money,
  type ScreenProps,
  useRead,
  useSignal,
} from "../../kit/mod.ts";
import { Ask, saySaved } from "../../records/mod.ts";
import { m } from "./back_words.ts";
import { type Deed, Deeds, Page } from "./take_back.tsx";

/** What stood there when the books were taken over: it is taken back, and where none stands one is entered. */
export function Opening({ record, right, amount, deed, hint, entry }: {
  record: string;
  right: string;
  amount: number | string | null | undefined;
  deed: Omit<Deed, "key" | "path">;
  hint?: () => string;
  /** the write that enters another */
  entry: (amount: unknown, date: unknown) => Pick<Write, "method" | "path" | "body">;
}) {
  const entering = useSignal(false);
  const path = `${record}/opening-balance/reverse`;
  const standing = Number(amount) ? [{ ...deed, key: 0, path }] : [];
  return (
    <>
      <Deeds record={record} right={right} deeds={standing} />
      {standing.length === 0 && may(right) && (
        <Button onClick={() => entering.value = true}>{m("enter_opening")}</Button>
      )}
      {entering.value && (
        <Ask
          title={m("enter_opening")}
          fields={[
            {
              name: "amount",
              label: () => m("amount"),
              type: "decimal",
              required: true,
              signed: true,
              hint,
            },
            { name: "date", label: () => m("day"), type: "date", initial: () => dhakaDate() },
          ]}
          onConfirm={async ({ amount, date }) => {
            const title = `${m("opening")}: ${money(String(amount))}`;
            saySaved(await enqueue({ ...entry(amount, date), title, record }));
          }}
          onClose={() => entering.value = false}
        />
      )}
    </>
  );
}

/** What a customer owed when the books were taken over. */
export function CustomerOpening({ params: { id } }: ScreenProps) {
  const path = `/customers/${id}`;
  const read = useRead<Customer>(path).value;
  return (
    <Page title={m("opening")} read={read}>
      {({ name, opening_balance: amount, opening_balance_date: day }) => (
        <Opening
          record={path}
          right="customers.set_terms"
          amount={amount}
          deed={{
            what: m("opening_customer", { name }),
            lines: [day && date(day), money(amount ?? 0)],
            say: m("opening_customer_say", { name, amount: money(amount ?? 0) }),
          }}
          hint={() => m("opening_hint")}
          entry={(amount, date) => ({
            method: "POST",
            path: `${path}/opening-balance`,
            body: { amount, date },
          })}
        />
      )}
    </Page>
  );
}
