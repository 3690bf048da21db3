import sql, { type Sql } from "sql-template-tag";
import { isUnresolved } from "../claims/discrepancy.ts";
import type { Actor } from "../access/access.ts";
import { withinReach } from "../access/reach.ts";
import { monthOf } from "../business/calendar.ts";
import { pending } from "../imports/receipts/receipt_words.ts";
import { shipmentStretches } from "../imports/shipment_words.ts";
import { isDelayed } from "../imports/shipment.ts";
import { isLow } from "../products/find_products.ts";
import { anyOf } from "../records/any_of.ts";
import { isOverdue as isInvoiceOverdue } from "../sales/invoice.ts";
import { moneyMethods } from "../sales/payment.ts";
import { openTicketStatuses } from "../service/ticket_words.ts";
import { isOverdue } from "../tasks/task.ts";
import { openTaskStatuses } from "../tasks/task_words.ts";
import { isOpen } from "../trade_finance/lc_tt.ts";
import { unsettled } from "../warranty/rma_words.ts";
import { chequesDue, supplierChequesDue } from "./cheques_due.ts";
import { newestDeeds } from "./recent_activity.ts";

export const figureNames = [
  "today_sales",
  "month_sales",
  "total_due",
  "today_collection",
  "month_collection",
  "overdue_receivables",
  "supplier_due",
  "open_lc",
  "pending_tasks",
  "overdue_tasks",
  "open_tickets",
  "warranty_tickets",
  "low_stock",
  "stock_value",
  "in_transit",
  "delayed_shipments",
  "pending_receipts",
  "open_rmas",
  "open_claims",
  "open_claim_amount",
  "total_customers",
  "cheques_due",
  "supplier_cheques_due",
  "recent_activity",
] as const;
export type FigureName = typeof figureNames[number];

interface Figure {
  /** a subquery of one value */
  value: Sql;
  /** what it counts or adds up, relative to the root of the API */
  list: string;
}

/** Every figure of the dashboard, worked out from the same conditions as the list that it opens. */
export function dashboardFigures(actor: Actor): Record<FigureName, Figure> {
  return {
    ...moneyFigures(actor.today),
    ...workFigures(actor),
    ...goodsFigures(actor.today),
    cheques_due: chequesDue(actor),
    supplier_cheques_due: supplierChequesDue(actor),
    recent_activity: { value: newestDeeds(actor), list: "/audit" },
  };
}

function moneyFigures(today: string) {
  const day = { from: today, to: today };
  const month = monthOf(today);
  const sales = ({ from, to }: typeof day): Figure => ({
    value: sql`select coalesce(sum(total), 0) from sales_days
      where day between ${from}::date and ${to}::date`,
    list: `/invoices?status=posted,partial,paid,overdue&from=${from}&to=${to}`,
  });
  const collection = ({ from, to }: typeof day): Figure => ({
    value: sql`select coalesce(sum(amount), 0) from collection_days
      where day between ${from}::date and ${to}::date`,
    list:
      `/payments?status=posted&method=${moneyMethods}&collected_from=${from}&collected_to=${to}`,
  });
  return {
    today_sales: sales(day),
    month_sales: sales(month),
    total_due: {
      value: sql`select (select coalesce(sum(due), 0) from sales_days where is_due) + (
        select coalesce(sum(greatest(0, o.amount - coalesce(p.on_account, 0))), 0) from (
          select customer_id, sum(debit - credit) as amount from customer_ledger
          where type in ('opening', 'opening_reversal') group by customer_id
          having sum(debit - credit) > 0) o left join (
          select customer_id, sum(amount - allocated - refunded) as on_account from payments
          where reversed_at is null and not pending and amount > allocated + refunded
          group by customer_id) p using (customer_id))`,
      list: "/invoices?status=posted,partial,overdue",
    },
    overdue_receivables: {
      value: sql`select coalesce(sum(due), 0) from invoices i where ${isInvoiceOverdue(today)}`,
      list: "/invoices?status=overdue",
    },
    today_collection: collection(day),
    month_collection: collection(month),
    supplier_due: {
      value: sql`select coalesce(sum(balance_local), 0) from supplier_balances
        where balance_local > 0`,
      list: "/import-logistics/supplier-ledger",
    },
    open_lc: {
      value: sql`select count(*) from lc_tt l where ${isOpen}`,
      list: "/lc-tt?open=true",
    },
    total_customers: { value: sql`select count(*) from customers`, list: "/customers" },
  };
}

function workFigures(actor: Actor) {
  const tickets = `/service-tickets?status=${openTicketStatuses.join()}`;
  const openTickets = sql`select count(*) from service_tickets t
    where t.status = ${anyOf(openTicketStatuses)}
      and ${withinReach(actor, "tickets.read_all", "t")}`;
  const myTasks = sql`select count(*) from tasks t where ${withinReach(actor, "tasks.all", "t")}`;
  return {
    pending_tasks: {
      value: sql`${myTasks} and t.status = ${anyOf(openTaskStatuses)}`,
      list: `/tasks?status=${openTaskStatuses.join()}`,
    },
    overdue_tasks: { value: sql`${myTasks} and ${isOverdue(actor)}`, list: "/tasks?overdue=true" },
    open_tickets: { value: openTickets, list: tickets },
    warranty_tickets: {
      value: sql`${openTickets} and t.is_warranty`,
      list: `${tickets}&is_warranty=true`,
    },
    open_rmas: {
      value: sql`select count(*) from rmas where status = ${anyOf(unsettled)}`,
      list: `/import-logistics/rmas?status=${unsettled.join()}`,
    },
  };
}

function goodsFigures(today: string) {
  const shipments = "/import-logistics/shipments";
  const claims = "/import-logistics/discrepancies?unresolved=true";
  const { sailing } = shipmentStretches;
  const unresolved = sql`from discrepancies d where ${isUnresolved}`;
  return {
    low_stock: {
      value: sql`select count(*) from products p where ${isLow} and p.active`,
      list: "/products?low_stock=true&active=true",
    },
    stock_value: {
      // the account of stock is what the products are worth, to the paisa (domain/README.md, invariant 21)
      value: sql`select coalesce(sum(m.debit - m.credit), 0)
        from account_months m join accounts a on a.id = m.account_id where a.role = 'stock'`,
      list: "/products?in_stock=true",
    },
    in_transit: {
      value: sql`select count(*) from shipments where status = ${anyOf(sailing)}`,
      list: `${shipments}?status=${sailing.join()}`,
    },
    delayed_shipments: {
      value: sql`select count(*) from shipments s where ${isDelayed(today)}`,
      list: `${shipments}?delayed=true`,
    },
    pending_receipts: {
      value: sql`select count(*) from receipts where status = ${anyOf(pending)}`,
      list: `/import-logistics/receipts?status=${pending.join()}`,
    },
    open_claims: { value: sql`select count(*) ${unresolved}`, list: claims },
    open_claim_amount: {
      value: sql`select coalesce(sum(estimated_value_local), 0) ${unresolved}`,
      list: claims,
    },
  };
}
