import { Badge, Code, date, List, money, number, Row, t, words } from "../../kit.ts";
import { detailScreen, listScreen, statusTone, statusWord } from "../../records/mod.ts";
import { en } from "../../strings/finance.en.ts";

export const fin = words(en, () => import("../../strings/staff.bn.ts").then((all) => all.finance));

export interface Entry {
  id: number;
  supplier_name: string;
  entry_date: string;
  entry_type: string;
  particulars: string;
  credit: number;
  debit: number;
  currency: string;
  running_balance: number;
}

interface Supplier {
  id: number;
  name: string;
  contact_person: string | null;
  phone: string | null;
  whatsapp: string | null;
  email: string | null;
  country: string | null;
  payment_terms: string | null;
  bank_name?: string | null;
  bank_account?: string | null;
  ledger?: Entry[];
  balances?: { currency: string; balance: number; balance_local: number }[];
  balance_local?: number;
  open_claims?: { id: number; reference_no: string; status: string; created_at: string }[];
  shipments?: { id: number; reference_no: string; title: string; status: string }[];
  warranty?: { open: number; at_supplier: number; average_days_at_supplier: number | null };
}

export const list = listScreen<Supplier>({
  title: () => t("suppliers"),
  path: "/suppliers",
  screen: "/suppliers",
  icon: "people",
  search: true,
  filters: [
    { label: () => fin("active"), query: "active=true" },
    { label: () => fin("everyone"), query: "" },
  ],
  row: (supplier) => ({
    title: supplier.name,
    lines: [supplier.country, supplier.phone && <Code key="code">{supplier.phone}</Code>],
  }),
  empty: () => fin("no_suppliers"),
});

export const detail = detailScreen<Supplier>({
  path: "/suppliers",
  screen: "/suppliers",
  title: (supplier) => supplier.name,
  contact: ({ phone, whatsapp }) => ({ phone: phone ?? whatsapp }),
  sections: [
    {
      when: ({ balances }) => !!balances?.length,
      show: ({ balances, balance_local }) => (
        <>
          {balances!.map(({ currency, balance }) => (
            <div key={currency} class="sums">
              <p class="muted">{Number(balance) < 0 ? fin("they_owe") : fin("we_owe")}</p>
              <p class="sum">{money(Math.abs(balance), currency)}</p>
            </div>
          ))}
          <p class="muted">{fin("in_local")}: {money(balance_local!)}</p>
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
        <List>
          {open_claims!.map((claim) => (
            <Row
              key={claim.id}
              href={`#/discrepancies/${claim.id}`}
              title={<Code>{claim.reference_no}</Code>}
              lines={[date(claim.created_at)]}
              badges={<Badge tone={statusTone(claim.status)}>{statusWord(claim.status)}</Badge>}
            />
          ))}
        </List>
      ),
    },
    {
      title: () => fin("ledger"),
      when: ({ ledger }) => !!ledger?.length,
      show: ({ ledger }) => (
        <List>
          {ledger!.slice(0, 20).map((entry) => <EntryRow key={entry.id} entry={entry} />)}
        </List>
      ),
    },
    {
      title: () => fin("shipments"),
      when: ({ shipments }) => !!shipments?.length,
      show: ({ shipments }) => (
        <List>
          {shipments!.map((shipment) => (
            <Row
              key={shipment.id}
              href={`#/shipments/${shipment.id}`}
              title={<Code>{shipment.reference_no}</Code>}
              badges={
                <Badge tone={statusTone(shipment.status)}>{statusWord(shipment.status)}</Badge>
              }
            />
          ))}
        </List>
      ),
    },
  ],
  actions: [{
    label: () => fin("new_entry"),
    look: "main",
    icon: "plus",
    may: "costs.write",
    to: ({ id }) => `/supplier-ledger/new?supplier_id=${id}`,
  }],
});

/** What was bought or paid, and what we owed after it. */
export function EntryRow({ entry, named }: { entry: Entry; named?: boolean }) {
  const { credit, debit, currency } = entry;
  return (
    <Row
      title={named ? entry.supplier_name : entry.particulars}
      lines={[
        named && entry.particulars,
        `${date(entry.entry_date)} · ${fin(entry.entry_type as "purchase")}`,
      ]}
      side={
        <>
          <span class="line">{money(Number(credit) || -Number(debit), currency)}</span>
          <span class="line muted">{money(entry.running_balance, currency)}</span>
        </>
      }
    />
  );
}
