import { cashByDay } from "./cash_by_day.ts";
import { claimsRecovered } from "./claims_recovered.ts";
import { customerAgeing } from "./customer_ageing.ts";
import { customerStatement } from "./customer_statement.ts";
import { landedCost } from "./landed_cost.ts";
import { margins } from "./margins.ts";
import type { Report } from "./report.ts";
import { rmaTurnaround } from "./rma_turnaround.ts";
import { stockCard } from "./stock_card.ts";
import { stockValuation } from "./stock_valuation.ts";
import { supplierAgeing } from "./supplier_ageing.ts";
import { supplierScorecard } from "./supplier_scorecard.ts";
import { supplierStatement } from "./supplier_statement.ts";

/** Every report there is, in the order the documentation shows them. */
export const allReports: Report[] = [
  stockValuation,
  stockCard,
  customerAgeing,
  customerStatement,
  supplierAgeing,
  supplierStatement,
  landedCost,
  margins,
  cashByDay,
  rmaTurnaround,
  supplierScorecard,
  claimsRecovered,
];
