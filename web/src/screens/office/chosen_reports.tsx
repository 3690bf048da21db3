import type {
  Account,
  AccountBookRow,
  CashBookRow,
  StockCardRow,
  SupplierBalance,
  SupplierStatementRow,
  VatRegisterRow,
} from "../../core/answers.ts";
import { Chips, Code, date, money, number, useRead } from "../../kit/mod.ts";
import { quantityOf } from "../../records/mod.ts";
import { accountOf, moneyById, nameOf } from "../trade/account_choice.ts";
import { chosenReport } from "./chosen_report.tsx";
import { dayAnd } from "./day_and.ts";
import { q } from "./report_words.ts";

const products = { path: "/products", query: "sort=name" };
/** Nothing is said where there is nothing. */
const some = (amount: number, currency?: string) => amount !== 0 && money(amount, currency);
const code = (text: string | null) => text && <Code>{text}</Code>;

interface StockMeta {
  product: { name: string; sku: string; unit: string };
  opening_quantity: number;
  closing_quantity: number;
  opening_value?: number;
  closing_value?: number;
}

const moved = ({ kind, source_reference_no }: StockCardRow) =>
  [q(`kind_${kind}`), source_reference_no].filter(Boolean).join(" ");

/** Every movement of a product, with what lay there after it. */
export const stockCard = chosenReport<StockCardRow, StockMeta>({
  name: "stock-card",
  subject: { name: "product_id", label: "product", from: products },
  columns: ([first]) => [
    { head: "date", cell: (one) => date(one.movement_date) },
    { head: "what", cell: moved },
    { head: "place", cell: (one) => one.warehouse_name },
    { head: "reason", cell: (one) => one.reason },
    { head: "quantity", cell: (one) => number(one.quantity), end: true },
    { head: "stands", cell: (one) => number(one.running_quantity), end: true },
    ...first.value === undefined ? [] : [
      { head: "value", cell: (one: StockCardRow) => money(one.value ?? 0), end: true },
      {
        head: "value_after",
        cell: (one: StockCardRow) => money(one.running_value ?? 0),
        end: true,
      },
    ] as const,
  ],
  row: (one) => ({
    title: moved(one),
    lines: [
      dayAnd(one.movement_date, one.warehouse_name, one.reason),
      `${q("stands")}: ${number(one.running_quantity)}`,
    ],
    side: number(one.quantity),
  }),
  facts: ({ product, opening_quantity, closing_quantity, opening_value, closing_value }) => [
    [q("before"), withValue(quantityOf(opening_quantity, product.unit), opening_value)],
    [q("after"), withValue(quantityOf(closing_quantity, product.unit), closing_value)],
  ],
});

const withValue = (said: string, value?: number) =>
  value === undefined ? said : `${said} · ${money(value)}`;

interface SupplierMeta {
  opening: SupplierBalance[];
  closing: SupplierBalance[];
}
const owed = (balances: readonly SupplierBalance[]) =>
  balances.map(({ currency, balance }) => money(balance, currency)).join(" · ") || money(0);

/** What a supplier was owed, entry by entry. */
export const supplierStatement = chosenReport<SupplierStatementRow, SupplierMeta>({
  name: "supplier-statement",
  subject: { name: "supplier_id", label: "supplier", from: { path: "/suppliers" } },
  columns: () => [
    { head: "date", cell: (one) => date(one.entry_date) },
    { head: "number", cell: (one) => code(one.reference_no) },
    { head: "what", cell: (one) => one.particulars },
    { head: "paper", cell: (one) => code(one.reference) },
    { head: "debit", cell: (one) => some(one.debit, one.currency), end: true },
    { head: "credit", cell: (one) => some(one.credit, one.currency), end: true },
    { head: "we_owe", cell: (one) => money(one.running_balance, one.currency), end: true },
    { head: "in_taka", cell: (one) => money(one.running_balance_local), end: true },
  ],
  row: (one) => ({
    title: one.particulars,
    lines: [
      dayAnd(one.entry_date, one.reference ?? one.reference_no),
      `${q("we_owe")}: ${money(one.running_balance, one.currency)}`,
    ],
    side: money(one.credit - one.debit, one.currency),
  }),
  facts: ({ opening, closing }) => [[q("before"), owed(opening)], [q("after"), owed(closing)]],
});

interface VatMeta {
  totals: Record<"purchase_qty" | "purchase_value" | "sold_qty" | "taxable_value" | "vat", number>;
}

