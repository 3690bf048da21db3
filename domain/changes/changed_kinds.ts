import sql, { type Sql } from "sql-template-tag";
import type { Actor, Permission } from "../access/access.ts";
import { filedReturn } from "../accountant/filed_return.ts";
import { request, withinReach } from "../approvals/request.ts";
import { discrepancyDetail } from "../claims/discrepancy.ts";
import { customer } from "../customers/customer.ts";
import { customerEntry } from "../customers/ledger_entry.ts";
import { billOfEntryDetail, billTables } from "../customs/bill_of_entry.ts";
import { receiptDetail } from "../imports/receipts/receipt.ts";
import { shipmentDetail } from "../imports/shipment_detail.ts";
import { journalEntry } from "../journal/entry.ts";
import { product } from "../products/product.ts";
import type { Fields, RecordOf } from "../records/record.ts";
import { creditNote, creditNoteTables } from "../sales/credit_note.ts";
import { invoiceDetail } from "../sales/find_invoices.ts";
import { paymentDetail, paymentTables } from "../sales/payment.ts";
import { vatChallan } from "../sales/vat_challan.ts";
import { ticketDetail } from "../service/ticket.ts";
import { movement, movementTables } from "../stock/movement.ts";
import { stockTransfer, stockTransferTables } from "../stock/stock_transfer.ts";
import { issuedCheque, issuedChequeTables } from "../suppliers/issued_cheque.ts";
import { entryTables, supplierEntry } from "../suppliers/ledger_entry.ts";
import { supplier } from "../suppliers/supplier.ts";
import { withheldTax, withheldTaxTables } from "../suppliers/withheld_tax.ts";
import { taskDetail } from "../tasks/task.ts";
import { lcTtDetail } from "../trade_finance/find_lc_tt.ts";
import { lcTtTables } from "../trade_finance/lc_tt.ts";
import { loan, loanTables } from "../trade_finance/loan.ts";
import { expenseDetail, expenseTables } from "../treasury/expense.ts";
import { transfer, transferTables } from "../treasury/transfer.ts";
import { supplierReturn, supplierReturnTables } from "../warranty/supplier_return.ts";
import { rma, rmasWithSupplier } from "../warranty/rma.ts";
import type { SearchKind } from "../overview/search_sources.ts";
import { syncKinds } from "../phones/sync_kinds.ts";

export interface ChangedKind {
  kind: string;
  /** as for reading one of them */
  may: Permission;
  table: string;
  /** what is answered of one: what reading it alone answers, rows included */
  record: RecordOf<Fields>;
  /** as in `record`'s columns */
  from: Sql;
  /** the table's id in `from` */
  id: Sql;
  /** whose the rows are, of `from`; absent: everyone's who may read the kind */
  reach?: (actor: Actor) => Sql;
}

const of = (record: unknown) => record as RecordOf<Fields>;

/** Without what no single row can tell: balances that run, and what is worked out of it when it is read. */
function alone(record: unknown, name: string, workedOut?: string): RecordOf<Fields> {
  const { fields } = of(record);
  const part = of(record).part(
    Object.keys(fields).filter((each) =>
      fields[each].options.sql !== "around" && fields[each].options.seenBy !== "nobody" &&
      each !== workedOut
    ),
  );
  return { ...part, schema: part.schema.meta({ id: name }) };
}

/** What phones keep too: who reads it, whose it is and where it stands is said there. */
function synced(kind: SearchKind, record: unknown, where?: Sql): ChangedKind {
  const { may, table, reach, from, id = sql`t.id` } = syncKinds.find((each) => each.kind === kind)!;
  return { kind, may, table, reach, from: where ?? from, id, record: of(record) };
}

