import {
  ButtonLink,
  Card,
  dhakaDate,
  EmptyState,
  List,
  may,
  money,
  queue,
  readKept,
  readState,
  Row,
  Screen,
  type ScreenProps,
  useRead,
} from "../../kit.ts";
import { Facts, formScreen, type Values } from "../../records/mod.ts";
import { type Entry, EntryRow, fin } from "./suppliers.tsx";

const LEDGER = "/import-logistics/supplier-ledger";

/** The book of all suppliers: what we owe by currency, then every entry, newest first. */
export function Ledger({ query }: ScreenProps) {
  const of = query.get("supplier_id") ?? "";
  const read = useRead<Entry[]>(`${LEDGER}?limit=100${of && `&supplier_id=${of}`}`).value;
  const { instead, over } = readState(read);
  const balances = (read.meta?.balances ?? []) as { currency: string; balance: number }[];
  const waiting = queue.value.filter(({ list }) => list === "/supplier-ledger");
  const none = read.data?.length === 0 && waiting.length === 0;
  return (
    <Screen
      title={fin("ledger")}
      sub={of && read.data?.[0]?.supplier_name}
      pinned={may("costs.write") && (
        <ButtonLink
          href={`#/supplier-ledger/new${of && `?supplier_id=${of}`}`}
          icon="plus"
          look="main"
          wide
        >
          {fin("new_entry")}
        </ButtonLink>
      )}
    >
      {over}
      {balances.length > 0 && (
        <Card>
          <Facts
            rows={balances.map(({ currency, balance }) => [
              `${fin(Number(balance) < 0 ? "they_owe" : "we_owe")} (${currency})`,
              money(Math.abs(balance), currency),
            ])}
          />
        </Card>
      )}
      {of && <a class="link" href="#/supplier-ledger">{fin("all_suppliers")}</a>}
      {none && <EmptyState icon="bank" title={fin("no_entries")} />}
      {instead ?? (
        <List label={fin("ledger")}>
          {waiting.map((write) => <Row key={write.key} title={write.title} unsent />)}
          {read.data?.map((entry) => <EntryRow key={entry.id} entry={entry} named={!of} />)}
        </List>
      )}
    </Screen>
  );
}

const kinds = {
  debit: ["payment", "advance", "credit_note", "adjustment"],
  credit: ["purchase", "freight", "bank_charge", "adjustment"],
} as const;
const sideOf = ({ direction }: Values) => direction === "credit" ? "credit" : "debit";

export const form = formScreen({
  title: () => fin("new_entry"),
  path: LEDGER,
  list: "/supplier-ledger",
  photosOf: "supplier_ledger",
  photosKind: "paper",
  prefill: async ({ query }, sent): Promise<Values> => {
    if (sent) return { direction: sent.credit ? "credit" : "debit" };
    const id = query.get("supplier_id");
    const supplier = id && (await readKept(`/suppliers/${id}`))?.data as
      | { name: string; currency: string }
      | undefined;
    return supplier ? { supplier_id_title: supplier.name, currency: supplier.currency } : {};
  },
  name: (body, values) =>
    fin("name_entry", {
      amount: money(String(body.credit ?? body.debit), String(body.currency)),
      who: values.supplier_id_title ?? "",
    }),
  fields: [
    {
      name: "supplier_id",
      label: () => fin("supplier"),
      type: "pick",
      from: { path: "/suppliers", query: "active=true" },
      required: true,
    },
    {
      name: "direction",
      label: () => fin("direction"),
      type: "chips",
      local: true,
      initial: () => "debit",
      choices: () => [
        { value: "debit", label: fin("we_paid") },
        { value: "credit", label: fin("we_owe_more") },
      ],
    },
    ...(["debit", "credit"] as const).map((side) => ({
      name: side,
      label: () => fin("amount"),
      type: "decimal" as const,
      required: true,
      when: (values: Values) => sideOf(values) === side,
    })),
    {
      name: "currency",
      label: () => fin("currency"),
      type: "chips",
      initial: () => "USD",
      choices: () => ["USD", "CNY", "EUR", "INR", "BDT"].map((value) => ({ value, label: value })),
    },
    {
      name: "exchange_rate",
      label: () => fin("rate"),
      type: "decimal",
      required: true,
      when: ({ currency }) => currency !== "BDT",
    },
    ...(["debit", "credit"] as const).map((side) => ({
      name: "entry_type",
      label: () => fin("kind"),
      type: "chips" as const,
      when: (values: Values) => sideOf(values) === side,
      choices: () => kinds[side].map((value) => ({ value, label: fin(value) })),
    })),
    {
      name: "particulars",
      label: () => fin("particulars"),
      type: "suggest",
      required: true,
      sentences: () => [fin("said_tt"), fin("said_pi"), fin("said_advance"), fin("said_freight")],
    },
    { name: "photos", label: () => fin("paper"), type: "photos" },
    { name: "entry_date", label: () => fin("date"), type: "date", initial: () => dhakaDate() },
    { name: "reference", label: () => fin("reference") },
  ],
});
