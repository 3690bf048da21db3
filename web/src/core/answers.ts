/**
 * What the server answers, as its record definitions say it: no page types an answer by hand. A list's row and
 * the whole record share a type, since a screen shows the row until the record has come.
 */
import type { z } from "zod";
import type { Wire } from "../../../domain/records/kinds.ts";
import type * as accounts from "../../../domain/journal/account.ts";
import type * as ageing from "../../../domain/reports/customer_ageing.ts";
import type * as approvals from "../../../domain/approvals/approval.ts";
import type * as audit from "../../../domain/audit/find_audit.ts";
import type * as cash from "../../../domain/reports/cash_by_day.ts";
import type * as claims from "../../../domain/claims/discrepancy.ts";
import type * as books from "../../../domain/journal/entry.ts";
import type * as containers from "../../../domain/demurrage/container.ts";
import type * as creditNotes from "../../../domain/sales/credit_note.ts";
import type * as bills from "../../../domain/customs/bill_of_entry.ts";
import type * as duties from "../../../domain/reports/duty.ts";
import type * as filed from "../../../domain/accountant/filed_return.ts";
import type * as loans from "../../../domain/trade_finance/loan.ts";
import type * as levyRates from "../../../domain/customs/customs_tariff.ts";
import type * as terms from "../../../domain/customs/customs_terms.ts";
import type * as estimates from "../../../domain/customs/estimate.ts";
import type * as vatRates from "../../../domain/settings/vat_rates.ts";
import type * as exchange from "../../../domain/treasury/rate.ts";
import type * as vatPapers from "../../../domain/sales/vat_challan.ts";
import type * as hooks from "../../../domain/changes/webhook.ts";
import type * as withheld from "../../../domain/suppliers/withheld_tax.ts";
import type * as customers from "../../../domain/customers/customer.ts";
import type * as dashboards from "../../../domain/overview/dashboard.ts";
import type * as demurrage from "../../../domain/demurrage/find_demurrage.ts";
import type * as expenses from "../../../domain/treasury/expense.ts";
import type * as invoices from "../../../domain/sales/invoice.ts";
import type * as issuedCheques from "../../../domain/suppliers/issued_cheque.ts";
import type * as landed from "../../../domain/reports/landed_cost.ts";
import type * as lcs from "../../../domain/trade_finance/lc_tt.ts";
import type * as lives from "../../../domain/overview/find_serial_life.ts";
import type * as margins from "../../../domain/reports/margins.ts";
import type * as payments from "../../../domain/sales/payment.ts";
import type * as problems from "../../../api/http/problem_schemas.ts";
import type * as products from "../../../domain/products/product.ts";
import type * as profits from "../../../domain/reports/profit_and_loss.ts";
import type * as receiptLines from "../../../domain/imports/receipts/receipt_line.ts";
import type * as receipts from "../../../domain/imports/receipts/receipt.ts";
import type * as rents from "../../../domain/demurrage/running.ts";
import type * as rmaDays from "../../../domain/reports/rma_turnaround.ts";
import type * as rmas from "../../../domain/warranty/rma.ts";
import type * as scans from "../../../domain/overview/scan.ts";
import type * as scorecard from "../../../domain/reports/supplier_scorecard.ts";
import type * as searches from "../../../domain/overview/search.ts";
import type * as serials from "../../../domain/serials/serial.ts";
import type * as sessions from "../../../domain/staff/sessions.ts";
import type * as settings from "../../../domain/settings/settings.ts";
import type * as shipmentItems from "../../../domain/imports/shipment_item.ts";
import type * as shipments from "../../../domain/imports/shipment.ts";
import type * as staff from "../../../domain/staff/user.ts";
import type * as places from "../../../domain/stock/place.ts";
import type * as supplierReturns from "../../../domain/warranty/supplier_return.ts";
import type * as stockTransfers from "../../../domain/stock/stock_transfer.ts";
import type * as stock from "../../../domain/stock/movement.ts";
import type * as stockValues from "../../../domain/reports/stock_valuation.ts";
import type * as summaries from "../../../domain/overview/summary.ts";
import type * as supplierAges from "../../../domain/reports/supplier_ageing.ts";
import type * as supplierEntries from "../../../domain/suppliers/ledger_entry.ts";
import type * as suppliers from "../../../domain/suppliers/supplier.ts";
import type * as syncs from "../../../domain/phones/sync.ts";
import type * as tariffs from "../../../domain/demurrage/tariff.ts";
import type * as tasks from "../../../domain/tasks/task.ts";
import type * as tickets from "../../../domain/service/ticket.ts";
import type * as statements from "../../../domain/treasury/statement_line.ts";
import type * as transfers from "../../../domain/treasury/transfer.ts";
import type * as uploads from "../../../domain/uploads/upload.ts";
import type * as verdicts from "../../../domain/warranty/verdict.ts";
import type * as wholeCustomers from "../../../domain/overview/find_customer.ts";
import type * as wholeInvoices from "../../../domain/sales/find_invoices.ts";
import type * as wholeLcs from "../../../domain/trade_finance/find_lc_tt.ts";
import type * as wholeShipments from "../../../domain/imports/shipment_detail.ts";
import type * as wholeSuppliers from "../../../domain/overview/find_supplier.ts";

/** A record, or the schema of an answer. */
type Said = { schema: z.ZodType } | z.ZodType;
type Row<Of extends Said> = Wire<
  z.output<Of extends { schema: infer Schema extends z.ZodType } ? Schema : Of>
