import type {
  Claim,
  CreditNote,
  Customer,
  Expense,
  Invoice,
  LcTt,
  Payment,
  Product,
  Receipt,
  Rma,
  Shipment,
  Supplier,
  Task,
  Ticket,
  Transfer,
} from "../../core/answers.ts";
import { Code, date, money, number } from "../../kit/mod.ts";
import { quantityOf, statusWord } from "../../records/mod.ts";
import { accountOf, categoryOf, nameOf } from "../trade/account_choice.ts";
import { Balance, methodWord, shownStatus } from "../trade/sums.tsx";
import { day, no, off, status, sum, text } from "./kinds.tsx";
import { registers } from "./registers.tsx";
import { tableOf } from "./table.tsx";
import { PasteLines } from "./paste_lines.tsx";

export { openPalette } from "./palette.tsx";

/** The columns of each list, as the trade reads them; sorted where the API sorts by it. */

const invoices = tableOf<Invoice>([
  no(),
  day("date", (one) => one.invoice_date, "invoice_date"),
  text("party", (one) => one.customer_name),
  status(shownStatus),
  day("due_date", (one) => one.due_date, "due_date"),
  off(sum("subtotal", (one) => one.subtotal)),
  off(sum("discount", (one) => one.discount)),
  off(sum("vat", (one) => one.vat)),
  sum("total", (one) => one.total, "total"),
  off(sum("paid", (one) => one.paid)),
  sum("due", (one) => one.due, "due"),
]);

const payments = tableOf<Payment>([
  no(),
  day("date", (one) => one.payment_date, "payment_date"),
  text("party", (one) => one.customer_name),
  text("method", (one) => methodWord(one.method)),
  off(text("reference", (one) => one.cheque_number ?? one.reference)),
  status((one) => one.status),
  sum("amount", (one) => one.amount, "amount"),
]);

const creditNotes = tableOf<CreditNote>([
  no(),
  day("date", (one) => one.return_date, "return_date"),
  text("party", (one) => one.title.replace(/^CRN-\S+ – /, "")),
  text("invoice", (one) => <Code>{one.invoice_reference_no}</Code>),
  status((one) => one.reversed_at && "reversed"),
  sum("total", (one) => one.total),
]);

const customers = tableOf<Customer>([
  text("name", (one) => one.name, "name"),
  text("company", (one) => one.company_name),
  text("city", (one) => one.city),
  off(text("address", (one) => one.address)),
  off(text("email", (one) => one.email)),
  off(text("bin", (one) => one.bin && <Code>{one.bin}</Code>)),
  text("phone", (one) => one.phone && <Code>{one.phone}</Code>),
  sum("overdue", (one) => one.overdue),
  {
    head: "balance",
    cell: ({ balance }) => balance != null && <Balance amount={balance} />,
    end: true,
    sum: (one) => one.balance,
  },
]);

const suppliers = tableOf<Supplier>([
  text("name", (one) => one.name, "name"),
  text("country", (one) => one.country),
  off(text("contact", (one) => one.contact_person)),
  off(text("email", (one) => one.email)),
  off(text("currency", (one) => one.currency)),
  text("phone", (one) => one.phone && <Code>{one.phone}</Code>),
  {
    head: "balance",
    cell: ({ balance, currency }) =>
      balance !== undefined && <Balance amount={balance} currency={currency} />,
    end: true,
  },
]);

const products = tableOf<Product>([
  text("number", (one) => <Code>{one.sku}</Code>, "sku"),
  text("name", (one) => one.name, "name"),
  text("brand", (one) => one.brand),
  off(text("model", (one) => one.model)),
  off(text("category", (one) => one.category)),
  off(text("hs_code", (one) => one.hs_code && <Code>{one.hs_code}</Code>)),
  {
    head: "stock",
    cell: (one) => quantityOf(one.stock_qty, one.unit),
    sort: "stock_qty",
    end: true,
  },
  {
    head: "price",
    cell: ({ selling_price }) => selling_price != null && money(selling_price),
    end: true,
  },
  sum("value", (one) => one.stock_value, "stock_value"),
]);

