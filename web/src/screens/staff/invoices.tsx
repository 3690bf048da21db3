import type { Invoice, Payment } from "../../core/answers.ts";
import { Code, date, List, money, Row, t } from "../../kit/mod.ts";
import {
  detailScreen,
  documentOf,
  listScreen,
  Papers,
  Paperwork,
  quantityOf,
  StatusBadge,
} from "../../records/mod.ts";
import { reason } from "../trade/next_step.ts";
import { inWords, methodWord, s, Serials, shownStatus, Sums } from "../trade/sums.tsx";

export const list = listScreen<Invoice>({
  title: () => t("invoices"),
  path: "/invoices",
  screen: "/invoices",
  icon: "paper",
  search: true,
  filters: [
    { label: () => s("unpaid"), query: "status=posted,partial,overdue" },
    { label: () => s("overdue"), query: "status=overdue&sort=due_date" },
    { label: () => s("paid"), query: "status=paid" },
    { label: () => s("everything"), query: "" },
  ],
  row: (invoice) => ({
    title: invoice.customer_name,
    lines: [<Code key="no">{invoice.reference_no}</Code>, date(invoice.invoice_date)],
    badges: <StatusBadge status={shownStatus(invoice)} />,
    side: (
      <>
        <span class="line">{money(invoice.total)}</span>
        {Number(invoice.due) > 0 && invoice.due !== invoice.total && (
          <span class="line muted">{s("due_n", { amount: money(invoice.due) })}</span>
        )}
      </>
    ),
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  add: { label: () => s("new_invoice"), to: "/invoices/new", may: "invoices.write" },
  empty: () => s("no_invoices"),
  above: () => <a class="link" href="#/credit-notes">{s("returns")}</a>,
});

export const detail = detailScreen<Invoice>({
  path: "/invoices",
  screen: "/invoices",
  title: (invoice) => invoice.customer_name ?? s("new_invoice"),
  status: (invoice) => invoice.status && shownStatus(invoice),
  sections: [
    {
      when: (invoice) => invoice.total !== undefined,
      show: (invoice) => (
        <>
          <Sums
            main={[s("total"), invoice.total]}
            more={[
              [s("paid"), invoice.paid],
              [s("returned"), invoice.returned],
              [s("still_due"), invoice.due, invoice.status === "overdue" ? "bad" : undefined],
            ]}
          />
          <p class="muted">{inWords(invoice.total)}</p>
        </>
      ),
    },
    {
      title: () => s("goods"),
      when: (invoice) => !!invoice.items?.length && invoice.items[0].id !== undefined,
      show: (invoice) => (
        <List>
          {invoice.items!.map((line) => (
            <Row
              key={line.id}
              title={line.description}
              lines={[
                `${quantityOf(line.quantity, line.unit)} × ${money(line.unit_price)}`,
                !!Number(line.discount) && `${s("discount")} ${money(line.discount)}`,
                <Serials key="serials" all={line.serial_numbers} />,
                line.warranty_until && s("covered_until", { date: date(line.warranty_until) }),
              ]}
              side={money(line.amount)}
            />
          ))}
        </List>
      ),
    },
    {
      rows: (invoice) => [
        [s("date"), invoice.invoice_date && date(invoice.invoice_date)],
        [s("due_date"), invoice.due_date && date(invoice.due_date)],
        [s("discount"), !!Number(invoice.discount) && money(invoice.discount)],
        [s("vat"), !!Number(invoice.vat) && money(invoice.vat)],
        [s("notes"), invoice.notes],
      ],
    },
    {
      title: () => t("payments"),
      when: (invoice) => !!invoice.payments?.length,
      show: (invoice) => (
        <Papers
          screen="/payments"
          papers={invoice.payments!.map((one) => ({
            ...one,
            id: one.payment_id,
            on: one.payment_date,
            more: methodWord(one.method),
            side: money(one.amount),
          }))}
        />
      ),
    },
    {
      title: () => s("returns"),
      when: (invoice) => !!invoice.returns?.length,
      show: (invoice) => (
        <Papers
          screen="/credit-notes"
          papers={invoice.returns!.map((one) => ({
            ...one,
            status: one.reversed_at ? "reversed" : undefined,
            on: one.return_date,
            about: one.reason,
            side: money(one.total),
          }))}
        />
      ),
    },
    documentOf("/invoices", () => s("as_pdf"), ({ total }) => total !== undefined),
    {
      bare: true,
      when: ({ items }) => !!items?.some(({ product_id }) => product_id),
      show: (invoice) => (
        <Paperwork
          quiet
          path={`/invoices/${invoice.id}/delivery-challan`}
          name={`${invoice.reference_no}-challan.pdf`}
          label={s("delivery_challan")}
        />
      ),
    },
    {
      bare: true,
      when: ({ vat_challan_id }) => !!vat_challan_id,
      show: (invoice) => (
        <Paperwork
          path={`/vat-challans/${invoice.vat_challan_id}/pdf`}
          name={`${invoice.vat_challan_reference_no}.pdf`}
          label={s("vat_challan")}
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
      when: (invoice) => Number(invoice.due) > 0,
      to: ({ customer_id, due }) => `/payments/new?customer_id=${customer_id}&amount=${due}`,
    },
    {
      label: () => s("return_goods"),
      icon: "back",
      may: "invoices.write",
      when: ({ status, total, returned }) =>
        status !== undefined && status !== "void" && Number(total) > Number(returned),
      to: ({ id }) => `/invoices/${id}/return`,
    },
    {
      label: () => s("use_on_account"),
      icon: "money",
      may: "payments.write",
      when: (invoice) => Number(invoice.due) > 0,
      say: () => s("use_on_account_say"),
      ask: ({ customer_id }) => [{
        name: "payment_id",
        label: () => t("payments"),
        type: "chips",
        required: true,
        asNumber: true,
        from: {
          path: "/payments",
          query: `customer_id=${customer_id}&on_account=true&limit=50`,
          choice: (one: Payment) => ({
            value: String(one.id),
            label: `${one.reference_no} · ${money(one.on_account)}`,
          }),
        },
      }],
      write: ({ id, reference_no }, answers) => ({
        method: "POST",
        path: `/invoices/${id}/allocate`,
        body: answers,
        title: s("name_use", { number: reference_no }),
      }),
    },
    {
      label: () => s("issue_challan"),
      icon: "paper",
      may: "invoices.write",
      when: ({ vat_challan_id, status }) => vat_challan_id === null && status !== "void",
      ask: () => [{ name: "vehicle", label: () => s("vehicle") }],
      write: ({ id, reference_no }, answers) => ({
        method: "POST",
        path: `/invoices/${id}/vat-challan`,
        body: answers,
        title: `${reference_no}: ${s("vat_challan")}`,
      }),
    },
    {
      label: () => s("void"),
      icon: "close",
      look: "quiet",
      may: "invoices.write",
      when: ({ id, status, returned }) =>
        id !== undefined && status !== "void" && Number(returned) === 0,
      say: ({ paid }) => s(Number(paid) > 0 ? "void_say_paid" : "void_say"),
      ask: () => [reason],
      write: ({ id, reference_no }, answers) => ({
        method: "POST",
        path: `/invoices/${id}/void`,
        body: answers,
        title: s("name_void", { number: reference_no }),
      }),
    },
    {
      label: () => s("customer"),
      icon: "people",
      when: (invoice) => invoice.customer_id !== undefined,
      to: ({ customer_id }) => `/customers/${customer_id}`,
    },
  ],
});
