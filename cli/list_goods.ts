import { findWebhook, listWebhooks, webhookQuery } from "../domain/changes/find_webhooks.ts";
import { webhook } from "../domain/changes/webhook.ts";
import { discrepancyDetail } from "../domain/claims/discrepancy.ts";
import {
  discrepancyQuery,
  findDiscrepancy,
  listDiscrepancies,
  listedDiscrepancy,
} from "../domain/claims/find_discrepancies.ts";
import { customer } from "../domain/customers/customer.ts";
import { customerQuery, listCustomers } from "../domain/customers/find_customers.ts";
import { billOfEntryDetail } from "../domain/customs/bill_of_entry.ts";
import { customsTariff } from "../domain/customs/customs_tariff.ts";
import { customsTerms, listCustomsTerms } from "../domain/customs/customs_terms.ts";
import { billQuery, findBill, listBills, listedBill } from "../domain/customs/find_bills.ts";
import {
  customsTariffQuery,
  findCustomsTariff,
  listCustomsTariffs,
} from "../domain/customs/find_tariffs.ts";
import { demurrageQuery, findDemurrage } from "../domain/demurrage/find_demurrage.ts";
import { findTariff, listTariffs, tariffQuery } from "../domain/demurrage/find_tariffs.ts";
import { runningContainer } from "../domain/demurrage/running.ts";
import { tariff } from "../domain/demurrage/tariff.ts";
import { findShipment } from "../domain/imports/find_shipment.ts";
import { listedShipment, listShipments, shipmentQuery } from "../domain/imports/list_shipments.ts";
import {
  findReceipt,
  listedReceipt,
  listReceipts,
  receiptQuery,
} from "../domain/imports/receipts/find_receipts.ts";
import { receiptDetail } from "../domain/imports/receipts/receipt.ts";
import { shipmentDetail } from "../domain/imports/shipment_detail.ts";
import { customerDetail, findCustomer } from "../domain/overview/find_customer.ts";
import { findSupplier, supplierDetail } from "../domain/overview/find_supplier.ts";
import { datedQuery } from "../domain/settings/dated.ts";
import {
  findTicket,
  listedTicket,
  listTickets,
  ticketQuery,
} from "../domain/service/find_tickets.ts";
import { ticketDetail } from "../domain/service/ticket.ts";
import { findUser, listUsers, userQuery } from "../domain/staff/find_users.ts";
import { user } from "../domain/staff/user.ts";
import { listSuppliers, supplierQuery } from "../domain/suppliers/find_suppliers.ts";
import { supplier } from "../domain/suppliers/supplier.ts";
import { findTask, listedTask, listTasks, taskQuery } from "../domain/tasks/find_tasks.ts";
import { taskDetail } from "../domain/tasks/task.ts";
import { findUpload, listUploads, uploadQuery } from "../domain/uploads/find_uploads.ts";
import { upload } from "../domain/uploads/upload.ts";
import { findRma, listedRma, listRmas, rmaQuery } from "../domain/warranty/find_rmas.ts";
import { rmaDetail } from "../domain/warranty/rma.ts";
import {
  findSupplierReturn,
  listSupplierReturns,
  supplierReturnQuery,
} from "../domain/warranty/find_supplier_returns.ts";
import { supplierReturn } from "../domain/warranty/supplier_return.ts";
import { listed } from "./listed.ts";

/** Parties, imports, cases and people. */
export const goods = [
  listed(
    "customers",
    "customers.read",
    customerQuery,
    customer,
    listCustomers,
    customerDetail,
    findCustomer,
  ),
  listed(
    "customs-tariffs",
    "costs.read",
    customsTariffQuery,
    customsTariff,
    (db, _, query) => listCustomsTariffs(db, query),
    customsTariff,
    (db, _, id) => findCustomsTariff(db, id),
  ),
  listed(
    "customs-terms",
    "costs.read",
    datedQuery,
    customsTerms,
    (db, _, query) => listCustomsTerms(db, query),
  ),
  listed(
    "bills-of-entry",
    "costs.read",
    billQuery,
    listedBill,
    (db, _, query) => listBills(db, query),
    billOfEntryDetail,
    (db, _, id) => findBill(db, id),
  ),
  listed(
    "supplier-returns",
    "rmas.read",
    supplierReturnQuery,
    supplierReturn,
    listSupplierReturns,
    supplierReturn,
    findSupplierReturn,
  ),
  listed("webhooks", "users.read", webhookQuery, webhook, listWebhooks, webhook, findWebhook),
  listed("demurrage", "shipments.read", demurrageQuery, runningContainer, findDemurrage),
  listed(
    "demurrage-tariffs",
    "costs.read",
    tariffQuery,
    tariff,
    (db, _, query) => listTariffs(db, query),
    tariff,
    (db, _, id) => findTariff(db, id),
  ),
  listed(
    "discrepancies",
    "discrepancies.read",
    discrepancyQuery,
    listedDiscrepancy,
    listDiscrepancies,
    discrepancyDetail,
    findDiscrepancy,
  ),
  listed(
    "receipts",
    "receipts.read",
    receiptQuery,
    listedReceipt,
    listReceipts,
    receiptDetail,
    findReceipt,
  ),
  listed("rmas", "rmas.read", rmaQuery, listedRma, listRmas, rmaDetail, findRma),
  listed(
    "service-tickets",
    "tickets.read",
    ticketQuery,
    listedTicket,
    listTickets,
    ticketDetail,
    findTicket,
  ),
  listed(
    "shipments",
    "shipments.read",
    shipmentQuery,
    listedShipment,
    listShipments,
    shipmentDetail,
    findShipment,
  ),
  listed(
    "suppliers",
    "suppliers.read",
    supplierQuery,
    supplier,
    listSuppliers,
    supplierDetail,
    findSupplier,
  ),
  listed("tasks", "tasks.read", taskQuery, listedTask, listTasks, taskDetail, findTask),
  listed("uploads", "signed_in", uploadQuery, upload, listUploads, upload, findUpload),
  listed(
    "users",
    "users.read",
    userQuery,
    user,
    (db, _, query) => listUsers(db, query),
    user,
    (db, _, id) => findUser(db, id),
  ),
];
