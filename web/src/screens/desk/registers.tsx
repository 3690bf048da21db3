import type {
  Account,
  FiledReturn,
  IssuedCheque,
  Payment,
  StockTransfer,
  SupplierEntry,
  SupplierReturn,
  User,
  VatChallan,
  WithheldTax,
} from "../../core/answers.ts";
import { Badge, Code, digits, money, number } from "../../kit/mod.ts";
import { StatusBadge, statusWord } from "../../records/mod.ts";
import { nameOf } from "../trade/books_words.ts";
import { amountOf } from "../trade/entry_row.tsx";
import { fin } from "../trade/finance_words.ts";
import { monthOf } from "../trade/month.ts";
import { Balance } from "../trade/sums.tsx";
import { day, no, off, said, status, sum, text } from "./kinds.tsx";
import { tableOf } from "./table.tsx";
import { d } from "./words.ts";

/** The books and registers as tables: what follows one another is read line by line. */

const supplierEntries = tableOf<SupplierEntry>([
  no(),
  day("date", (one) => one.entry_date, "entry_date"),
  said("supplier", (one) => one.supplier_name),
  text("kind", (one) => fin(one.entry_type as "purchase")),
  said("about", (one) => one.particulars),
  off(text("reference", (one) => one.reference)),
  { head: "amount", cell: amountOf, end: true },
  {
    head: "balance",
    cell: (one) => <Balance amount={one.running_balance} currency={one.currency} />,
    end: true,
  },
]);

const ourCheques = tableOf<IssuedCheque>([
  text("number", (one) => <Code>{one.cheque_number}</Code>),
  day("date", (one) => one.cheque_date, "cheque_date"),
  text("supplier", (one) => one.supplier_name),
  said("about", (one) => one.particulars),
  off(day("issued", (one) => one.issued_date, "issued_date")),
  status((one) => one.state),
  { head: "amount", cell: (one) => money(one.amount, one.currency), end: true },
]);

const vatChallans = tableOf<VatChallan>([
  no(),
  day("date", (one) => one.issued_on, "issued_on"),
  text("kind", (one) => digits(one.kind)),
  text("party", (one) => one.buyer.name),
  off(text("bin", (one) => one.buyer.bin && <Code>{one.buyer.bin}</Code>)),
  sum("net", (one) => taken(one, one.net)),
  sum("vat", (one) => taken(one, one.vat)),
  sum("total", (one) => taken(one, one.total)),
]);

/** A 6.7 takes from a 6.3. */
const taken = ({ kind }: VatChallan, amount: number) => kind === "6.7" ? -amount : amount;

const vatReturns = tableOf<FiledReturn>([
  text("month", (one) => monthOf(one.period), "period"),
  text("number", (one) => <Code>{one.reference_no}</Code>),
  day("filed", (one) => one.filed_on),
  { head: "carried_in", cell: (one) => money(one.carried_in), end: true },
  { head: "payable", cell: (one) => money(one.payable), end: true },
  { head: "to_pay", cell: (one) => money(one.to_pay), end: true },
  { head: "carried_out", cell: (one) => money(one.carried_out), end: true },
]);

const withheldTaxes = tableOf<WithheldTax>([
  no(),
  day("date", (one) => one.withheld_on, "withheld_on"),
  text("kind", (one) => d(one.kind)),
  text("supplier", (one) => one.supplier_name),
  text("reference", (one) => one.bill_number),
  status((one) => one.status),
  sum("net", (one) => one.base),
  sum("amount", (one) => one.amount, "amount"),
]);

const certificates = tableOf<Payment>([
  text("number", (one) => <Code>{one.certificate_number ?? one.reference_no}</Code>),
  day("date", (one) => one.certificate_date),
  text("kind", (one) => d(one.method as "tds")),
  text("party", (one) => one.customer_name),
  {
    head: "status",
    cell: ({ reversed_at, certificate_state: state }) =>
      reversed_at
        ? <StatusBadge status="reversed" />
        : state && (
          <Badge tone={state === "awaited" ? "warn" : "good"}>{d(`paper_${state}`)}</Badge>
        ),
  },
  sum("net", (one) => one.tax_base),
  sum("amount", (one) => one.amount),
]);

const accounts = tableOf<Account>([
  text("number", (one) => <Code>{one.number}</Code>, "number"),
  text("name", nameOf, "name"),
  sum("debit", (one) => one.debit),
  sum("credit", (one) => one.credit),
  { head: "balance", cell: (one) => money(one.balance), end: true },
]);

const stockTransfers = tableOf<StockTransfer>([
  no(),
  day("date", (one) => one.sent_on, "sent_on"),
  text("from", (one) => one.from_place_name),
  text("to", (one) => one.to_place_name),
  text(
    "goods",
    ({ lines }) =>
      lines.map((line) => `${number(line.quantity)} × ${line.product_name}`).join(", "),
  ),
  text("carrier", (one) => one.carried_by),
  status((one) => one.status),
]);

const consignments = tableOf<SupplierReturn>([
  no(),
  day("date", (one) => one.sent_on, "sent_on"),
  text("supplier", (one) => one.supplier_name),
  said("goods", (one) => one.lines.map(({ piece }) => piece).join(", ")),
  text("carrier", (one) => one.courier),
  text("tracking", (one) => one.airway_bill && <Code>{one.airway_bill}</Code>),
  status((one) => one.status),
]);

const users = tableOf<User>([
  text("name", (one) => one.name, "name"),
  text("role", (one) => statusWord(one.role), "role"),
  text("phone", (one) => one.phone && <Code>{one.phone}</Code>),
  text("email", (one) => one.email),
  off(text("number", (one) => one.employee_code && <Code>{one.employee_code}</Code>)),
]);

export const registers = {
  "/supplier-ledger": supplierEntries,
  "/reports/supplier-cheques": ourCheques,
  "/reports/vat-challans": vatChallans,
  "/reports/vat-returns": vatReturns,
  "/reports/withheld-taxes": withheldTaxes,
  "/reports/tax-certificates": certificates,
  "/accounts": accounts,
  "/stock-transfers": stockTransfers,
  "/rmas/consignments": consignments,
  "/users": users,
};
