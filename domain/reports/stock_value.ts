import { report } from "./report.ts";
import stockValuation from "./stock_valuation.ts";

/** `stock-valuation` by its name beside the other reports of the books; that stays as an alias. */
export default report({
  ...stockValuation,
  name: "stock-value",
  summary: "What lies in stock and what it is worth, on the evening of any day",
});
