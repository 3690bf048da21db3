import type { Approval } from "../../core/answers.ts";
import { words } from "../../kit/mod.ts";
import { statusWord } from "../../records/mod.ts";
import { en } from "../../strings/approve.en.ts";

export const w = words(en, () => import("../../strings/owner.bn.ts").then((all) => all.approve));
/** A code of the API: the head of a cost, what is claimed and from whom, and how a claim ends. */
export const codeWord = (code: string) =>
  code in en ? w(code as keyof typeof en) : statusWord(code);

export type Kind = Approval["kind"];
export type ReceiptApproval = Approval & { kind: "receipt_approve" | "receipt_post" };

export const nameOf = ({ kind, id }: Approval) => `${kind}/${id}`;
export const isReceipt = (approval: Approval): approval is ReceiptApproval =>
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
    case "approval_request":
    case "rma_replacement":
      return [title.replace(/^RMA-\S+ – (board )?/, ""), reference_no];
    default:
      return [facts.supplier_name!, `${reference_no} · ${facts.shipment_reference_no}`];
  }
}

const riskWords: Record<string, "enters" | "amount" | "risk_landed"> = {
  receipt_post: "enters",
  lc_tt_step: "amount",
  receipt_approve: "risk_landed",
};

/** What the amount of a decision is. */
export const riskWord = ({ kind }: Approval) => w(riskWords[kind] ?? "risk");
