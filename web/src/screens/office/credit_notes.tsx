import type { CreditNote } from "../../core/answers.ts";
import { Badge, Code, date, List, may, money, Row } from "../../kit/mod.ts";
import {
  detailScreen,
  documentOf,
  listScreen,
  quantityOf,
  rt,
  StatusBadge,
} from "../../records/mod.ts";
import { s, Serials, Sums } from "../trade/sums.tsx";
import { m } from "./back_words.ts";

const statusOf = ({ reversed_at }: CreditNote) => reversed_at ? "reversed" : "posted";

/** Goods that came back, newest first. */
export const list = listScreen<CreditNote>({
  title: () => s("returns"),
  path: "/credit-notes",
  screen: "/credit-notes",
  icon: "paper",
  search: true,
  row: (note) => ({
    title: note.title.replace(/^CRN-\S+ – /, ""),
    lines: [
      <Code key="no">{note.reference_no}</Code>,
      `${date(note.return_date)} · ${note.invoice_reference_no}`,
    ],
    badges: note.reversed_at && <StatusBadge status="reversed" />,
    side: money(note.total),
  }),
  empty: () => m("no_returns"),
});

export const detail = detailScreen<CreditNote>({
  path: "/credit-notes",
  screen: "/credit-notes",
  title: (note) => note.title?.replace(/^CRN-\S+ – /, "") ?? s("returns"),
  status: statusOf,
  sections: [
    {
      show: (note) => (
        <Sums
          main={[m("credit_total"), note.total]}
          more={[[s("vat"), note.vat], [m("paid_back"), note.refunded]]}
        />
      ),
    },
    {
      title: () => s("goods"),
      when: (note) => !!note.items?.length,
      show: (note) => (
        <List>
          {note.items.map((item) => (
            <Row
              key={item.id}
              title={item.description}
              lines={[
                quantityOf(item.quantity),
                <Serials key="serials" all={item.serial_numbers} />,
              ]}
              badges={
                <Badge tone={item.condition === "good" ? "good" : "warn"}>
                  {m(item.condition)}
                </Badge>
              }
              side={money(item.net)}
            />
          ))}
        </List>
      ),
    },
    {
      title: () => s("claims"),
      when: (note) => !!note.discrepancies?.length,
      show: (note) => (
        <List>
          {note.discrepancies.map((claim) => (
            <Row
              key={claim.id}
              href={may("discrepancies.read") ? `#/discrepancies/${claim.id}` : undefined}
              title={claim.reference_no}
              lines={[quantityOf(claim.quantity)]}
              badges={<StatusBadge status={claim.status} />}
              side={claim.carrying_value !== undefined && money(claim.carrying_value)}
            />
          ))}
        </List>
      ),
    },
    {
      rows: (note) => [
        [s("date"), note.return_date && date(note.return_date)],
        [
          s("invoice"),
          note.invoice_reference_no && (
            <a href={`#/invoices/${note.invoice_id}`}>{note.invoice_reference_no}</a>
          ),
        ],
        [rt("reason"), note.reason],
        [m("undone_because"), note.reversal_reason],
      ],
    },
    documentOf("/credit-notes", () => m("credit_note_pdf")),
  ],
  actions: [{
    label: () => m("undo_return"),
    icon: "close",
    look: "quiet",
    may: "invoices.write",
    when: (note) => note.id !== undefined && !note.reversed_at,
    ask: () => [{ name: "reason", label: () => rt("reason"), required: true }],
    write: ({ id, reference_no }, answers) => ({
      method: "POST",
      path: `/credit-notes/${id}/reverse`,
      body: answers,
      title: m("name_undo_return", { number: reference_no }),
    }),
  }],
});