const shipments = tableOf<Shipment>([
  no(),
  text("supplier", (one) => one.supplier_name),
  status((one) => one.status, "status"),
  text("tracking", (one) => {
    const found = one.tracking_number ?? one.bl_number;
    return found && <Code>{found}</Code>;
  }),
  off(text("container", (one) => one.container_number && <Code>{one.container_number}</Code>)),
  off(text("vessel", (one) => one.vessel_or_flight)),
  off(day("etd", (one) => one.etd)),
  day("eta", (one) => one.eta_chittagong, "eta_chittagong"),
]);

const receipts = tableOf<Receipt>([
  no("reference_no"),
  day("date", (one) => one.received_date, "received_date"),
  text("supplier", (one) => one.supplier_name),
  text("shipment", (one) => <Code>{one.shipment_reference_no}</Code>),
  status((one) => one.status),
  { head: "received", cell: (one) => number(one.received_qty ?? 0), end: true },
  { head: "accepted", cell: (one) => number(one.accepted_qty ?? 0), end: true },
]);

const rmas = tableOf<Rma>([
  no(),
  text("party", (one) => one.customer_name, "customer_name"),
  text("about", (one) => {
    const serial = one.board_serial_number ?? one.machine_serial_number;
    return <>{one.board_type ?? one.machine_model} {serial && <Code>{serial}</Code>}</>;
  }),
  text("fault", (one) => one.fault_description),
  status((one) => one.status),
  day("since", (one) => one.created_at.slice(0, 10), "created_at"),
]);

const tickets = tableOf<Ticket>([
  no(),
  text("party", (one) => one.customer_name, "customer_name"),
  text("fault", (one) => one.problem_description),
  text("about", (one) => one.serial_number && <Code>{one.serial_number}</Code>),
  status((one) => one.status),
  day("since", (one) => one.created_at.slice(0, 10), "created_at"),
]);

const tasks = tableOf<Task>([
  text("task", (one) => one.title, "title"),
  text("assigned", (one) => one.assigned_to_name),
  status((one) => one.overdue ? "overdue" : one.status),
  day("due_date", (one) => one.due_date, "due_date"),
]);

const claims = tableOf<Claim>([
  no("reference_no"),
  text("supplier", (one) => one.supplier_name),
  text("kind", (one) => statusWord(one.discrepancy_type)),
  status((one) => one.status),
  {
    head: "value",
    cell: (one) => one.estimated_value != null && money(one.estimated_value, one.currency),
    end: true,
  },
  day("since", (one) => one.created_at.slice(0, 10), "created_at"),
]);

const lcs = tableOf<LcTt>([
  text("number", (one) => <Code>{one.reference_number ?? one.reference_no}</Code>),
  text("kind", (one) => one.type.toUpperCase()),
  text("supplier", (one) => one.supplier_name),
  status((one) => one.status, "status"),
  off(text("bank", (one) => one.bank_name)),
  off(day("issued", (one) => one.issue_date)),
  off(day("ship_by", (one) => one.latest_shipment_date)),
  text("expires", (one) => one.expiry_date && date(one.expiry_date), "expiry_date"),
  { head: "amount", cell: (one) => money(one.amount, one.currency), sort: "amount", end: true },
]);

const expenses = tableOf<Expense>([
  no(),
  day("date", (one) => one.date),
  text("kind", categoryOf),
  text("payee", (one) => one.payee),
  text("paid_from", accountOf),
  off(text("reference", (one) => one.reference)),
  status((one) => one.status),
  sum("amount", (one) => one.amount),
]);

const transfers = tableOf<Transfer>([
  no(),
  day("date", (one) => one.date),
  text("from", (one) => nameOf({ name: one.from_account_name, name_bn: one.from_account_name_bn })),
  text("to", (one) => nameOf({ name: one.to_account_name, name_bn: one.to_account_name_bn })),
  status((one) => one.status),
  sum("amount", (one) => one.amount),
]);

/** By the screen of their list; and what a form has more of there. */
export const tables = {
  "/invoices": invoices,
  "/payments": payments,
  "/credit-notes": creditNotes,
  "/customers": customers,
  "/suppliers": suppliers,
  "/products": products,
  "/shipments": shipments,
  "/receipts": receipts,
  "/rmas": rmas,
  "/service-tickets": tickets,
  "/tasks": tasks,
  "/discrepancies": claims,
  "/lc-tt": lcs,
  "/expenses": expenses,
  "/accounts/transfers": transfers,
  ...registers,
  "/invoices/new": PasteLines,
};
