import type { Customer, Payment, Settings } from "../../core/answers.ts";
import { Card, Code, date, dhakaDate, money, readKept, t, useRead } from "../../kit/mod.ts";
import {
  detailScreen,
  documentOf,
  formScreen,
  listScreen,
  Papers,
  photosOf,
  rt,
  StatusBadge,
  useUsual,
  type Values,
} from "../../records/mod.ts";
import { moneyByMethod } from "../trade/account_choice.ts";
import { chequeState, chequeSteps } from "../trade/cheques.ts";
import { backwards } from "./payment_steps.ts";
import { inWords, methodChoices, methodWord, s, Sums } from "../trade/sums.tsx";

export const list = listScreen<Payment>({
  title: () => t("payments"),
  path: "/payments",
  screen: "/payments",
  icon: "money",
  search: true,
  filters: [
    { label: () => rt("all"), query: "" },
    {
      label: () => s("cheques_in_hand"),
      query: "cheque_state=in_hand,deposited&sort=cheque_date",
    },
  ],
  row: (payment) => ({
    title: payment.customer_name,
    lines: [
      <Code key="no">{payment.reference_no}</Code>,
      `${date(payment.payment_date)} · ${methodWord(payment.method)}`,
    ],
    badges: payment.status !== "posted" && (
      <StatusBadge status={chequeState(payment) ?? payment.status} />
    ),
    side: money(payment.amount),
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  add: { label: () => s("receive_payment"), to: "/payments/new", may: "payments.write" },
  empty: () => s("no_payments"),
});

export const detail = detailScreen<Payment>({
  path: "/payments",
  screen: "/payments",
  title: (payment) => payment.customer_name ?? s("receive_payment"),
  status: (payment) => chequeState(payment) ?? payment.status,
  sections: [
    {
      show: (payment) => (
        <>
          <Sums
            main={[methodWord(payment.method), payment.amount]}
            more={[[s("on_account"), payment.on_account]]}
          />
          <p class="muted">{inWords(payment.amount)}</p>
          {payment.status === "in_hand" && <p class="muted">{s("in_hand_say")}</p>}
        </>
      ),
    },
    {
      rows: (payment) => [
        [s("date"), payment.payment_date && date(payment.payment_date)],
        [s("reference"), payment.reference],
        [s("cheque_number"), payment.cheque_number],
        [s("cheque_date"), payment.cheque_date && date(payment.cheque_date)],
        [
          s("given_back"),
          payment.refunds?.[0] && (
            <a href={`#/payments/${payment.id}/refunds`}>{money(payment.refunded)}</a>
          ),
        ],
        [s("notes"), payment.note],
      ],
    },
    {
      title: () => s("pays"),
      when: (payment) => !!payment.allocations?.length,
      show: (payment) => (
        <Papers
          screen="/invoices"
          papers={payment.allocations!.map((one) => ({
            ...one,
            id: one.invoice_id,
            side: money(one.amount),
          }))}
        />
      ),
    },
    photosOf("payment"),
    documentOf("/payments", () => s("money_receipt"), ({ status }) => status === "posted"),
  ],
  actions: [
    ...chequeSteps,
    {
      label: () => s("customer"),
      icon: "people",
      when: (payment) => payment.customer_id !== undefined,
      to: ({ customer_id }) => `/customers/${customer_id}`,
    },
    ...backwards,
  ],
});

/** What he owes, and what is left of it after this. */
function Owes({ values }: { values: Values }) {
  const customer = useRead<Customer>(
    values.customer_id ? `/customers/${values.customer_id}` : undefined,
  ).value.data;
  if (customer?.balance === undefined) return null;
  return (
    <Card>
      <Sums main={[s("owes"), customer.balance]} />
    </Card>
  );
}

/** The account of the way it comes by is chosen with it, until somebody has chosen another. */
function Into({ values, fill }: { values: Values; fill: (values: Values) => void }) {
  const { method_accounts } = useRead<Settings>("/settings").value.data ?? {};
  useUsual("account_id", String(method_accounts?.[values.method as "cash"] ?? ""), values, fill);
  return null;
}

/** Money that comes in; it pays the oldest invoices first. */
export const form = formScreen({
  title: () => s("receive_payment"),
  path: "/invoices/receive-payment",
  list: "/payments",
  // entered from a line of a statement
  back: (query) =>
    query.has("statement_line_id") && `/accounts/${query.get("account_id")}/statement`,
  photosOf: "payment",
  photosKind: "cheque",
  above: (values, fill) => (
    <>
      <Owes values={values} />
      <Into values={values} fill={fill} />
    </>
  ),
  name: (body, values) =>
    s("name_payment", {
      amount: money(String(body.amount)),
      name: values.customer_id_title ?? "",
    }),
  prefill: async ({ query }): Promise<Values> => {
    const id = query.get("customer_id");
    const customer = id && (await readKept(`/customers/${id}`))?.data as Customer | undefined;
    return customer ? { customer_id_title: customer.name } : {};
  },
  fields: [
    {
      name: "customer_id",
      label: () => s("customer"),
      type: "pick",
      from: { path: "/customers", query: "active=true" },
      required: true,
    },
    {
      name: "amount",
      label: () => s("amount"),
      type: "decimal",
      required: true,
    },
    {
      name: "method",
      label: () => s("method"),
      type: "chips",
      first: 5,
      initial: () => "cash",
      choices: methodChoices,
    },
    {
      name: "account_id",
      label: () => s("into"),
      type: "chips",
      from: moneyByMethod,
      asNumber: true,
      when: ({ method }) => !/^[tv]ds$/.test(method),
    },
    { name: "statement_line_id", label: () => s("bank_line"), type: "hidden", asNumber: true },
    { name: "cheque_number", label: () => s("cheque_number"), when: isCheque },
    {
      name: "cheque_date",
      label: () => s("cheque_date"),
      type: "date",
      hint: () => s("cheque_date_hint"),
      when: isCheque,
    },
    { name: "reference", label: () => s("reference"), when: (values) => !isCheque(values) },
    { name: "photos", label: () => s("photo"), type: "photos" },
    {
      name: "payment_date",
      label: () => s("date"),
      type: "date",
      initial: () => dhakaDate(),
    },
    { name: "note", label: () => s("notes") },
  ],
});

function isCheque({ method }: Values): boolean {
  return method === "cheque";
}
