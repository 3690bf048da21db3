import { allRoutes, hrefOf, may, t } from "../../kit/mod.ts";
import { allListed, papers, screenOf } from "../trade/report_list.ts";
import { reportName } from "../trade/report_names.ts";
import { d } from "./words.ts";
import type { en } from "../../strings/desk.en.ts";

export interface Destination {
  key: string;
  href: string;
  title: string;
  note?: string;
}

type Word = keyof typeof en;

/** What has no tile of its own: where it is, what it is called, who may. */
const screens: [path: string, word: Word, permission?: string][] = [
  ["/shipments/tariff", "tariff", "costs.read"],
  ["/shipments/terms", "customs_terms", "costs.read"],
  ["/shipments/rates", "rates", "costs.read"],
  ["/shipments/estimate", "estimate", "costs.read"],
  ["/rmas/consignments", "consignments", "rmas.read"],
  ["/credit-notes", "credit_notes", "invoices.read"],
  ["/accounts/transfers", "money_transfers", "books.read"],
  ["/products/labels", "labels", "products.read"],
  ["/me/sessions", "sessions"],
  ["/queue/requests", "asked"],
  ["/approve/acknowledged", "acknowledged", "costs.read"],
  ["/landed", "landed", "costs.read"],
  ["/late", "late", "shipments.read"],
  ["/demurrage", "demurrage", "shipments.read"],
  ["/stock-value", "stock_value", "costs.read"],
  ["/totp", "totp"],
  ["/users/webhooks", "webhooks", "settings.write"],
  ["/start/business", "firm", "settings.write"],
];

const made: [path: string, word: Word, permission: string][] = [
  ["/invoices/new", "new_invoice", "invoices.write"],
  ["/payments/new", "new_payment", "payments.write"],
  ["/customers/new", "new_customer", "customers.write"],
  ["/products/new", "new_product", "products.write"],
  ["/shipments/new", "new_shipment", "shipments.write"],
  ["/shipments/tariff/new", "new_tariff", "costs.write"],
  ["/suppliers/new", "new_supplier", "suppliers.write"],
  ["/supplier-ledger/new", "new_entry", "costs.write"],
  ["/lc-tt/new", "new_lc", "costs.write"],
  ["/shipments/claim", "new_claim", "discrepancies.create"],
  ["/rmas/new", "new_rma", "rmas.create"],
  ["/rmas/consignments/new", "new_consignment", "rmas.status"],
  ["/service-tickets/new", "new_ticket", "tickets.create"],
  ["/stock-transfers/new", "new_transfer", "stock.move"],
  ["/tasks/new", "new_task", "tasks.write"],
  ["/expenses/new", "new_expense", "books.write"],
  ["/accounts/transfers/new", "new_money_transfer", "books.write"],
  ["/reports/vat-returns/new", "new_vat_return", "books.write"],
  ["/reports/withheld-taxes/new", "new_withheld", "costs.write"],
  ["/reports/tax-certificates/new", "new_certificate", "payments.write"],
  ["/reports/vat-rates/new", "new_vat_rates", "settings.write"],
  ["/shipments/terms/new", "new_terms", "costs.write"],
  ["/shipments/rates/new", "new_rate", "costs.write"],
  ["/demurrage-tariffs/new", "new_port_tariff", "costs.write"],
  ["/users/new", "new_user", "users.write"],
];

/** Of every page: always at hand. */
const always = {
  "/": "home",
  "/scan": "scan",
  "/search": "search",
  "/queue": "queue",
  "/me": "me",
};

/** Every screen that this page has and the person may open, the reports last. */
export function destinations(): Destination[] {
  const tiles = allRoutes().flatMap(({ path, work }) =>
    work && may(work[2]) ? [[path, t(work[1])]] : []
  );
  const bar = Object.entries(always).map(([path, word]) => [path, t(word as "home")]);
  const named = [...screens, ...made].flatMap(([path, word, permission]) =>
    may(permission) ? [[path, d(word)]] : []
  );
  const kept = Object.values(papers).flat().flatMap(([word, path, permission]) =>
    may(permission) ? [[`/reports/${path}`, reportName(word)]] : []
  );
  const reports = allListed.flatMap((one) =>
    may(one[1]) ? [[screenOf(one), reportName(one[0])]] : []
  );
  return [...bar, ...tiles, ...named, ...kept, ...reports].flatMap(([path, title]) => {
    const href = hrefOf(path);
    return href ? [{ key: path, href, title }] : [];
  });
}

/** Those that have every word that was typed, the ones that begin with it first. */
export function among(all: Destination[], typed: string): Destination[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const first = ({ title }: Destination) => title.toLowerCase().startsWith(words[0] ?? "");
  return all.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .sort((a, b) => Number(first(b)) - Number(first(a)));
}
