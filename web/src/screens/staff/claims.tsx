import { Badge, Code, money, number, t, words } from "../../kit.ts";
import {
  detailScreen,
  Files,
  formScreen,
  listScreen,
  statusTone,
  statusWord,
} from "../../records/mod.ts";
import { en } from "../../strings/claims.en.ts";

const w = words(en, () => import("../../strings/staff.bn.ts").then((all) => all.claims));
type Word = keyof typeof en;

interface Claim {
  id: number;
  reference_no: string;
  status: string;
  shipment_id: number;
  shipment_reference_no?: string;
  product_name?: string | null;
  unit?: string | null;
  supplier_name?: string;
  receipt_id: number | null;
  receipt_reference_no?: string | null;
  discrepancy_type: Word;
  quantity: number | null;
  estimated_value?: number;
  estimated_value_local?: number;
  currency?: string;
  against: Word;
  note: string | null;
  resolution?: Word | null;
  resolved_amount?: number | null;
  resolved_currency?: string | null;
}

const CLAIMS = "/import-logistics/discrepancies";
const choices = (keys: readonly Word[]) =>
  keys.map((value) => ({ value: String(value), label: w(value) }));

const kinds = [
  "damage",
  "shortage",
  "wrong_item",
  "quality",
  "excess",
  "missing_document",
  "other",
] as const;
const outcomes = [
  "credit_note",
  "replacement",
  "refund",
  "insurance",
  "written_off",
  "rejected",
] as const;

const titleOf = ({ discrepancy_type, product_name }: Claim) =>
  [w(discrepancy_type), product_name].filter(Boolean).join(" · ");
const isOpen = ({ status }: Claim) => status === "open" || status === "submitted";

export const list = listScreen<Claim>({
  title: () => t("claims"),
  path: CLAIMS,
  screen: "/discrepancies",
  icon: "alert",
  search: true,
  filters: [
    { label: () => w("open"), query: "unresolved=true" },
    { label: () => w("submitted"), query: "status=submitted" },
    { label: () => w("resolved"), query: "status=resolved" },
    { label: () => w("everything"), query: "" },
  ],
  row: (claim) => ({
    title: titleOf(claim),
    lines: [claim.supplier_name, <Code key="code">{claim.reference_no}</Code>],
    badges: <Badge tone={statusTone(claim.status)}>{statusWord(claim.status)}</Badge>,
    side: claim.estimated_value ? money(claim.estimated_value, claim.currency) : undefined,
  }),
  unsentRow: (_body, write) => ({ title: write.title }),
  empty: () => w("empty"),
});

export const detail = detailScreen<Claim>({
  path: CLAIMS,
  screen: "/discrepancies",
  title: titleOf,
  status: (claim) => claim.status,
  sections: [
    {
      rows: (claim) => [
        [w("product"), claim.product_name],
        [
          w("quantity"),
          claim.quantity !== null && claim.quantity !== undefined &&
          `${number(claim.quantity)} ${claim.unit ?? ""}`,
        ],
        [
          w("value"),
          claim.estimated_value !== undefined && money(claim.estimated_value, claim.currency),
        ],
        [
          w("in_taka"),
          claim.currency !== "BDT" && claim.estimated_value_local !== undefined &&
          money(claim.estimated_value_local),
        ],
        [w("against"), claim.against && w(claim.against)],
        [w("supplier"), claim.supplier_name],
        [
          w("shipment"),
          claim.shipment_reference_no && (
            <a href={`#/shipments/${claim.shipment_id}`}>{claim.shipment_reference_no}</a>
          ),
        ],
        [
          w("receipt"),
          claim.receipt_reference_no && (
            <a href={`#/receipts/${claim.receipt_id}`}>{claim.receipt_reference_no}</a>
          ),
        ],
        [w("note"), claim.note],
        [w("resolution"), claim.resolution && w(claim.resolution)],
        [
          w("amount"),
          !!claim.resolved_amount && money(claim.resolved_amount, claim.resolved_currency ?? "BDT"),
        ],
      ],
    },
    {
      title: () => w("photos"),
      when: (claim) => claim.id !== undefined,
      show: (claim) => <Files type="discrepancy" id={claim.id} title={claim.reference_no} />,
    },
  ],
  actions: [
    {
      label: () => w("submit"),
      look: "main",
      icon: "share",
      may: "discrepancies.resolve",
      when: ({ status }) => status === "open",
      ask: () => [{ name: "note", label: () => w("note") }],
      write: step("submit"),
    },
    {
      label: () => w("resolve"),
      look: "main",
      icon: "check",
      may: "discrepancies.resolve",
      when: isOpen,
      ask: () => [
        {
          name: "resolution",
          label: () => w("resolution"),
          type: "chips",
          choices: () => choices(outcomes),
          required: true,
        },
        { name: "amount", label: () => w("amount"), type: "decimal", hint: () => w("amount_hint") },
        { name: "note", label: () => w("note") },
      ],
      write: step("resolve"),
    },
    {
      label: () => w("cancel"),
      look: "quiet",
      icon: "close",
      may: "discrepancies.resolve",
      when: isOpen,
      ask: () => [{ name: "reason", label: () => w("reason"), required: true }],
      write: step("cancel"),
    },
  ],
});

function step(verb: "submit" | "resolve" | "cancel") {
  return (claim: Claim, answers: Record<string, unknown>) => ({
    method: "PATCH" as const,
    path: `${CLAIMS}/${claim.id}/${verb}`,
    body: { ...answers, expected_status: claim.status },
    title: w(`name_${verb}`, { number: claim.reference_no }),
  });
}

/** Opened from a line of a receipt, which says shipment, receipt and item. */
export const form = formScreen({
  title: () => w("new_claim"),
  path: CLAIMS,
  list: "/discrepancies",
  photosOf: "discrepancy",
  name: (body) => w("name_new", { kind: w(body.discrepancy_type as Word) }),
  also: ({ query }) =>
    Object.fromEntries(
      ["shipment_id", "receipt_id", "shipment_item_id"].flatMap((name) =>
        query.has(name) ? [[name, Number(query.get(name))]] : []
      ),
    ),
  fields: [
    {
      name: "discrepancy_type",
      label: () => w("kind"),
      type: "chips",
      choices: () => choices(kinds),
      required: true,
    },
    { name: "quantity", label: () => w("quantity"), type: "stepper", initial: () => "1" },
    { name: "photos", label: () => t("add_photo"), type: "photos" },
    {
      name: "estimated_value",
      label: () => w("value"),
      type: "decimal",
      hint: () => w("value_hint"),
    },
    {
      name: "against",
      label: () => w("against"),
      type: "chips",
      choices: () => choices(["supplier", "carrier", "insurer"]),
      initial: () => "supplier",
    },
    { name: "note", label: () => w("note"), type: "area" },
  ],
});
