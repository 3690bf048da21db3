import type { LcTt } from "../../core/answers.ts";
import { type LcTtType, statusesOf } from "../../../../domain/trade_finance/lc_tt_words.ts";
import { Badge, Code, date, money, number, t, useRead } from "../../kit/mod.ts";
import {
  detailScreen,
  listScreen,
  Papers,
  photosOf,
  rt,
  StatusBadge,
  yesNo,
} from "../../records/mod.ts";
import { LeftToDraw } from "./left_to_draw.tsx";
import { nextStep, note } from "../trade/next_step.ts";
import { fin } from "../trade/finance_words.ts";

/** Cancelled, the last, is off the way. */
const ladder = (type: LcTtType): string[] => statusesOf(type).slice(0, -1);
/** What is paid by it is written once the bank's paper has a number. */
const isSent = ({ id }: LcTt) => typeof id === "number";
function dueText(days: number): string {
  if (days === 0) return fin("due_today");
  return days < 0 ? fin("past", { n: number(-days) }) : fin("due_in", { n: number(days) });
}

export const list = listScreen<LcTt>({
  title: () => t("lc_tt"),
  path: "/lc-tt",
  screen: "/lc-tt",
  icon: "bank",
  search: true,
  above: () => <DueStrip />,
  filters: [
    { label: () => fin("open"), query: "open=true" },
    { label: () => fin("LC"), query: "open=true&type=LC" },
    { label: () => fin("TT"), query: "open=true&type=TT" },
    { label: () => rt("all"), query: "" },
  ],
  row: (one) => ({
    title: one.supplier_name,
    lines: [
      <Code key="no">{one.reference_number ?? one.reference_no}</Code>,
      <span key="sums" class="between">
        <b>{money(one.amount, one.currency)}</b>
        {one.expiry_date && `${fin("expires")} ${date(one.expiry_date)}`}
      </span>,
    ],
    badges: (
      <>
        <Badge>{fin(one.type)}</Badge>
        <StatusBadge status={one.status} />
      </>
    ),
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  add: { label: () => fin("new_lc"), to: "/lc-tt/new", may: "costs.write" },
  empty: () => fin("no_lc"),
});

/** The LCs and TTs that expire within 60 days, soonest first; those within a week stand out. */
function DueStrip() {
  const due = useRead<LcTt[]>("/lc-tt?expiring_within=60&sort=expiry_date&limit=20").value.data;
  if (!due?.length) return null;
  return (
    <section>
      <h2 class="eyebrow">{fin("due_soon")}</h2>
      <ul class="filter-chips due-strip">
        {due.map((one) => (
          <li key={one.id}>
            <a class="tile" href={`#/lc-tt/${one.id}`} data-near={one.expires_in_days! <= 7}>
              <b>{dueText(one.expires_in_days!)}</b>
              <span>{money(one.amount, one.currency)}</span>
              <span class="muted">{one.supplier_name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const detail = detailScreen<LcTt>({
  path: "/lc-tt",
  screen: "/lc-tt",
  title: (one) => one.supplier_name,
  status: (one) => one.status,
  begins: { status: "draft" },
  steps: (one) => ladder(one.type),
  sections: [
    {
      show: (one) => (
        <div class="sums">
          <p class="muted">{fin(one.type)}</p>
          <p class="sum">{money(one.amount, one.currency)}</p>
          {!!one.amount_local && !!one.exchange_rate && (
            <p class="muted">
              {money(one.amount_local)} (1 {one.currency} = ৳{number(one.exchange_rate)})
            </p>
          )}
        </div>
      ),
    },
    {
      rows: (one) => [
        [fin("number"), one.reference_number && <Code key="code">{one.reference_number}</Code>],
        [fin("bank"), one.bank_name],
        [fin("issued"), one.issue_date && date(one.issue_date)],
        [fin("last_shipment"), one.latest_shipment_date && date(one.latest_shipment_date)],
        [
          fin("expires"),
          one.expiry_date && [
            date(one.expiry_date),
            one.expires_in_days !== null && dueText(one.expires_in_days),
          ].filter(Boolean).join(" · "),
        ],
        [fin("drawn"), !!Number(one.drawn) && money(one.drawn, one.currency)],
        [fin("available"), !!Number(one.drawn) && <LeftToDraw key="left" {...one} />],
        [
          fin("settled"),
          !!Number(one.settled) && (
            <a href={`#/lc-tt/${one.id}/settlements`}>{money(one.settled!, one.currency)}</a>
          ),
        ],
        [
          fin("charges"),
          !!Number(one.charges_booked || one.charges) && money(one.charges_booked || one.charges!),
        ],
        [fin("notes"), one.notes],
      ],
    },
    {
      title: () => t("shipments"),
      when: ({ shipments }) => !!shipments?.length,
      show: ({ shipments, currency }) => (
        <Papers
          screen="/shipments"
          papers={shipments!.map((one) => ({ ...one, side: money(one.drawn, currency) }))}
        />
      ),
    },
    {
      title: () => fin("loans"),
      when: ({ loans }) => !!loans?.length,
      show: ({ loans }) => (
        <Papers
          screen="/lc-tt/loans"
          papers={loans!.map((one) => ({ ...one, on: one.due_on, side: money(one.outstanding) }))}
        />
      ),
    },
    photosOf("lc_tt", () => fin("paper")),
  ],
  actions: [
    nextStep({
      path: "/lc-tt",
      may: "costs.write",
      steps: (one) => ladder(one.type),
      ask: (_one, next) => [
        note,
        {
          ...yesNo("post_to_ledger", () => fin("post"), "false"),
          when: ({ status }) => (status || next) !== "pi_received",
        },
        {
          name: "settlement_rate",
          label: () => fin("settlement_rate"),
          type: "decimal",
          when: ({ post_to_ledger }) => post_to_ledger === "true",
        },
      ],
      body: ({ post_to_ledger, ...told }) => ({
        ...told,
        post_to_ledger: post_to_ledger === "true",
      }),
    }),
    {
      label: () => fin("order"),
      icon: "ship",
      may: "shipments.write",
      when: ({ status }) => !["closed", "cancelled"].includes(status),
      to: ({ id, supplier_id, currency, exchange_rate }) =>
        `/shipments/new?${new URLSearchParams({
          supplier_id: String(supplier_id),
          lc_tt_id: String(id),
          currency,
          exchange_rate: String(exchange_rate ?? ""),
        })}`,
    },
    {
      label: () => fin("supplier"),
      icon: "people",
      to: ({ supplier_id }) => `/suppliers/${supplier_id}`,
    },
    {
      label: () => fin("settle"),
      icon: "money",
      may: "costs.write",
      when: (one) => isSent(one) && one.status !== "cancelled",
      to: ({ id, exchange_rate }) => `/lc-tt/${id}/settlements/new?rate=${exchange_rate ?? ""}`,
    },
    {
      label: () => fin("charges"),
      icon: "money",
      when: isSent,
      to: ({ id }) => `/lc-tt/${id}/charges`,
    },
    {
      label: () => fin("borrow"),
      icon: "bank",
      may: "books.write",
      when: (one) => isSent(one) && one.type === "LC",
      to: ({ id }) => `/lc-tt/${id}/loans/new`,
    },
    {
      label: () => rt("edit"),
      icon: "edit",
      may: "costs.write",
      to: ({ id }) => `/lc-tt/${id}/edit`,
    },
    {
      label: () => fin("cancel"),
      icon: "close",
      look: "quiet",
      may: "costs.write",
      when: ({ type, status }) => {
        const steps = ladder(type);
        return steps.includes(status) && steps.indexOf(status) < steps.indexOf("released");
      },
      ask: () => [note],
      write: ({ id, reference_no, status }, answers) => ({
        method: "PATCH",
        path: `/lc-tt/${id}/status`,
        body: { ...answers, status: "cancelled", expected_status: status },
        title: `${reference_no}: ${fin("cancel")}`,
      }),
    },
  ],
});
