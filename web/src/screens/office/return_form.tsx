import type { CreditNote, Invoice } from "../../core/answers.ts";
import {
  announce,
  Button,
  Card,
  enqueue,
  Field,
  Form,
  may,
  onward,
  openForms,
  parseNumber,
  queue,
  readState,
  retry,
  Screen,
  type ScreenProps,
  useEffect,
  useRead,
  useSignal,
} from "../../kit/mod.ts";
import { Choose, faultsOf, Refused, rt, saySaved, type Source } from "../../records/mod.ts";
import { isMore } from "../../core/amounts.ts";
import { type Back, creditOf, type Sold, stillSold } from "./returned.ts";
import { ReturnedLine } from "./returned_line.tsx";
import { m } from "./back_words.ts";
import { s, Sums } from "../trade/sums.tsx";

interface Body {
  items?: {
    line: number;
    quantity: string;
    serial_numbers?: string[];
    condition: string;
    claim_from_supplier?: boolean;
    shipment_item_id?: number;
  }[];
  reason?: string;
  refund?: { account_id?: number; amount: string };
}

/** What it opens with: nothing, or the write that is mended. */
const backOf = ({ items = [] }: Body): Record<number, Back> =>
  Object.fromEntries(items.map((item) => [item.line, {
    quantity: item.quantity,
    serial_numbers: item.serial_numbers ?? [],
    state: item.claim_from_supplier ? "claimed" : item.condition === "faulty" ? "faulty" : "good",
    shipment_item_id: String(item.shipment_item_id ?? ""),
  }]));

const none: Back = { quantity: "0", serial_numbers: [], state: "", shipment_item_id: "" };

/** The form, with the accounts that money may be paid out of. */
export const returnForm = (accounts: Source) => (props: ScreenProps) => (
  <ReturnForm {...props} accounts={accounts} />
);

/** Goods of an invoice that come back: which and how many, in what state, and what is paid out at once. */
function ReturnForm({ params: { id }, query, accounts }: ScreenProps & { accounts: Source }) {
  const again = queue.value.find((write) => write.key === query.get("write"));
  const sent = (again?.body ?? {}) as Body;
  const invoice = useRead<Invoice>(`/invoices/${id}`).value;
  const notes = useRead<CreditNote[]>(`/credit-notes?invoice_id=${id}&limit=200`).value;
  const back = useSignal(backOf(sent));
  const more = useSignal({
    reason: sent.reason ?? "",
    refund: sent.refund?.amount ?? "",
    account_id: String(sent.refund?.account_id ?? ""),
  });
  const errors = useSignal(faultsOf(again?.problem));
  const put = (change: Partial<typeof more.value>) => more.value = { ...more.value, ...change };
  useEffect(() => {
    openForms.value++;
    return () => void openForms.value--;
  }, []);
  const sold = invoice.data?.items && notes.data ? stillSold(invoice.data, notes.data) : [];
  const save = async () => {
    const body = bodyOf(back.value, more.value);
    errors.value = { ...missing(body, more.value.refund), ...stateless(sold, back.value) };
    if (Object.keys(errors.value).length > 0) return announce(rt("check_fields"));
    const goOn = onward();
    const title = m("name_return", { number: invoice.data?.reference_no ?? "" });
    if (again) {
      await retry(again.key, { body, title });
      return goOn("/queue");
    }
    const write = await enqueue({
      method: "POST",
      path: `/invoices/${id}/returns`,
      record: `/invoices/${id}`,
      body,
      title,
      form: `#/invoices/${id}/return`,
    });
    goOn(`/invoices/${id}`);
    saySaved(write);
  };
  if (!invoice.data || !notes.data) {
    const { instead } = invoice.data ? readState(notes) : readState(invoice);
    return <Screen title={s("return_goods")}>{instead}</Screen>;
  }
  return (
    <Screen title={s("return_goods")} sub={invoice.data.reference_no}>
      <Form onSubmit={save}>
        {again?.problem && (
          <p class="notice card">
            <Refused {...again} />
          </p>
        )}
        {sold.length === 0 && <p class="card">{m("all_back")}</p>}
        {sold.map((line) => (
          <ReturnedLine
            key={line.line}
            line={line}
            back={back.value[line.line] ?? none}
            errors={errorsOf(line, sent, errors.value)}
            onChange={(change) =>
              back.value = {
                ...back.value,
                [line.line]: { ...back.value[line.line] ?? none, ...change },
              }}
          />
        ))}
        {errors.value.items && <p class="error">{errors.value.items}</p>}
        <Field
          name="reason"
          label={rt("reason")}
          required
          value={more.value.reason}
          error={errors.value.reason}
          onInput={(reason) => put({ reason })}
        />
        <Card>
          <Sums main={[m("credit_total"), creditOf(sold, back.value)]} />
          <p class="muted">{m("credit_say")}</p>
        </Card>
        {may("payments.write") && (
          <Field
            name="refund"
            label={`${m("paid_back")} (৳)`}
            type="decimal"
            value={more.value.refund}
            error={errors.value.refund ?? errors.value["refund.amount"]}
            onInput={(refund) => put({ refund })}
          />
        )}
        {isMore(parseNumber(more.value.refund) ?? "0", "0") && (
          <Choose
            name="account_id"
            label={s("paid_from")}
            first={5}
            from={accounts}
            value={more.value.account_id}
            onInput={(account_id) => put({ account_id })}
          />
        )}
        <div class="pinned">
          <Button type="submit" look="main" icon="check" wide>{rt("save")}</Button>
        </div>
      </Form>
    </Screen>
  );
}

/** What the server said of a line, which it names by its place among those that were sent. */
function errorsOf({ line }: Sold, { items = [] }: Body, errors: Record<string, string>) {
  const path = `items.${items.findIndex((item) => item.line === line)}.`;
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => name.startsWith(path))
      .map(([name, error]) => [name.slice(path.length), error])
      .concat([["condition", errors[`condition-${line}`] ?? ""]]),
  );
}

/** Goods that come back in no state: a service has none. */
const stateless = (sold: Sold[], back: Record<number, Back>) =>
  Object.fromEntries(
    sold.filter(({ line, goods }) =>
      goods && isMore(back[line]?.quantity ?? "0", "0") && !back[line].state
    ).map(({ line }) => [`condition-${line}`, rt("required")]),
  );

function bodyOf(back: Record<number, Back>, more: Record<string, string>) {
  const refund = parseNumber(more.refund) ?? "0";
  return {
    items: Object.entries(back).filter(([, { quantity }]) => isMore(quantity, "0")).map((
      [line, { quantity, serial_numbers, state, shipment_item_id }],
    ) => ({
      line: Number(line),
      quantity,
      ...serial_numbers.length > 0 && { serial_numbers },
      condition: state === "faulty" || state === "claimed" ? "faulty" : "good",
      ...state === "claimed" && {
        claim_from_supplier: true,
        ...shipment_item_id && { shipment_item_id: Number(parseNumber(shipment_item_id)) },
      },
    })),
    reason: more.reason.trim(),
    ...isMore(refund, "0") && {
      refund: {
        amount: refund,
        ...more.account_id && { account_id: Number(more.account_id) },
      },
    },
  };
}

function missing(
  { items, reason }: ReturnType<typeof bodyOf>,
  refund: string,
): Record<string, string> {
  return {
    ...items.length === 0 && { items: m("nothing_back") },
    ...!reason && { reason: rt("required") },
    ...refund && parseNumber(refund) === undefined && { refund: rt("not_a_number") },
  };
}