/** The trader's register of a product as the VAT law asks for it. */
export const vatRegister = chosenReport<VatRegisterRow, VatMeta>({
  name: "vat-register",
  subject: { name: "product_id", label: "product", from: products },
  columns: () => [
    { head: "date", cell: (one) => date(one.movement_date) },
    { head: "opening", cell: (one) => number(one.opening_qty), end: true },
    {
      head: "bought",
      cell: (one) => one.purchase_qty !== 0 && number(one.purchase_qty),
      end: true,
    },
    { head: "bought_value", cell: (one) => some(one.purchase_value), end: true },
    { head: "seller", cell: (one) => one.seller_name },
    { head: "purchase_paper", cell: (one) => code(one.purchase_document) },
    { head: "sold", cell: (one) => one.sold_qty !== 0 && number(one.sold_qty), end: true },
    { head: "taxable", cell: (one) => some(one.taxable_value), end: true },
    { head: "vat", cell: (one) => some(one.vat), end: true },
    { head: "buyer", cell: (one) => one.buyer_name },
    { head: "sale_paper", cell: (one) => code(one.sale_document) },
    { head: "left", cell: (one) => number(one.closing_qty), end: true },
    { head: "left_value", cell: (one) => money(one.closing_value), end: true },
    { head: "remarks", cell: (one) => one.remarks },
  ],
  row: (one) => ({
    title: one.buyer_name ?? one.seller_name ?? one.remarks ?? one.description,
    lines: [
      dayAnd(one.movement_date, one.sale_document ?? one.purchase_document),
      one.vat !== 0 &&
      `${q("taxable")}: ${money(one.taxable_value)} · ${q("vat")}: ${money(one.vat)}`,
      `${q("left")}: ${number(one.closing_qty)}`,
    ],
    side: number(one.purchase_qty - one.sold_qty),
  }),
  facts: ({ totals }) => [
    [q("bought"), withValue(number(totals.purchase_qty), totals.purchase_value)],
    [q("sold"), withValue(number(totals.sold_qty), totals.taxable_value)],
    [q("vat"), money(totals.vat)],
  ],
});

interface BookMeta {
  opening_balance: number;
  closing_balance: number;
  totals: Record<"received" | "paid" | "debit" | "credit", number>;
}
const stood = ({ opening_balance, closing_balance }: BookMeta): [string, string][] => [
  [q("before"), money(opening_balance)],
  [q("after"), money(closing_balance)],
];

function MoneyAccounts({ chosen, onChoose }: {
  chosen: string | null;
  onChoose: (value: string) => void;
}) {
  const read = useRead<Account[]>(`${moneyById.path}?${moneyById.query}`).value;
  return (
    <Chips
      name="account_id"
      label={q("money_account")}
      first={8}
      value={chosen ?? ""}
      choices={[
        { value: "", label: q("every_account") },
        ...(read.data ?? []).flatMap((one) => moneyById.choice!(one, {}) ?? []),
      ]}
      onInput={onChoose}
    />
  );
}

/** What came into cash, banks and wallets, and went out. */
export const cashBook = chosenReport<CashBookRow, BookMeta>({
  name: "cash-book",
  choice: (chosen, choose) => <MoneyAccounts chosen={chosen} onChoose={choose} />,
  columns: () => [
    { head: "date", cell: (one) => date(one.entry_date) },
    { head: "account", cell: accountOf },
    { head: "what", cell: (one) => one.title },
    { head: "paper", cell: (one) => code(one.source_reference_no) },
    { head: "received", cell: (one) => some(one.received), end: true },
    { head: "paid", cell: (one) => some(one.paid), end: true },
    { head: "balance", cell: (one) => money(one.balance), end: true },
  ],
  row: (one) => ({
    title: one.title,
    lines: [
      dayAnd(one.entry_date, accountOf(one), one.source_reference_no),
      `${q("balance")}: ${money(one.balance)}`,
    ],
    side: money(one.received - one.paid),
  }),
  facts: (meta) => [
    ...stood(meta),
    [q("received"), money(meta.totals.received)],
    [q("paid"), money(meta.totals.paid)],
  ],
});

/** One account of the chart, line by line. */
export const accountBook = chosenReport<AccountBookRow, BookMeta>({
  name: "account-book",
  subject: {
    name: "account_id",
    label: "account",
    from: { path: "/accounts", query: "sort=number", name: nameOf },
  },
  columns: () => [
    { head: "date", cell: (one) => date(one.entry_date) },
    { head: "number", cell: (one) => code(one.reference_no) },
    { head: "what", cell: (one) => one.title },
    { head: "paper", cell: (one) => code(one.source_reference_no) },
    { head: "debit", cell: (one) => some(one.debit), end: true },
    { head: "credit", cell: (one) => some(one.credit), end: true },
    { head: "balance", cell: (one) => money(one.running_balance), end: true },
  ],
  row: (one) => ({
    title: one.title,
    lines: [
      dayAnd(one.entry_date, one.source_reference_no),
      `${q("balance")}: ${money(one.running_balance)}`,
    ],
    side: money(one.debit - one.credit),
  }),
  facts: (meta) => [
    ...stood(meta),
    [q("debit"), money(meta.totals.debit)],
    [q("credit"), money(meta.totals.credit)],
  ],
});
