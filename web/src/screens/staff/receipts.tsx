import { pending } from "../../../../domain/imports/receipts/receipt_words.ts";
import type { Receipt } from "../../core/answers.ts";
import { Badge, Code, date, money, number, t, user } from "../../kit/mod.ts";
import { detailScreen, listScreen, Papers, photosOf, rt, StatusBadge } from "../../records/mod.ts";
import { note, reason } from "../trade/next_step.ts";
import { aboutClaim } from "./claims.tsx";
import { Lines } from "./receipt_lines.tsx";
import { w } from "./receive_words.ts";

const RECEIPTS = "/import-logistics/receipts";

export const list = listScreen<Receipt>({
  title: () => t("receipts"),
  path: RECEIPTS,
  screen: "/receipts",
  icon: "paper",
  search: true,
  filters: [
    { label: () => w("everything"), query: `status=${pending}` },
    { label: () => w("to_approve"), query: "status=draft" },
    { label: () => w("to_post"), query: "status=approved" },
    { label: () => w("posted"), query: "status=posted" },
  ],
  row: (receipt) => ({
    title: receipt.supplier_name,
    lines: [
      <Code key="code">{`${receipt.reference_no} · ${receipt.shipment_reference_no}`}</Code>,
      receipt.received_qty !== undefined && w("line_counts", {
        received: number(receipt.received_qty),
        accepted: number(receipt.accepted_qty ?? 0),
      }),
    ],
    badges: (
      <>
        <StatusBadge status={receipt.status} />
        {Number(receipt.rejected_qty) > 0 && (
          <Badge tone="bad">{`${w("damaged")} ${number(receipt.rejected_qty!)}`}</Badge>
        )}
        {Number(receipt.short_qty) > 0 && (
          <Badge tone="bad">{w("missing_n", { n: number(receipt.short_qty!) })}</Badge>
        )}
      </>
    ),
  }),
  add: { label: () => t("receive"), to: "/receive", may: "receipts.create" },
  empty: () => w("receipts_empty"),
});

/** Who counted does not approve, but for the owner: the server would refuse it. */
const mayApprove = ({ status, created_by }: Receipt) =>
  status === "draft" && (created_by !== user.value?.id || user.value?.role === "owner");

function step(
  verb: "approve" | "post" | "cancel",
  method: "PATCH" | "POST",
  path: string,
) {
  return (receipt: Receipt, answers: Record<string, unknown>) => ({
    method,
    path: `${RECEIPTS}/${receipt.id}/${path}`,
    body: { ...answers, expected_status: receipt.status },
    title: w(`name_${verb}`, { number: receipt.reference_no }),
  });
}

export const detail = detailScreen<Receipt>({
  path: RECEIPTS,
  screen: "/receipts",
  title: (receipt) => receipt.supplier_name ?? receipt.title ?? t("receipts"),
  status: (receipt) => receipt.status,
  sections: [
    {
      // whoever counted it reads here why nothing goes on
      when: (receipt) => receipt.status === "draft" && !mayApprove(receipt),
      show: () => <p class="muted">{w("waits_for_other")}</p>,
    },
    {
      title: () => w("lines"),
      when: (receipt) => !!receipt.items?.length,
      show: (receipt) => <Lines receipt={receipt} />,
    },
    {
      rows: (receipt) => [
        [
          w("shipment"),
          receipt.shipment_reference_no && (
            <a href={`#/shipments/${receipt.shipment_id}`}>{receipt.shipment_reference_no}</a>
          ),
        ],
        [w("date"), receipt.received_date && date(receipt.received_date)],
        [w("warehouse"), receipt.warehouse_name],
        [w("by"), receipt.approved_by_name],
        [w("posting_date"), receipt.posting_date && date(receipt.posting_date)],
        [w("value"), !!Number(receipt.accepted_value) && money(receipt.accepted_value!)],
        [rt("note"), receipt.note],
      ],
    },
    photosOf("receipt"),
    {
      title: () => t("claims"),
      when: (receipt) => !!receipt.discrepancies?.length,
      show: ({ discrepancies }) => (
        <Papers
          screen="/discrepancies"
          papers={discrepancies!.map((claim) => ({ ...claim, about: aboutClaim(claim) }))}
        />
      ),
    },
  ],
  actions: [
    {
      label: () => w("approve"),
      look: "main",
      icon: "check",
      may: "receipts.approve",
      when: mayApprove,
      say: () => w("approve_say"),
      ask: () => [note],
      write: step("approve", "PATCH", "approve"),
    },
    {
      label: () => w("post"),
      look: "main",
      icon: "box",
      may: "receipts.post",
      when: ({ status }) => status === "approved",
      say: ({ accepted_qty = 0 }) => w("post_say", { n: number(accepted_qty) }),
      ask: () => [],
      write: step("post", "POST", "post-stock"),
    },
    {
      label: () => w("labels"),
      icon: "paper",
      when: ({ items }) => !!items?.some(({ serial_numbers }) => serial_numbers?.length),
      to: ({ id }) => `/products/labels?receipt_id=${id}`,
    },
    {
      label: () => w("reverse"),
      look: "quiet",
      icon: "close",
      may: "receipts.approve",
      when: ({ status }) => status === "posted",
      to: ({ id }) => `/receipts/${id}/reverse`,
    },
    {
      label: () => w("cancel"),
      look: "quiet",
      icon: "close",
      may: "receipts.create",
      when: ({ status }) => pending.includes(status),
      ask: () => [reason],
      write: step("cancel", "PATCH", "cancel"),
    },
  ],
});
