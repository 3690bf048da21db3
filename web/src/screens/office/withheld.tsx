import type { Supplier, WithheldTax } from "../../core/answers.ts";
import { Badge, Code, date, dhakaDate, money } from "../../kit/mod.ts";
import {
  detailScreen,
  documentOf,
  formScreen,
  listScreen,
  rt,
  StatusBadge,
} from "../../records/mod.ts";
import { reportName } from "../trade/report_names.ts";
import { chips, o, text } from "./words.ts";

/** Tax withheld from suppliers, newest first. */
export const withheld = listScreen<WithheldTax>({
  title: () => reportName("withheld"),
  path: "/withheld-taxes",
  screen: "/reports/withheld-taxes",
  icon: "paper",
  search: true,
  filters: [
    { label: () => rt("all"), query: "" },
    { label: () => o("vds"), query: "kind=vds" },
    { label: () => o("tds"), query: "kind=tds" },
  ],
  row: (one) => ({
    title: one.supplier_name,
    lines: [<Code key="no">{one.reference_no}</Code>, date(one.withheld_on)],
    badges: (
      <>
        <Badge>{o(one.kind)}</Badge>
        {one.status === "reversed" && <StatusBadge status="reversed" />}
      </>
    ),
    side: money(one.amount),
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  add: { label: () => o("withhold"), to: "/reports/withheld-taxes/new", may: "costs.write" },
  empty: () => o("no_withheld"),
});

export const withheldTax = detailScreen<WithheldTax>({
  path: "/withheld-taxes",
  screen: "/reports/withheld-taxes",
  title: (one) => one.supplier_name ?? reportName("withheld"),
  status: (one) => one.status,
  sections: [
    {
      rows: (one) => [
        [o("kind"), one.kind && o(one.kind)],
        [o("amount"), one.amount !== undefined && money(one.amount)],
        [o("base"), !!Number(one.base) && money(one.base!)],
        [o("bill"), one.bill_number],
        [o("date"), one.withheld_on && date(one.withheld_on)],
        [o("challan"), one.challan_number],
        [rt("note"), one.note],
      ],
    },
    documentOf("/withheld-taxes", () => o("certificate")),
  ],
  actions: [{
    label: () => o("paid_treasury"),
    icon: "check",
    look: "main",
    may: "costs.write",
    when: ({ id, status, challan_number }) =>
      id !== undefined && status === "posted" && !challan_number,
    ask: () => [
      text("challan_number", "challan", { required: true }),
      text("challan_date", "date", { type: "date", initial: () => dhakaDate() }),
    ],
    write: ({ id, reference_no }, answers) => ({
      method: "PATCH",
      path: `/withheld-taxes/${id}`,
      body: answers,
      title: o("changed", { name: reference_no }),
    }),
  }],
});

export const newWithheld = formScreen({
  title: () => o("withhold"),
  path: "/withheld-taxes",
  list: "/reports/withheld-taxes",
  name: ({ amount }) => o("name_withheld", { amount: money(String(amount)) }),
  fields: [
    chips("kind", "kind", ["vds", "tds"], { required: true, initial: () => "vds" }),
    text("supplier_id", "supplier", {
      type: "pick",
      required: true,
      from: {
        path: "/suppliers",
        query: "active=true",
        choice: ({ id, name }: Supplier) => ({ value: String(id), label: name }),
      },
    }),
    text("base", "base", { type: "decimal" }),
    text("rate", "percent", { type: "decimal" }),
    text("amount", "amount", { type: "decimal", required: true }),
    text("bill_number", "bill"),
    text("withheld_on", "date", { type: "date", initial: () => dhakaDate() }),
    text("note", "notes", { type: "area" }),
  ],
});