/** In this order they come within a round: what others name comes first. A new kind goes to the end. */
export const changedKinds: readonly ChangedKind[] = [
  synced("product", product),
  synced("customer", customer),
  synced("supplier", supplier),
  {
    kind: "lc_tt",
    may: "costs.read",
    table: "lc_tt",
    record: of(lcTtDetail),
    from: lcTtTables,
    id: sql`l.id`,
  },
  synced("shipment", shipmentDetail),
  synced("receipt", receiptDetail),
  synced("discrepancy", discrepancyDetail),
  synced("rma", rma, rmasWithSupplier),
  synced("service_ticket", alone(ticketDetail, "ServiceTicketAlone", "warranty")),
  synced("task", taskDetail),
  synced("invoice", invoiceDetail),
  {
    kind: "credit_note",
    may: "invoices.read",
    table: "credit_notes",
    record: of(creditNote),
    from: creditNoteTables,
    id: sql`n.id`,
  },
  {
    kind: "payment",
    may: "payments.read",
    table: "payments",
    record: of(paymentDetail),
    from: paymentTables,
    id: sql`p.id`,
  },
  {
    kind: "expense",
    may: "books.read",
    table: "expenses",
    record: of(expenseDetail),
    from: expenseTables,
    id: sql`t.id`,
  },
  {
    kind: "transfer",
    may: "books.read",
    table: "transfers",
    record: of(transfer),
    from: transferTables,
    id: sql`t.id`,
  },
  {
    kind: "stock_movement",
    may: "products.read",
    table: "stock_movements",
    record: of(movement),
    from: movementTables,
    id: sql`m.id`,
  },
  {
    kind: "customer_ledger_entry",
    may: "invoices.read",
    table: "customer_ledger",
    record: alone(customerEntry, "CustomerEntryAlone"),
    from: sql`customer_ledger e`,
    id: sql`e.id`,
  },
  {
    kind: "supplier_ledger_entry",
    may: "costs.read",
    table: "supplier_ledger",
    record: alone(supplierEntry, "SupplierEntryAlone"),
    from: entryTables,
    id: sql`e.id`,
  },
  {
    kind: "journal_entry",
    may: "books.read",
    table: "journal_entries",
    record: of(journalEntry),
    from: sql`journal_entries e`,
    id: sql`e.id`,
  },
  {
    kind: "bill_of_entry",
    may: "costs.read",
    table: "bills_of_entry",
    record: of(billOfEntryDetail),
    from: billTables,
    id: sql`b.id`,
  },
  {
    kind: "supplier_return",
    may: "rmas.read",
    table: "supplier_returns",
    record: of(supplierReturn),
    from: supplierReturnTables,
    id: sql`t.id`,
  },
  {
    kind: "stock_transfer",
    may: "products.read",
    table: "stock_transfers",
    record: of(stockTransfer),
    from: stockTransferTables,
    id: sql`t.id`,
  },
  {
    kind: "supplier_cheque",
    may: "costs.read",
    table: "issued_cheques",
    record: of(issuedCheque),
    from: issuedChequeTables,
    id: sql`q.id`,
  },
  {
    kind: "vat_challan",
    may: "invoices.read",
    table: "vat_challans",
    record: of(vatChallan),
    from: sql`vat_challans v`,
    id: sql`v.id`,
  },
  {
    kind: "withheld_tax",
    may: "costs.read",
    table: "withheld_taxes",
    record: of(withheldTax),
    from: withheldTaxTables,
    id: sql`t.id`,
  },
  {
    kind: "lc_loan",
    may: "books.read",
    table: "lc_loans",
    record: alone(loan, "LcLoanAlone", "interest_due"),
    from: loanTables,
    id: sql`t.id`,
  },
  {
    kind: "vat_return",
    may: "books.read",
    table: "vat_returns",
    record: of(filedReturn),
    from: sql`vat_returns r`,
    id: sql`r.id`,
  },
  {
    kind: "approval_request",
    may: "overview.read",
    table: "approval_requests",
    record: of(request),
    from: sql`approval_requests q`,
    id: sql`q.id`,
    reach: withinReach,
  },
];

export const changedKindNames = changedKinds.map(({ kind }) => kind);
