import type { Supplier } from "../../core/answers.ts";
import { Code, List, may, money, number, Row, t } from "../../kit/mod.ts";
import { detailScreen, listScreen, Papers, rt } from "../../records/mod.ts";
import { entryRow } from "../trade/entry_row.tsx";
import { fin } from "../trade/finance_words.ts";

export const list = listScreen<Supplier>({
  title: () => t("suppliers"),
  path: "/suppliers",
  screen: "/suppliers",
  icon: "people",
  search: true,
  filters: [
    { label: () => fin("active"), query: "active=true" },
    { label: () => rt("all"), query: "" },
  ],
  row: (supplier) => ({
    title: supplier.name,
    lines: [supplier.country, supplier.phone && <Code key="code">{supplier.phone}</Code>],
  }),
  unsentRow: (body) => ({ title: body.name }),
  add: { label: () => fin("new_supplier"), to: "/suppliers/new", may: "suppliers.write" },
  empty: () => fin("no_suppliers"),
});

export const detail = detailScreen<Supplier>({
  path: "/suppliers",
  screen: "/suppliers",
  title: (supplier) => supplier.name,
  contact: ({ phone, whatsapp }) => ({ phone: phone ?? whatsapp }),
  sections: [
    {
      when: ({ balances, cheques_issued }) => !!balances && (!!balances.length || !!cheques_issued),
      show: ({ balances, balance_local, cheques_issued }) => (
        <>
          {balances!.map(({ currency, balance }) => (
            <div key={currency} class="sums">
              <p class="muted">{Number(balance) < 0 ? fin("they_owe") : fin("we_owe")}</p>
              <p class="sum">{money(Math.abs(balance), currency)}</p>
            </div>
          ))}
          {balances!.some(({ currency }) => currency !== "BDT") && (
            <p class="muted">{fin("in_local")}: {money(Math.abs(balance_local!))}</p>
          )}
          {!!cheques_issued && (
            <p class="muted">{fin("cheques_issued")}: {money(cheques_issued)}</p>
          )}
        </>
      ),
    },
    {
      rows: (supplier) => [
        [fin("contact"), supplier.contact_person],
        [fin("phone"), supplier.phone && <Code key="code">{supplier.phone}</Code>],
        [fin("email"), supplier.email],
        [fin("country"), supplier.country],
        [fin("terms"), supplier.payment_terms],
        [fin("bank"), [supplier.bank_name, supplier.bank_account].filter(Boolean).join(", ")],
        [
          fin("warranty"),
          supplier.warranty && [
            fin("rmas_open", {
              open: number(supplier.warranty.open),
              away: number(supplier.warranty.at_supplier),
            }),
            supplier.warranty.average_days_at_supplier !== null &&
            fin("days_away", { n: number(supplier.warranty.average_days_at_supplier) }),
          ].filter(Boolean).join("; "),
        ],
      ],
    },
    {
      title: () => fin("open_claims"),
      when: ({ open_claims }) => !!open_claims?.length,
      show: ({ open_claims }) => (
        <Papers
          screen="/discrepancies"
          papers={open_claims!.map((claim) => ({ ...claim, on: claim.created_at }))}
        />
      ),
    },
    {
      title: () => t("ledger"),
      when: ({ ledger }) => !!ledger?.length,
      show: ({ id, ledger }) => (
        <>
          <div class="in-order">
            <List>
              {ledger!.slice(0, 5).map((entry) => (
                <Row
                  key={entry.id}
                  {...entryRow(entry)}
                  href={may("costs.write") && !entry.reversed_by_id
                    ? `#/supplier-ledger/${entry.id}/reverse`
                    : undefined}
                />
              ))}
            </List>
          </div>
          <a class="link" href={`#/supplier-ledger?supplier_id=${id}`}>{rt("show_more")}</a>
        </>
      ),
    },
    {
      title: () => t("shipments"),
      when: ({ shipments }) => !!shipments?.length,
      show: ({ shipments }) => <Papers screen="/shipments" papers={shipments!} />,
    },
  ],
  actions: [{
    label: () => fin("new_entry"),
    look: "main",
    icon: "plus",
    may: "costs.write",
    to: ({ id }) => `/supplier-ledger/new?supplier_id=${id}`,
  }, {
    label: () => fin("give_cheque"),
    icon: "money",
    may: "costs.write",
    to: ({ id, currency }) => `/suppliers/${id}/cheques/new?currency=${currency}`,
  }, {
    label: () => fin("order"),
    icon: "ship",
    may: "shipments.write",
    to: ({ id, currency }) => `/shipments/new?supplier_id=${id}&currency=${currency}`,
  }, {
    label: () => fin("new_lc"),
    icon: "bank",
    may: "costs.write",
    to: ({ id, currency }) => `/lc-tt/new?supplier_id=${id}&currency=${currency}`,
  }, {
    label: () => rt("edit"),
    icon: "edit",
    may: "suppliers.write",
    to: ({ id }) => `/suppliers/${id}/edit`,
  }],
});
