import type { Screens } from "../../kit/mod.ts";
import { AccountBook } from "./account_book.tsx";
import { moneyById } from "../trade/account_choice.ts";
import { newCharge, newCheque, newMargin } from "./bank_papers.tsx";
import * as certificates from "./certificates.ts";
import * as creditNotes from "./credit_notes.tsx";
import * as consignments from "./consignments.tsx";
import * as asked from "./asked.tsx";
import { bankAccounts, BankStatement } from "./bank.tsx";
import { editBill, newBill } from "./bill_form.tsx";
import { bill, Bills } from "./customs.tsx";
import * as customs from "./customs_rates.tsx";
import * as dated from "./dated.ts";
import { ClaimSubject } from "./claim_subject.tsx";
import { closing } from "./closing.ts";
import { CycleCount } from "./cycle_count.tsx";
import { estimate } from "./estimate.tsx";
import { LcCharges } from "./lc_charges.tsx";
import * as lcTt from "./lc_tt.tsx";
import { loan, newLoan } from "./loans.tsx";
import { CustomerOpening } from "./opening.tsx";
import { ourCheque, ourCheques } from "./our_cheques.tsx";
import * as parties from "./parties.ts";
import { Labels } from "./labels.tsx";
import * as places from "./places.tsx";
import { Reminders } from "./reminders.tsx";
import { reportScreens } from "./report_screens.ts";
import { returnForm } from "./return_form.tsx";
import { Sessions } from "./sessions.tsx";
import * as shipments from "./shipments.tsx";
import { movePieces } from "./move_pieces.tsx";
import { newEntry } from "./supplier_entry.tsx";
import * as ledger from "./supplier_ledger.tsx";
import * as back from "./take_back.tsx";
import { newTransfer } from "./transfer_form.tsx";
import * as trade from "./trade.tsx";
import * as vat from "./vat.tsx";
import * as withheld from "./withheld.tsx";

/** What the lists of the staff have at the desk alone. Fixed paths stand before those with `:id`. */
export const staffScreens: Screens = {
  ...reportScreens,
  "/me/sessions": Sessions,
  "/queue/requests": asked.requests,
  "/queue/requests/:id": asked.request,
  "/queue/:id/ask": asked.AskApproval,
  "/shipments/claim": ClaimSubject,
  "/shipments/new": shipments.newShipment,
  "/shipments/tariff": customs.customsRates,
  "/shipments/tariff/new": customs.newCustomsRate,
  "/shipments/tariff/:id": customs.editCustomsRate,
  "/shipments/terms": dated.customsTerms,
  "/shipments/terms/new": dated.newCustomsTerms,
  "/shipments/rates": dated.rates,
  "/shipments/rates/new": dated.newRate,
  "/shipments/estimate": estimate,
  "/shipments/bills/:id": bill,
  "/shipments/:id/bills": Bills,
  "/shipments/bills/:id/edit": editBill,
  "/shipments/:id/bills/new": newBill,
  "/shipments/:id/edit": shipments.editShipment,
  "/shipments/:id/items/new": shipments.newItems,
  "/shipments/:id/items/:item_id/edit": shipments.editItem,
  "/shipments/:id/costs/:cost_id/reverse": trade.reverseCost,
  "/products/new": parties.newProduct,
  "/products/:id/edit": parties.editProduct,
  "/products/:id/move/in": movePieces("in"),
  "/products/:id/move/out": movePieces("out"),
  "/products/:id/move/adjust": movePieces("adjust"),
  "/products/:id/places": places.PlacesOf,
  "/products/labels": Labels,
  "/cycle-count": CycleCount,
  "/stock-transfers": places.transfers,
  "/stock-transfers/new": newTransfer,
  "/stock-transfers/:id": places.transfer,
  "/rmas/consignments": consignments.consignments,
  "/rmas/consignments/new": consignments.newConsignment,
  "/rmas/consignments/:id": consignments.consignment,
  "/rmas/consignments/:id/edit": consignments.editConsignment,
  "/receipts/:id/reverse": back.PostedReceipt,
  "/customers/:id/opening": CustomerOpening,
  "/credit-notes": creditNotes.list,
  "/credit-notes/:id": creditNotes.detail,
  "/payments/:id/refunds": back.Refunds,
  "/invoices/:id/return": returnForm(moneyById),
  "/reminders": Reminders,
  "/suppliers/new": parties.newSupplier,
  "/suppliers/:id/cheques/new": newCheque(moneyById),
  "/suppliers/:id/edit": parties.editSupplier,
  "/supplier-ledger": ledger.list,
  "/supplier-ledger/new": newEntry,
  "/supplier-ledger/:entry_id/reverse": trade.reverseEntry,
  "/lc-tt": lcTt.list,
  "/lc-tt/new": trade.newLc,
  "/lc-tt/loans/:id": loan,
  "/lc-tt/:id": lcTt.detail,
  "/lc-tt/:id/loans/new": newLoan,
  "/lc-tt/:id/charges": LcCharges,
  "/lc-tt/:id/charges/new": newCharge(moneyById),
  "/lc-tt/:id/margin/new": newMargin(moneyById),
  "/lc-tt/:id/edit": trade.editLc,
  "/lc-tt/:id/settlements": back.Settlements,
  "/lc-tt/:id/settlements/new": trade.settlement(moneyById),
  "/accounts/:id": AccountBook,
  "/accounts/:id/statement": BankStatement,
  "/reports/bank-statements": bankAccounts,
  "/reports/closing": closing,
  "/reports/supplier-cheques": ourCheques,
  "/reports/supplier-cheques/:id": ourCheque,
  "/reports/vat-challans": vat.challans,
  "/reports/vat-challans/:id": vat.challan,
  "/reports/vat-returns": vat.returns,
  "/reports/vat-returns/new": vat.newReturn,
  "/reports/vat-returns/:id": vat.filedReturn,
  "/reports/vat-rates": dated.vatRates,
  "/reports/vat-rates/new": dated.newVatRates,
  "/reports/tax-certificates": certificates.certificates,
  "/reports/tax-certificates/new": certificates.newCertificate,
  "/reports/tax-certificates/:id": certificates.certificate,
  "/reports/withheld-taxes": withheld.withheld,
  "/reports/withheld-taxes/new": withheld.newWithheld,
  "/reports/withheld-taxes/:id": withheld.withheldTax,
};