>;
type Whole<Of extends Said, Detail extends Said> =
  & Row<Of>
  & Partial<Omit<Row<Detail>, keyof Row<Of>>>;

export type Account = Row<typeof accounts.account>;
export type AccountEntry = Row<typeof books.accountEntry>;
/** A decision that waits: by its kind the facts, in which those of other kinds are not. */
export type Approval = {
  [Kind in keyof Facts]: Omit<Row<typeof approvals.approval>, "kind" | "facts"> & {
    kind: Kind;
    facts:
      & Row<Facts[Kind]>
      & { [Name in Exclude<Fact, keyof Row<Facts[Kind]>>]?: undefined };
  };
}[keyof Facts];
type Facts = typeof approvals.facts;
type Fact = { [Kind in keyof Facts]: keyof Row<Facts[Kind]> }[keyof Facts];
export type AuditEntry = Row<typeof audit.auditEntry>;
export type BillOfEntry = Whole<typeof bills.billOfEntry, typeof bills.billOfEntryDetail>;
export type CustomsTerms = Row<typeof terms.customsTerms>;
export type CustomsTariff = Row<typeof levyRates.customsTariff>;
export type DutyEstimate = Wire<estimates.DutyEstimate>;
export type DutyRow = Row<typeof duties.row>;
export type FiledReturn = Whole<typeof filed.filedReturn, typeof filed.filedReturnDetail>;
export type Loan = Row<typeof loans.loan>;
export type VatChallan = Row<typeof vatPapers.vatChallan>;
export type WithheldTax = Row<typeof withheld.withheldTax>;
export type Delivery = Row<typeof hooks.delivery>;
export type Webhook = Row<typeof hooks.webhook>;
export type CashDay = Row<typeof cash.row>;
export type Claim = Whole<typeof claims.discrepancy, typeof claims.discrepancyDetail>;
export type Container = Row<typeof containers.container>;
export type CreditNote = Row<typeof creditNotes.creditNote>;
export type Customer = Whole<typeof customers.customer, typeof wholeCustomers.customerDetail>;
export type Dashboard = Row<typeof dashboards.dashboard>;
export type Debtor = Row<typeof ageing.row>;
export type Expense = Whole<typeof expenses.expense, typeof expenses.expenseDetail>;
export type Held = Row<typeof stockValues.row>;
export type Invoice = Whole<typeof invoices.invoice, typeof wholeInvoices.invoiceDetail>;
export type IssuedCheque = Row<typeof issuedCheques.issuedCheque>;
export type Landed = Row<typeof landed.row>;
export type LcTt = Whole<typeof lcs.lcTt, typeof wholeLcs.lcTtDetail>;
export type Life = Row<typeof lives.serialLife>;
export type Login = Row<typeof sessions.login>;
export type Margin = Row<typeof margins.row>;
export type Me = Row<typeof staff.me>;
export type Movement = Row<typeof stock.movement>;
export type Payment = Whole<typeof payments.payment, typeof payments.paymentDetail>;
export type Problem = Row<typeof problems.problem>;
export type Product = Whole<typeof products.product, typeof products.productDetail>;
export type ProfitRow = Row<typeof profits.row>;
export type Receipt = Whole<typeof receipts.receipt, typeof receipts.postedReceipt>;
export type ReceiptLine = Row<typeof receiptLines.receiptLine>;
export type Reconciliation = Row<typeof statements.reconciliation>;
export type StatementLine = Row<typeof statements.statementLine>;
export type Rate = Row<typeof exchange.rate>;
export type Rent = Row<typeof rents.runningContainer>;
export type RentTotals = Wire<demurrage.Demurrage["meta"]>;
export type Rma = Whole<typeof rmas.rma, typeof rmas.rmaDetail>;
export type RmaDays = Row<typeof rmaDays.row>;
export type Scan = Row<typeof scans.scanned>;
export type Scores = Row<typeof scorecard.row>;
export type SearchHit = Row<typeof searches.searchHit>;
export type Serial = Row<typeof serials.serial>;
export type Settings = Row<typeof settings.settings>;
export type Shipment = Whole<typeof shipments.shipment, typeof wholeShipments.shipmentDetail>;
export type ShipmentItem = Row<typeof shipmentItems.shipmentItem>;
export type Summary = Row<typeof summaries.summary>;
export type Supplier = Whole<typeof suppliers.supplier, typeof wholeSuppliers.supplierDetail>;
export type SupplierAge = Row<typeof supplierAges.row>;
export type SupplierEntry = Row<typeof supplierEntries.supplierEntry>;
export type Synced = Row<typeof syncs.syncedRecord>;
export type Tariff = Row<typeof tariffs.tariff>;
export type Task = Whole<typeof tasks.task, typeof tasks.taskDetail>;
export type Ticket = Whole<typeof tickets.ticket, typeof tickets.ticketDetail>;
export type PlaceStock = Row<typeof places.placeStock>;
export type StockPlace = Row<typeof places.place>;
export type SupplierReturn = Row<typeof supplierReturns.supplierReturn>;
export type StockTransfer = Row<typeof stockTransfers.stockTransfer>;
export type Transfer = Row<typeof transfers.transfer>;
export type Upload = Row<typeof uploads.upload>;
export type User = Whole<typeof staff.user, typeof staff.userWithPassword>;
export type VatRates = Row<typeof vatRates.vatRates>;
export type Verdict = Row<typeof verdicts.verdict>;
