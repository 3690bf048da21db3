import { unsettled } from "../../../../domain/warranty/rma_words.ts";
import type { Customer, Rma } from "../../core/answers.ts";
import { Code, date, List, may, money, Row, t, useRead } from "../../kit/mod.ts";
import {
  detailScreen,
  type FieldDef,
  formScreen,
  listScreen,
  Papers,
  Paperwork,
  rt,
  yesNo,
} from "../../records/mod.ts";
import { OpenCases } from "./rma_message.tsx";
import { RMAS } from "./rma_words.ts";
import { Balance, s, shownStatus, Sums } from "../trade/sums.tsx";

export const list = listScreen<Customer>({
  title: () => t("customers"),
  path: "/customers",
  screen: "/customers",
  icon: "people",
  search: true,
  query: "sort=name",
  filters: [
    { label: () => s("active"), query: "active=true" },
    { label: () => s("dealers"), query: "customer_type=dealer" },
    { label: () => s("corporate"), query: "customer_type=corporate,government" },
    { label: () => s("everyone"), query: "" },
  ],
  row: (customer) => ({
    title: customer.name,
    lines: [
      customer.company_name ?? customer.city,
      customer.phone && <Code key="code">{customer.phone}</Code>,
    ],
    side: !!Number(customer.balance) && <Balance amount={customer.balance!} />,
  }),
  unsentRow: (body) => ({ title: body.name }),
  add: { label: () => s("new_customer"), to: "/customers/new", may: "customers.write" },
  empty: () => s("no_customers"),
});

export const detail = detailScreen<Customer>({
  path: "/customers",
  screen: "/customers",
  title: (customer) => customer.name,
  begins: {},
  contact: ({ phone }) => ({ phone }),
  sections: [
    {
      when: ({ summary }) => summary !== undefined,
      show: ({ summary, credit_limit, cash_only }) => (
        <Sums
          main={[s("owes"), summary!.balance]}
          more={[
            [s("overdue"), summary!.overdue, "bad"],
            [s("on_account"), summary!.on_account],
            cash_only
              ? [s("cash_only")]
              : !!Number(credit_limit) && [s("credit_left"), summary!.credit_available ?? 0],
          ]}
        />
      ),
    },
    { bare: true, when: ({ id }) => id !== undefined, show: ({ id }) => <CasesOf id={id} /> },
    {
      rows: (customer) => [
        [s("company"), customer.company_name],
        [s("phone"), customer.phone && <Code key="code">{customer.phone}</Code>],
        [s("email"), customer.email],
        [s("address"), [customer.address, customer.city].filter(Boolean).join(", ")],
        [s("notes"), customer.notes],
      ],
    },
    {
      title: () => s("machines"),
      when: ({ machines }) => !!machines?.length,
      show: ({ machines }) => (
        <List>
          {machines!.map((machine) => (
            <Row
              key={machine.serial_number}
              href={`#/serials/${encodeURIComponent(machine.serial_number)}`}
              title={machine.product_name ?? s("machine")}
              lines={[
                <Code key="serial">{machine.serial_number}</Code>,
                machine.warranty_until &&
                s("covered_until", { date: date(machine.warranty_until) }),
              ]}
            />
          ))}
        </List>
      ),
    },
    {
      title: () => t("invoices"),
      when: ({ invoices }) => !!invoices?.length,
      show: ({ invoices }) => (
        <Papers
          screen="/invoices"
          papers={invoices!.map((one) => ({
            ...one,
            status: shownStatus(one),
            on: one.invoice_date,
            side: money(one.total),
          }))}
        />
      ),
    },
    {
      title: () => s("ledger"),
      when: ({ ledger }) => !!ledger?.length,
      show: ({ ledger }) => (
        <div class="in-order">
          <List>
            {ledger!.slice(0, 20).map((entry) => (
              <Row
                key={entry.id}
                href={entry.type === "opening"
                  ? `#/customers/${entry.customer_id}/opening`
                  : undefined}
                title={s(entry.type as "invoice")}
                lines={[`${date(entry.date)} · ${entry.reference_no}`]}
                side={
                  <>
                    <span class="line">
                      {Number(entry.debit) ? money(entry.debit) : money(-entry.credit)}
                    </span>
                    <span class="line muted">{money(entry.running_balance)}</span>
                  </>
                }
              />
            ))}
          </List>
        </div>
      ),
    },
    {
      bare: true,
      when: ({ summary }) => summary !== undefined,
      show: ({ id, reference_no }) => (
        <Paperwork
          path={`/reports/customer-statement?customer_id=${id}&format=pdf`}
          name={`${s("statement")} ${reference_no}.pdf`}
          label={s("statement")}
        />
      ),
    },
  ],
  actions: [
    {
      label: () => s("receive_payment"),
      look: "main",
      icon: "money",
      may: "payments.write",
      to: ({ id }) => `/payments/new?customer_id=${id}`,
    },
    {
      label: () => s("new_invoice"),
      icon: "paper",
      may: "invoices.write",
      to: ({ id }) => `/invoices/new?customer_id=${id}`,
    },
    {
      label: () => s("new_ticket"),
      icon: "ticket",
      may: "tickets.create",
      to: ({ id }) => `/service-tickets/new?customer_id=${id}`,
    },
    {
      label: () => rt("edit"),
      icon: "edit",
      may: "customers.write",
      to: ({ id }) => `/customers/${id}/edit`,
    },
  ],
});

/** What of his is in repair: whoever calls asks for this first. */
function CasesOf({ id }: { id: number }) {
  const cases = useRead<Rma[]>(
    `${RMAS}?customer_id=${id}&status=${unsettled}&limit=3`,
  ).value.data;
  return <OpenCases cases={cases ?? []} />;
}

export const customerFields: FieldDef[] = [
  { name: "name", label: () => s("name"), required: true },
  { name: "phone", label: () => s("phone"), type: "tel" },
  {
    name: "customer_type",
    label: () => s("kind"),
    type: "chips",
    initial: () => "retail",
    choices: () =>
      (["retail", "dealer", "corporate", "government", "individual"] as const).map((value) => ({
        value,
        label: s(value),
      })),
  },
  { name: "company_name", label: () => s("company") },
  { name: "address", label: () => s("address"), type: "area" },
  { name: "city", label: () => s("city") },
  {
    name: "credit_limit",
    label: () => s("credit_limit"),
    type: "decimal",
    hint: () => s("credit_hint"),
    when: () => may("invoices.read"),
  },
  { name: "email", label: () => s("email"), type: "email" },
  {
    name: "bin",
    label: () => s("bin"),
    check: (text) => /^\d{9}[-\s]?\d{4}$/.test(text) ? undefined : s("bin_13"),
  },
];

export const form = formScreen({
  title: () => s("new_customer"),
  path: "/customers",
  list: "/customers",
  name: (body) => s("name_customer", { name: String(body.name) }),
  fields: customerFields,
});

const setsTerms = () => may("customers.set_terms");
export const edit = formScreen({
  title: () => s("edit_customer"),
  path: "/customers/:id",
  method: "PUT",
  list: "/customers",
  edits: true,
  name: ({ name }) => s("name_changed", { name: String(name) }),
  fields: [
    // who may not set terms sees them on the customer, and changes what is left
    ...customerFields.map((field) =>
      field.name === "credit_limit" ? { ...field, when: setsTerms } : field
    ),
    { ...yesNo("cash_only", () => s("cash_only")), when: setsTerms },
    { name: "notes", label: () => s("notes"), type: "area" },
    yesNo("active", () => s("in_use")),
  ],
});
