import type { Supplier, SupplierEntry } from "../../core/answers.ts";
import { Card, money, place, t } from "../../kit/mod.ts";
import { Facts, listScreen, rt } from "../../records/mod.ts";
import { entryRow } from "../trade/entry_row.tsx";
import { fin } from "../trade/finance_words.ts";

const LEDGER = "/import-logistics/supplier-ledger";

const ofSupplier = () => place.value.query.get("supplier_id");

/** The book of all suppliers, or of one: what we owe by currency, then every entry, newest first. */
export const list = listScreen<SupplierEntry>({
  title: () => t("ledger"),
  path: LEDGER,
  screen: "/supplier-ledger",
  icon: "bank",
  row: (entry) => ({ ...entryRow(entry, true), href: `#/suppliers/${entry.supplier_id}` }),
  unsentRow: (_body, { title }) => ({ title, href: "#/queue" }),
  add: {
    label: () => fin("new_entry"),
    to: () => `/supplier-ledger/new?${place.value.query}`,
    may: "costs.write",
  },
  empty: () => fin("no_entries"),
  above: (meta) => {
    const balances = meta?.balances as Supplier["balances"];
    return (
      <>
        {!!balances?.length && (
          <Card>
            <Facts
              rows={balances.map(({ currency, balance }) => [
                fin(Number(balance) < 0 ? "they_owe" : "we_owe"),
                money(Math.abs(balance), currency),
              ])}
            />
          </Card>
        )}
        {ofSupplier() && <a class="link" href="#/supplier-ledger">{rt("clear")}</a>}
      </>
    );
  },
});
