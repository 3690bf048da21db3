import sql, { join, raw } from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, may, type Role } from "../access/access.ts";
import * as answer from "../records/answers.ts";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { dashboardFigures, type FigureName, figureNames } from "./dashboard_figures.ts";
import { activityRecord, type Deed, inWords } from "./recent_activity.ts";

const { wholeNumber, number } = answer;

/** A figure that the role may not see is left out, and so is its link. */
export const dashboardRecord = z.object({
  today_sales: number.optional(),
  month_sales: number.optional(),
  /** not paid yet on invoices */
  total_due: number.optional(),
  today_collection: number.optional(),
  month_collection: number.optional(),
  overdue_receivables: number.optional(),
  /** what we owe the suppliers whom we owe something */
  supplier_due: number.optional(),
  open_lc: wholeNumber.optional(),
  pending_tasks: wholeNumber,
  overdue_tasks: wholeNumber,
  open_tickets: wholeNumber.optional(),
  /** of the open ones */
  warranty_tickets: wholeNumber.optional(),
  low_stock: wholeNumber.optional(),
  stock_value: number.optional(),
  in_transit: wholeNumber.optional(),
  delayed_shipments: wholeNumber.optional(),
  pending_receipts: wholeNumber.optional(),
  open_rmas: wholeNumber.optional(),
  open_claims: wholeNumber.optional(),
  open_claim_amount: number.optional(),
  total_customers: wholeNumber.optional(),
  recent_activity: z.array(activityRecord).optional(),
  /** figure → the list it opens, below /api/v1 */
  links: z.record(z.string(), answer.text),
  local_currency: answer.text,
  as_of: answer.date,
}).meta({ id: "Dashboard" });
export type Dashboard = z.output<typeof dashboardRecord>;

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
const parts: Partial<Record<Role | "system", FigureName[]>> = {
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
  const shown = parts[actor.role] ?? [...figureNames];
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
