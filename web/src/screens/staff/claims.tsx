import {
  discrepancyTypes,
  opponents,
  unresolved,
} from "../../../../domain/claims/discrepancy_words.ts";
import type { Claim, Shipment } from "../../core/answers.ts";
import { Code, may, money, t, useRead } from "../../kit/mod.ts";
import {
  detailScreen,
  type FieldDef,
  formScreen,
  listScreen,
  photosOf,
  quantityOf,
  rt,
  StatusBadge,
  statusWord,
  useUsual,
  type Values,
} from "../../records/mod.ts";
import { outcome } from "./claim_outcome.ts";
import { w } from "./claim_words.ts";
import { choicesOf, note, reason } from "../trade/next_step.ts";

const CLAIMS = "/import-logistics/discrepancies";
/** "Damaged · Print head" */
export const aboutClaim = (
  claim: { discrepancy_type: string; product_name?: string | null },
): string => [statusWord(claim.discrepancy_type), claim.product_name].filter(Boolean).join(" · ");
const linked = (path: string | false, number?: string | null) =>
  number && path ? <a href={`#/${path}`}>{number}</a> : number;
const seesCosts = () => may("costs.read");
const isOpen = ({ status }: Claim) => unresolved.includes(status);

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
    { label: () => rt("all"), query: "" },
  ],
  row: (claim) => ({
    title: aboutClaim(claim),
    lines: [claim.supplier_name, <Code key="code">{claim.reference_no}</Code>],
    badges: <StatusBadge status={claim.status} />,
    side: claim.estimated_value ? money(claim.estimated_value, claim.currency) : undefined,
  }),
  add: { label: () => w("new_claim"), to: "/shipments/claim", may: "discrepancies.create" },
  empty: () => w("empty"),
});

export const detail = detailScreen<Claim>({
  path: CLAIMS,
  screen: "/discrepancies",
  title: aboutClaim,
  status: (claim) => claim.status,
  sections: [
    {
      rows: (claim) => [
        [
          w("quantity"),
          !!claim.quantity && quantityOf(claim.quantity, claim.unit),
        ],
        [
          w("value"),
          claim.estimated_value !== undefined && money(claim.estimated_value, claim.currency),
        ],
        [
          w("in_taka"),
          claim.currency !== "BDT" && !!claim.estimated_value_local &&
          money(claim.estimated_value_local),
        ],
        [w("against"), claim.against && w(claim.against)],
        [w("supplier"), claim.supplier_name],
        [w("shipment"), linked(`shipments/${claim.shipment_id}`, claim.shipment_reference_no)],
        [w("receipt"), linked(`receipts/${claim.receipt_id}`, claim.receipt_reference_no)],
        [
          w("customer_return"),
          linked(
            may("invoices.read") && `credit-notes/${claim.credit_note_id}`,
            claim.credit_note_reference_no,
          ),
        ],
        [rt("note"), claim.note],
        [w("resolution"), claim.resolution && statusWord(claim.resolution)],
        [
          w("carrying"),
          !!claim.landed_loss_local && money(claim.landed_loss_local),
        ],
        [
          w("amount"),
          !!claim.resolved_amount && money(claim.resolved_amount, claim.resolved_currency ?? "BDT"),
        ],
      ],
    },
    photosOf("discrepancy"),
  ],
  actions: [
    {
      label: () => w("submit"),
      look: "main",
      icon: "share",
      may: "discrepancies.resolve",
      when: ({ status }) => status === "open",
      ask: () => [note],
      write: step("submit"),
    },
    {
      label: () => w("resolve"),
      look: "main",
      icon: "check",
      may: "discrepancies.resolve",
      when: isOpen,
      ask: (claim) => [
        ...outcome(claim),
        note,
      ],
      write: step("resolve"),
    },
    {
      label: () => w("cancel"),
      look: "quiet",
      icon: "close",
      may: "discrepancies.resolve",
      when: isOpen,
      ask: () => [reason],
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

/** What is claimed for that item of a shipment already, and not resolved. */
function Claimed({ shipment_id, shipment_item_id }: Values) {
  const path = `${CLAIMS}?shipment_id=${shipment_id}&unresolved=true&limit=200`;
  const claims = useRead<Claim[]>(shipment_item_id ? path : undefined).value.data
    ?.filter((claim) => claim.shipment_item_id === Number(shipment_item_id))
    .map(({ reference_no, quantity, unit }) =>
      quantity ? `${reference_no}, ${quantityOf(quantity, unit)}` : reference_no
    ).join("; ");
  return claims ? <p class="notice card">{w("claimed", { claims })}</p> : null;
}

/** What so many pieces of the item were bought for, where the caller may see it; a surplus is worth nothing. */
function Worth({ values, fill }: { values: Values; fill: (values: Values) => void }) {
  const { shipment_id, shipment_item_id, quantity, discrepancy_type } = values;
  const item = useRead<Shipment>(
    shipment_item_id && seesCosts() ? `/import-logistics/shipments/${shipment_id}` : undefined,
  ).value.data?.items?.find(({ id }) => id === Number(shipment_item_id));
  const worth = item?.purchase_value && discrepancy_type !== "excess" &&
    (item.purchase_value * Number(quantity) / (item.shipped_qty || item.ordered_qty)).toFixed(2);
  useUsual("estimated_value", worth || "", values, fill);
  return null;
}

/** Opened from a line of a receipt, or of a shipment (office/claim_subject.tsx): they say what it is about. */
export const form = formScreen({
  title: () => w("new_claim"),
  path: CLAIMS,
  list: "/discrepancies",
  photosOf: "discrepancy",
  name: (body) => w("name_new", { kind: statusWord(String(body.discrepancy_type)) }),
  above: (values, fill) => (
    <>
      <p class="strong">{values.about}</p>
      <Claimed {...values} />
      <Worth values={values} fill={fill} />
    </>
  ),
  fields: [
    ...["about", "shipment_id", "receipt_id", "shipment_item_id"].map((name): FieldDef => ({
      name,
      label: () => "",
      type: "hidden",
      asNumber: true,
      local: name === "about",
    })),
    {
      name: "discrepancy_type",
      label: () => w("kind"),
      type: "chips",
      choices: () => choicesOf(discrepancyTypes),
      required: true,
    },
    { name: "quantity", label: () => w("quantity"), type: "stepper", initial: () => "1" },
    { name: "photos", label: () => t("add_photo"), type: "photos" },
    {
      name: "estimated_value",
      label: () => w("value"),
      type: "decimal",
      hint: () => w("value_hint"),
      when: seesCosts,
    },
    {
      name: "against",
      label: () => w("against"),
      type: "chips",
      choices: () => opponents.map((value) => ({ value, label: w(value) })),
      initial: () => "supplier",
    },
    { name: "note", label: () => rt("note"), type: "area" },
  ],
});
