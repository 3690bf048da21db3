import type { FiledReturn, VatChallan, VatReturnRow } from "../../core/answers.ts";
import {
  Badge,
  Card,
  Code,
  date,
  dhakaDate,
  digits,
  money,
  number,
  readState,
  useRead,
} from "../../kit/mod.ts";
import {
  AsTable,
  detailScreen,
  documentOf,
  Facts,
  formScreen,
  listScreen,
  rt,
} from "../../records/mod.ts";
import { reportName } from "../trade/report_names.ts";
import { monthOf } from "../trade/month.ts";
import { isWord, o, text } from "./words.ts";

/** Tax invoices and credit notes of VAT, newest first. */
export const challans = listScreen<VatChallan>({
  title: () => reportName("vat_papers"),
  path: "/vat-challans",
  screen: "/reports/vat-challans",
  icon: "paper",
  search: true,
  filters: [
    { label: () => rt("all"), query: "" },
    { label: () => digits("6.3"), query: "kind=6.3" },
    { label: () => digits("6.7"), query: "kind=6.7" },
  ],
  row: (one) => ({
    title: one.buyer.name,
    lines: [<Code key="no">{one.reference_no}</Code>, date(one.issued_on)],
    badges: <Badge>{digits(one.kind)}</Badge>,
    side: money(one.total),
  }),
  empty: () => o("no_vat_papers"),
});

export const challan = detailScreen<VatChallan>({
  path: "/vat-challans",
  screen: "/reports/vat-challans",
  title: (one) => one.buyer?.name ?? reportName("vat_papers"),
  sections: [
    {
      rows: (one) => [
        [o("kind"), one.kind && digits(one.kind)],
        [o("date"), one.issued_on && date(one.issued_on)],
        ["BIN", one.buyer?.bin],
        [o("net"), one.net !== undefined && money(one.net)],
        [o("vat"), one.vat !== undefined && money(one.vat)],
        [o("total"), one.total !== undefined && money(one.total)],
        [o("copies"), one.copies !== undefined && number(one.copies)],
      ],
    },
    documentOf("/vat-challans", () => o("print_paper")),
  ],
  actions: [{
    label: () => o("invoice"),
    icon: "paper",
    when: ({ invoice_id }) => invoice_id !== undefined,
    to: ({ invoice_id }) => `/invoices/${invoice_id}`,
  }],
});

/** Returns of VAT that were filed, the latest month first. */
export const returns = listScreen<FiledReturn>({
  title: () => reportName("vat_returns"),
  path: "/vat-returns",
  screen: "/reports/vat-returns",
  icon: "paper",
  query: "sort=-period",
  row: (one) => ({
    title: monthOf(one.period),
    lines: [
      <Code key="no">{one.reference_no}</Code>,
      one.amendment > 0 && o("amendment_n", { n: number(one.amendment) }),
      `${o("to_pay")}: ${money(one.to_pay)}`,
      Number(one.carried_out) > 0 && `${o("carried_out")}: ${money(one.carried_out)}`,
    ],
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  add: { label: () => o("file_return"), to: "/reports/vat-returns/new", may: "books.write" },
  empty: () => o("no_returns"),
});

const noteWord = (name: string, title: string) => isWord(name) ? o(name) : title;

const noteRow = (
  { note, title, value, vat }: { note: number; title: string; value: number | null; vat: number },
): [string, string] => [
  `${number(note)} · ${noteWord(`note_${note}`, title)}`,
  value === null ? money(vat) : o("of_value", { vat: money(vat), value: money(value) }),
];

const figure = (value: unknown) => value === null ? "–" : number(String(value));

export const filedReturn = detailScreen<FiledReturn>({
  path: "/vat-returns",
  screen: "/reports/vat-returns",
  title: (one) => one.period ? monthOf(one.period) : reportName("vat_returns"),
  sections: [
    {
      when: (one) => !!one.differences?.length,
      show: (one) => (
        <ul class="plain">
          {one.differences!.map(({ note, filed, now }) => (
            <li key={note}>
              {o("differs", { note: number(note), filed: figure(filed), now: figure(now) })}
            </li>
          ))}
        </ul>
      ),
      title: () => o("books_differ"),
    },
    {
      rows: (one) => [
        [o("filed_on"), one.filed_on && date(one.filed_on)],
        [o("submission"), one.submission_number],
        [rt("reason"), one.reason],
        ...(one.notes ?? []).map(noteRow),
        [o("carried_in"), !!Number(one.carried_in) && money(one.carried_in)],
        [o("to_pay"), one.to_pay !== undefined && money(one.to_pay)],
        [o("carried_out"), !!Number(one.carried_out) && money(one.carried_out)],
      ],
    },
  ],
});

/** The months that are over, the last first. */
const months = () => {
  const now = Temporal.PlainDate.from(dhakaDate()).toPlainYearMonth();
  return [1, 2, 3, 4].map((ago) => now.subtract({ months: ago }).toString())
    .map((value) => ({ value, label: monthOf(value) }));
};

/** What the return of a month says by the books as they stand. */
function Figures({ period }: { period: string }) {
  const first = Temporal.PlainDate.from(`${period}-01`);
  const last = first.with({ day: first.daysInMonth });
  const month = new URLSearchParams({ from: `${first}`, to: `${last}` });
  const read = useRead<VatReturnRow[]>(`/reports/vat-return?${month}&limit=200`).value;
  const { instead, over } = readState(read);
  const { to_pay } = read.meta?.totals as { to_pay?: number } ?? {};
  return (
    <Card title={monthOf(period)}>
      {over}
      {instead ?? (
        <Facts
          rows={[
            ...read.data!.map(noteRow),
            [o("to_pay"), <b key="to_pay">{money(to_pay ?? 0)}</b>],
          ]}
        />
      )}
      <AsTable path="/reports/vat-return" query={month} name="vat-return" label={o("vat-return")} />
    </Card>
  );
}

export const newReturn = formScreen({
  title: () => o("file_return"),
  path: "/vat-returns",
  list: "/reports/vat-returns",
  name: ({ period }) => o("name_filed", { month: monthOf(String(period)) }),
  above: ({ period }) => (
    <>
      <p class="muted">{o("file_say")}</p>
      {period && <Figures period={period} />}
    </>
  ),
  fields: [
    text("period", "month", {
      type: "chips",
      required: true,
      choices: months,
      initial: () => months()[0].value,
    }),
    text("filed_on", "filed_on", { type: "date", initial: () => dhakaDate() }),
    text("submission_number", "submission"),
    text("carried_in", "carried_in", { type: "decimal", hint: () => o("carried_hint") }),
    text("reason", "again_because"),
  ],
});
