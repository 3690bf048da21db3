import { ButtonLink, may, Screen } from "../../kit/mod.ts";
import { AsTable } from "../../records/mod.ts";
import { reportFiles } from "./report_files.ts";
import { q } from "./report_words.ts";
import { o } from "./words.ts";

const papers = [
  ["bank_statements", "bank-statements", "books.read"],
  ["our_cheques", "supplier-cheques", "costs.read"],
  ["vat_returns", "vat-returns", "books.read"],
  ["withheld", "withheld-taxes", "costs.read"],
  ["certificates", "tax-certificates", "payments.read"],
  ["vat_papers", "vat-challans", "invoices.read"],
  ["vat_rates", "vat-rates", "books.read"],
  ["close_books", "closing", "periods.close"],
] as const;

/** Those that are about one thing, to be looked at. */
const chosen = [
  ["stock-card", "products.read"],
  ["supplier-statement", "costs.read"],
  ["vat-register", "books.read"],
  ["cash-book", "books.read"],
  ["account-book", "books.read"],
] as const;

export function Reports() {
  const mine = reportFiles.filter(([, right]) => may(right));
  return (
    <Screen title={o("reports")}>
      {!chosen.some(([, right]) => may(right)) && mine.length === 0 && (
        <p class="card">{o("no_reports")}</p>
      )}
      <div class="actions">
        {papers.filter(([, , right]) => may(right)).map(([word, path]) => (
          <ButtonLink key={path} href={`#/reports/${path}`} icon="paper" wide>{o(word)}</ButtonLink>
        ))}
        {chosen.filter(([, right]) => may(right)).map(([name]) => (
          <ButtonLink key={name} href={`#/reports/${name}`} icon="chart" wide>{q(name)}</ButtonLink>
        ))}
        {mine.map(([name]) => (
          <AsTable key={name} path={`/reports/${name}`} name={name} label={o(name)} />
        ))}
      </div>
    </Screen>
  );
}
