import sql, { join, raw } from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, may, type Role } from "../access/access.ts";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { count, date, localMoney, shaped, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { chequeDue, supplierChequeDue } from "./cheques_due.ts";
import { dashboardFigures, type FigureName, figureNames } from "./dashboard_figures.ts";
import { activity, type Deed, inWords } from "./recent_activity.ts";

/** A figure that the role may not see, or that is no part of its work, is left out, and so is its link. */
export const dashboard = record(
  "Dashboard",
  "d",
  everybody({
    today_sales: localMoney("Invoiced today, local currency.", {
      example: 184_500,
      sometimes: true,
      seenBy: "invoices.read",
    }),
    month_sales: localMoney("Invoiced this month, local currency.", {
      example: 2_310_400,
      sometimes: true,
      seenBy: "invoices.read",
    }),
    total_due: localMoney("What customers owe us, opening balances included, local currency.", {
      example: 861_250,
      sometimes: true,
      seenBy: "invoices.read",
    }),
    today_collection: localMoney("Money received from customers today, local currency.", {
      example: 95_000,
      sometimes: true,
      seenBy: "payments.read",
    }),
    month_collection: localMoney("Money received from customers this month, local currency.", {
      example: 1_740_000,
      sometimes: true,
      seenBy: "payments.read",
    }),
    overdue_receivables: localMoney(
      "Not paid yet on invoices whose due date is past, local currency.",
      { example: 120_000, sometimes: true, seenBy: "invoices.read" },
    ),
    supplier_due: localMoney(
      "What we owe suppliers, in the currencies in which we owe them something, local currency.",
      {
        example: 3_415_000,
        sometimes: true,
        seenBy: "costs.read",
      },
    ),
    open_lc: count("LCs and TTs that are not finished.", { example: 4, sometimes: true }),
    pending_tasks: count("Open tasks within reach.", { example: 6 }),
    overdue_tasks: count("Those of them whose time is over.", { example: 1 }),
    open_tickets: count("Open service tickets within reach.", { example: 9, sometimes: true }),
    warranty_tickets: count("Those of them under warranty.", { example: 3, sometimes: true }),
    low_stock: count("Traded products at or below their minimum.", {
      example: 12,
      sometimes: true,
    }),
    stock_value: localMoney("What the stock is worth, local currency.", {
      example: 8_120_500,
      sometimes: true,
      seenBy: "costs.read",
    }),
    in_transit: count("Shipments on their way.", { example: 2, sometimes: true }),
    delayed_shipments: count("Shipments that should be here by now.", {
      example: 1,
      sometimes: true,
    }),
    pending_receipts: count("Receipts that are not posted yet.", { example: 3, sometimes: true }),
    open_rmas: count("Warranty cases that are not settled.", { example: 5, sometimes: true }),
    open_claims: count("Claims that nobody has settled.", { example: 2, sometimes: true }),
    open_claim_amount: localMoney("What those claims come to, local currency.", {
      example: 64_000,
      sometimes: true,
      seenBy: "costs.read",
    }),
    total_customers: count("Customers on record.", { example: 318, sometimes: true }),
    cheques_due: shaped(
      z.array(chequeDue.schema),
      "Customers' cheques in hand whose day comes within a week or has passed, the earliest first, at most 20.",
      { example: [], sometimes: true, seenBy: "payments.read" },
    ),
    supplier_cheques_due: shaped(
      z.array(supplierChequeDue.schema),
      "Our cheques to suppliers that are not cleared and whose day comes within a week or has passed, alike.",
      { example: [], sometimes: true, seenBy: "costs.read" },
    ),
    recent_activity: shaped(z.array(activity.schema), "The newest 10 deeds.", { sometimes: true }),
    links: shaped(z.record(z.string(), z.string()), "Figure → the list it opens, below /api/v1.", {
      example: { open_rmas: "/import-logistics/rmas?status=opened" },
    }),
    local_currency: text("What the money is in.", { example: "BDT" }),
    as_of: date("Today, so that an unchanged dashboard is the same answer all day.", {
      example: "2026-03-02",
    }),
  }),
);
export type Dashboard = z.output<typeof dashboard.schema>;

const ownTasks: FigureName[] = ["pending_tasks", "overdue_tasks"];
const sales: FigureName[] = [
  "today_sales",
  "month_sales",
  "total_due",
  "overdue_receivables",
  "total_customers",
  "low_stock",
];
const service: FigureName[] = ["open_tickets", "warranty_tickets", "open_rmas", "low_stock"];
const stock: FigureName[] = ["low_stock", "in_transit", "pending_receipts", "delayed_shipments"];

/** Roles that see a part; those not named see everything. Source: docs/overview.md, "Dashboard". */
const parts: Partial<Record<Role | "system", readonly FigureName[]>> = {
  sales: [...ownTasks, ...sales],
  service_manager: [...ownTasks, ...service],
  store: [...ownTasks, ...stock],
  engineer: ownTasks,
  office_staff: ownTasks,
};

/**
 * The figures of the day in one statement, money in local currency, each with the list that it counts
 * or adds up. `as_of` is a date, so that an unchanged dashboard is the same answer all day.
 * Source: docs/overview.md, "Dashboard".
 *
 * @throws Refusal `forbidden`
 */
export async function findDashboard(db: Db, actor: Actor): Promise<Dashboard> {
  allow(actor, "overview.read");
  const figures = dashboardFigures(actor);
  const seen = dashboard.seenBy(actor);
  const shown = (parts[actor.role] ?? figureNames).filter((name) => seen.includes(name));
  const columns = shown.map((name) => sql`(${figures[name].value}) as ${raw(name)}`);
  const [{ recent_activity, ...row }] = await db.query<[Row]>(sql`
    select ${join(columns)}, ${business.localCurrency}::text as local_currency,
      ${actor.today}::date as as_of`);
  const opened = shown.filter((name) => name !== "recent_activity" || may(actor, "audit.read"));
  return {
    ...row,
    ...recent_activity && { recent_activity: recent_activity.map(inWords) },
    links: Object.fromEntries(opened.map((name) => [name, figures[name].list])),
  };
}

type Row = Omit<Dashboard, "links" | "recent_activity"> & { recent_activity?: Deed[] };
