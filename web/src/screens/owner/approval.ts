import type { LcTtType } from "../../../../domain/trade_finance/lc_tt_words.ts";
import type { Verdict as Warranty } from "../../core/answers.ts";
import { words } from "../../kit/mod.ts";
import { en } from "../../strings/approve.en.ts";

export const w = words(en, () => import("../../strings/owner.bn.ts").then((all) => all.approve));
/** A code of the API: the head of a cost, what is claimed and from whom, and how a claim ends. */
export const codeWord = (code: string) =>
  code in en ? w(code as keyof typeof en) : code.replaceAll("_", " ");

/** What every kind of decision may say of itself. */
interface Common {
  version?: number;
  photos?: number[];
  note?: string | null;
  supplier_name?: string | null;
}

export interface Line {
  product_name: string;
  expected_qty: number;
  received_qty: number;
  accepted_qty: number;
}

export interface Product {
  product_id: number;
  sku: string;
  name?: string;
  stock_qty_before: number;
  stock_qty_after: number;
  average_cost_before: number;
  average_cost_after: number;
}

interface ReceiptFacts extends Common {
  shipment_reference_no: string;
  warehouse_name: string | null;
  received_date: string | null;
  gap_qty: number;
  counted_by?: string;
  approved_by?: string;
  lines?: Line[];
  products?: Product[];
  lines_without_product?: number;
}

/** What each kind says, by kind. */
interface Facts {
  receipt_approve: ReceiptFacts;
  receipt_post: ReceiptFacts;
  claim_resolve: Common & {
    discrepancy_type: string;
    product_name: string | null;
    against: string;
    quantity: number | null;
    estimated_value: number;
    estimated_value_local: number;
    currency: string;
    past_claims: { claims: number; claimed_local: number; recovered_local: number };
  };
  lc_tt_step: Common & {
    type: LcTtType;
    status: string;
    amount: number;
    currency: string;
    exchange_rate: number | null;
    latest_exchange_rate: number | null;
    latest_exchange_rate_date: string;
    amount_local_at_latest_rate: number | null;
    due_on: string | null;
    bank_name: string | null;
  };
  rma_replacement: Common & {
    status: string;
    customer_name: string;
    customer_phone: string | null;
    machine_serial_number: string | null;
    board_serial_number: string | null;
    fault_description: string;
    estimated_value: number | null;
    currency: string | null;
    warranty?: Warranty;
    earlier_cases: number;
  };
  cost_out_of_range: Common & {
    shipment_id: number;
    cost_head: string;
    amount: number;
    currency: string;
    share_percent: number;
    median_percent: number;
    compared_with: number;
  };
}
export type Kind = keyof Facts;

/** A row of GET /approvals of some kind. */
interface Of<K extends Kind> {
  kind: K;
  id: number;
  reference_no: string;
  title: string;
  risk_amount_local: number | null;
  waiting_since: string;
  created_by: number | null;
  created_by_name: string | null;
  path: string;
  batchable: boolean;
  facts: Facts[K];
}
export type Approval = { [K in Kind]: Of<K> }[Kind];
export type Receipt = Of<"receipt_approve" | "receipt_post">;

export const nameOf = ({ kind, id }: Approval) => `${kind}/${id}`;
export const isReceipt = (approval: Approval): approval is Approval & Receipt =>
  approval.kind.startsWith("receipt");

/** What it is, and on what, in the language of the phone. */
export function titleOf(approval: Approval): [title: string, of: string] {
  const { kind, title, facts, reference_no } = approval;
  switch (kind) {
    case "claim_resolve":
      return [
        [codeWord(facts.discrepancy_type), facts.product_name].filter(Boolean).join(" · "),
        `${reference_no} · ${facts.supplier_name}`,
      ];
    case "cost_out_of_range":
      return [
        codeWord(facts.cost_head),
        `${reference_no} · ${facts.supplier_name}`,
      ];
    case "lc_tt_step": {
      const [supplier, number] = title.split(" · ");
      return [supplier, `${reference_no} · ${number}`];
    }
    case "rma_replacement":
      return [title.replace(/^RMA-\S+ – (board )?/, ""), reference_no];
    default:
      return [facts.supplier_name!, `${reference_no} · ${facts.shipment_reference_no}`];
  }
}

/** What the amount of a decision is. */
export const riskWord = ({ kind }: Approval) =>
  w(kind === "receipt_post" ? "enters" : kind === "lc_tt_step" ? "amount" : "risk");
