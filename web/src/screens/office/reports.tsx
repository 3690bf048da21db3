import { dhakaDate, may, Screen } from "../../kit/mod.ts";
import { Paperwork } from "../../records/mod.ts";
import { o, type OfficeWord } from "./words.ts";

/**
 * Reports as files, as the server has them; what is of one account, product or party alone is not here.
 * Each with the permission that it asks for.
 */
const reports: [OfficeWord, may: string][] = [
  ["ageing", "books.read"],
  ["customer-ageing", "invoices.read"],
  ["supplier-ageing", "costs.read"],
  ["cash-by-day", "costs.read"],
  ["stock-valuation", "costs.read"],
  ["landed-cost", "costs.read"],
  ["margins", "costs.read"],
  ["duty", "costs.read"],
  ["supplier-scorecard", "costs.read"],
  ["claims-recovered", "costs.read"],
  ["rma-turnaround", "rmas.read"],
  ["trial-balance", "books.read"],
  ["profit-and-loss", "books.read"],
  ["balance-sheet", "books.read"],
  ["journal", "books.read"],
  ["advance-taxes", "books.read"],
  ["tax-certificates", "books.read"],
  ["vat-output", "books.read"],
  ["vat-input", "books.read"],
  ["vat-large", "books.read"],
  ["vat-return", "books.read"],
];

export function Reports() {
  const mine = reports.filter(([, right]) => may(right));
  return (
    <Screen title={o("reports")}>
      {mine.length === 0 && <p class="card">{o("no_reports")}</p>}
      <div class="actions">
        {mine.map(([name]) => (
          <Paperwork
            key={name}
            path={`/reports/${name}?format=xlsx`}
            name={`${name}-${dhakaDate()}.xlsx`}
            label={o(name)}
          />
        ))}
      </div>
    </Screen>
  );
}
