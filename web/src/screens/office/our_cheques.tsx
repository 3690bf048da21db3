import type { IssuedCheque } from "../../core/answers.ts";
import { Code, date, money } from "../../kit/mod.ts";
import { detailScreen, listScreen, rt, StatusBadge } from "../../records/mod.ts";
import { ourSteps } from "../trade/cheques.ts";
import { reportName } from "../trade/report_names.ts";
import { o } from "./words.ts";

const PATH = "/supplier-cheques";
const SCREEN = "/reports/supplier-cheques";

/** Cheques that suppliers were given, those that are not cleared first. */
export const ourCheques = listScreen<IssuedCheque>({
  title: () => reportName("our_cheques"),
  path: PATH,
  screen: SCREEN,
  icon: "bank",
  query: "sort=cheque_date",
  filters: [
    { label: () => o("not_cleared"), query: "state=issued" },
    { label: () => rt("all"), query: "" },
  ],
  row: (cheque) => ({
    title: cheque.supplier_name,
    lines: [
      <Code key="no">{cheque.cheque_number}</Code>,
      [date(cheque.cheque_date), cheque.particulars].join(" · "),
    ],
    badges: <StatusBadge status={cheque.state} />,
    side: money(cheque.amount, cheque.currency),
  }),
  empty: () => o("no_cheques"),
});

export const ourCheque = detailScreen<IssuedCheque>({
  path: PATH,
  screen: SCREEN,
  title: (cheque) => cheque.supplier_name ?? reportName("our_cheques"),
  status: ({ state }) => state,
  sections: [{
    rows: (cheque) =>
      cheque.id === undefined ? [] : [
        [o("cheque_number"), <Code key="no">{cheque.cheque_number}</Code>],
        [o("amount"), money(cheque.amount, cheque.currency)],
        [o("cheque_date"), date(cheque.cheque_date)],
        [o("given_on"), date(cheque.issued_date)],
        [o("what_for"), cheque.particulars],
        [o("notes"), cheque.note],
      ],
  }],
  actions: [
    ...ourSteps,
    {
      label: () => o("supplier"),
      icon: "people",
      when: ({ id }) => id !== undefined,
      to: ({ supplier_id }) => `/suppliers/${supplier_id}`,
    },
  ],
});
