import {
  auditDetail,
  auditEntry,
  auditQuery,
  findAudit,
  listAudit,
} from "../domain/audit/find_audit.ts";
import { acknowledgement } from "../domain/approvals/acknowledgement.ts";
import {
  acknowledgementQuery,
  listAcknowledgements,
} from "../domain/approvals/find_acknowledgements.ts";
import { findRequest, listRequests, requestQuery } from "../domain/approvals/find_requests.ts";
import { request } from "../domain/approvals/request.ts";
import { filedReturn, filedReturnDetail } from "../domain/accountant/filed_return.ts";
import {
  filedReturnQuery,
  findFiledReturn,
  listFiledReturns,
} from "../domain/accountant/find_filed_returns.ts";
import { account } from "../domain/journal/account.ts";
import { journalEntry } from "../domain/journal/entry.ts";
import { accountQuery, findAccount, listAccounts } from "../domain/journal/find_accounts.ts";
import { findJournalEntry, journalQuery, listJournal } from "../domain/journal/find_entries.ts";
import { datedQuery } from "../domain/settings/dated.ts";
import { creditNote } from "../domain/sales/credit_note.ts";
import {
  creditNoteQuery,
  findCreditNote,
  listCreditNotes,
} from "../domain/sales/find_credit_notes.ts";
import {
  findInvoice,
  invoiceDetail,
  invoiceQuery,
  listedInvoice,
  listInvoices,
} from "../domain/sales/find_invoices.ts";
import {
  findPayment,
  listedPayment,
  listPayments,
  paymentQuery,
} from "../domain/sales/find_payments.ts";
import {
  findVatChallan,
  listVatChallans,
  vatChallanQuery,
} from "../domain/sales/find_vat_challans.ts";
import { paymentDetail } from "../domain/sales/payment.ts";
import {
  certificateQuery,
  findCertificate,
  listCertificates,
} from "../domain/sales/tax_certificates.ts";
import { vatChallan } from "../domain/sales/vat_challan.ts";
import { listVatRates, vatRates } from "../domain/settings/vat_rates.ts";
import { findEntry, ledgerQuery, listEntries } from "../domain/suppliers/find_entries.ts";
import {
  findIssuedCheque,
  issuedChequeQuery,
  listIssuedCheques,
} from "../domain/suppliers/find_issued_cheques.ts";
import { issuedCheque } from "../domain/suppliers/issued_cheque.ts";
import {
  findWithheldTax,
  listWithheldTaxes,
  withheldTaxQuery,
} from "../domain/suppliers/find_withheld_taxes.ts";
import { withheldTax } from "../domain/suppliers/withheld_tax.ts";
import { supplierEntry } from "../domain/suppliers/ledger_entry.ts";
import { findLcTt, lcTtDetail } from "../domain/trade_finance/find_lc_tt.ts";
import { findLoan, listLoans, loanQuery } from "../domain/trade_finance/find_loans.ts";
import { loan } from "../domain/trade_finance/loan.ts";
import { lcTtQuery, listedLcTt, listLcTt } from "../domain/trade_finance/list_lc_tt.ts";
import { expenseDetail } from "../domain/treasury/expense.ts";
import {
  expenseQuery,
  findExpense,
  listedExpense,
  listExpenses,
} from "../domain/treasury/find_expenses.ts";
import { listRates, rateQuery } from "../domain/treasury/find_rates.ts";
import { findTransfer, listTransfers, transferQuery } from "../domain/treasury/find_transfers.ts";
import { rate } from "../domain/treasury/rate.ts";
import { transfer } from "../domain/treasury/transfer.ts";
import { listed } from "./listed.ts";

/** Documents of money, tax and the books. */
export const money = [
  listed("audit", "audit.read", auditQuery, auditEntry, listAudit, auditDetail, findAudit),
  listed(
    "acknowledged",
    "overview.read",
    acknowledgementQuery,
    acknowledgement,
    listAcknowledgements,
  ),
  listed(
    "requests",
    "overview.read",
    requestQuery,
    request,
    listRequests,
    request,
    findRequest,
  ),
  listed(
    "accounts",
    "books.read",
    accountQuery,
    account,
    (db, _, query) => listAccounts(db, query),
    account,
    (db, _, id) => findAccount(db, id),
  ),
  listed(
    "transfers",
    "books.read",
    transferQuery,
    transfer,
    (db, _, query) => listTransfers(db, query),
    transfer,
    (db, _, id) => findTransfer(db, id),
  ),
  listed(
    "expenses",
    "books.read",
    expenseQuery,
    listedExpense,
    listExpenses,
    expenseDetail,
    findExpense,
  ),
  listed(
    "invoices",
    "invoices.read",
    invoiceQuery,
    listedInvoice,
    listInvoices,
    invoiceDetail,
    findInvoice,
  ),
  listed(
    "credit-notes",
    "invoices.read",
    creditNoteQuery,
    creditNote,
    listCreditNotes,
    creditNote,
    findCreditNote,
  ),
  listed(
    "journal",
    "books.read",
    journalQuery,
    journalEntry,
    (db, _, query) => listJournal(db, query),
    journalEntry,
    (db, _, id) => findJournalEntry(db, id),
  ),
  listed("lc-tt", "costs.read", lcTtQuery, listedLcTt, listLcTt, lcTtDetail, findLcTt),
  listed("lc-loans", "books.read", loanQuery, loan, listLoans, loan, findLoan),
  listed(
    "payments",
    "payments.read",
    paymentQuery,
    listedPayment,
    listPayments,
    paymentDetail,
    findPayment,
  ),
  listed(
    "tax-certificates",
    "payments.read",
    certificateQuery,
    listedPayment,
    listCertificates,
    paymentDetail,
    findCertificate,
  ),
  listed("rates", "costs.read", rateQuery, rate, (db, _, query) => listRates(db, query)),
  listed(
    "supplier-cheques",
    "costs.read",
    issuedChequeQuery,
    issuedCheque,
    listIssuedCheques,
    issuedCheque,
    findIssuedCheque,
  ),
  listed(
    "supplier-ledger",
    "costs.read",
    ledgerQuery,
    supplierEntry,
    listEntries,
    supplierEntry,
    findEntry,
  ),
  listed(
    "vat-rates",
    "books.read",
    datedQuery,
    vatRates,
    (db, _, query) => listVatRates(db, query),
  ),
  listed(
    "vat-challans",
    "invoices.read",
    vatChallanQuery,
    vatChallan,
    (db, _, query) => listVatChallans(db, query),
    vatChallan,
    (db, _, id) => findVatChallan(db, id),
  ),
  listed(
    "vat-returns",
    "books.read",
    filedReturnQuery,
    filedReturn,
    (db, _, query) => listFiledReturns(db, query),
    filedReturnDetail,
    findFiledReturn,
  ),
  listed(
    "withheld-taxes",
    "costs.read",
    withheldTaxQuery,
    withheldTax,
    listWithheldTaxes,
    withheldTax,
    findWithheldTax,
  ),
];
