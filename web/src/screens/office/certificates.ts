import type { Payment } from "../../core/answers.ts";
import { certificateStates, taxKinds } from "../../../../domain/sales/payment_words.ts";
import { Badge, Code, date, dhakaDate, money } from "../../kit/mod.ts";
import { detailScreen, formScreen, listScreen, StatusBadge } from "../../records/mod.ts";
import { reportName } from "../trade/report_names.ts";
import { m } from "./back_words.ts";
import { chips, o, text } from "./words.ts";

const PATH = "/tax-certificates";
const SCREEN = "/reports/tax-certificates";

const stateOf = ({ certificate_state: state, reversed_at }: Payment) =>
  reversed_at
    ? StatusBadge({ status: "reversed" })
    : state && Badge({ tone: state === "awaited" ? "warn" : "good", children: o(state) });

/** Tax that customers withheld of what they paid: each certificate pays their bills like money. */
export const certificates = listScreen<Payment>({
  title: () => reportName("certificates"),
  path: PATH,
  screen: SCREEN,
  icon: "paper",
  row: (one) => ({
    title: one.customer_name,
    lines: [
      [o(one.method as "tds"), one.certificate_number].filter(Boolean).join(" · "),
      one.certificate_date && date(one.certificate_date),
    ],
    side: money(one.amount),
    badges: stateOf(one),
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  filters: [
    { label: () => o("all_states"), query: "" },
    ...certificateStates.map((state) => ({ label: () => o(state), query: `state=${state}` })),
  ],
  add: { label: () => o("new_certificate"), to: `${SCREEN}/new`, may: "payments.write" },
  empty: () => o("no_certificates"),
});

export const certificate = detailScreen<Payment>({
  path: PATH,
  screen: SCREEN,
  title: ({ customer_name }) => customer_name ?? reportName("certificates"),
  sections: [{
    rows: (one) => [
      [o("kind"), o(one.method as "tds")],
      [o("certificate"), one.certificate_number && Code({ children: one.certificate_number })],
      [o("date"), one.certificate_date && date(one.certificate_date)],
      [o("state"), stateOf(one)],
      [o("base"), one.tax_base !== null && money(one.tax_base)],
      [o("amount"), money(one.amount)],
      [o("notes"), one.note],
    ],
  }],
  actions: [
    ...certificateStates.slice(1).map((state) => ({
      label: () => o(state),
      icon: "check" as const,
      may: "payments.write",
      when: (one: Payment) =>
        !one.reversed_at &&
        one.certificate_state === (state === "received" ? "awaited" : "received"),
      look: "main" as const,
      ask: () => [],
      write: ({ id, reference_no }: Payment) => ({
        method: "PATCH" as const,
        path: `${PATH}/${id}`,
        body: { state },
        title: o("changed", { name: reference_no }),
      }),
    })),
    {
      label: () => m("take_back"),
      icon: "close",
      look: "quiet",
      may: "payments.write",
      when: ({ id, reversed_at }) => id !== undefined && !reversed_at,
      say: ({ customer_name, amount }) =>
        `${m("certificate_say", { name: customer_name, amount: money(amount) })} ${m("mirror")}`,
      ask: () => [
        { name: "reason", label: () => m("reason"), required: true },
        { name: "date", label: () => m("day"), type: "date", initial: () => dhakaDate() },
      ],
      write: ({ id, customer_name }, answers) => ({
        method: "POST",
        path: `${PATH}/${id}/reverse`,
        body: answers,
        title: m("name_back", { what: customer_name }),
      }),
    },
  ],
});

export const newCertificate = formScreen({
  title: () => o("new_certificate"),
  path: PATH,
  list: SCREEN,
  photosOf: "payment",
  name: ({ amount }) => o("made", { name: money(String(amount)) }),
  fields: [
    text("customer_id", "customer", {
      type: "pick",
      required: true,
      from: { path: "/customers", query: "active=true" },
    }),
    chips("kind", "kind", taxKinds, { initial: () => "tds" }),
    text("certificate_number", "certificate", { required: true }),
    text("certificate_date", "date", { type: "date", required: true }),
    text("amount", "amount", { type: "decimal", required: true }),
    text("base", "base", { type: "decimal", signed: true }),
    text("rate", "percent", { type: "decimal" }),
    text("note", "notes", { type: "area" }),
    { name: "photos", label: () => o("certificate_photo"), type: "photos" },
  ],
});
