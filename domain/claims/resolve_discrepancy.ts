import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { moveStatus } from "../audit/move_status.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { Decimal } from "../money/decimal.ts";
import { conflict, invalid } from "../errors.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import { postSupplierEntry } from "../suppliers/post_entry.ts";
import type { Discrepancy, DiscrepancyDetail, resolutionInput } from "./discrepancy.ts";
import { findDiscrepancy, lockDiscrepancy } from "./find_discrepancies.ts";
import { refuseUnlessPossible } from "./move_discrepancy.ts";

type Input = z.output<typeof resolutionInput>;

/**
 * Ends a claim with what came of it. The amount is in the claim's currency unless another is sent, and
 * is the estimate when left out; in local currency it is amount × rate, half up at 2 decimals. A credit
 * note or refund of a supplier lowers what we owe him by a ledger debit in the same transaction, and
 * so needs an amount above zero. Final. Source: docs/imports.md, "Claim".
 *
 * @throws Refusal `forbidden`, `not_found`, `discrepancy_already_resolved`, `invalid_transition`,
 *   `invalid_fields`, `exchange_rate_missing`, `status_changed`
 */
export async function resolveDiscrepancy(
  tx: Tx,
  actor: Actor,
  id: number,
  input: Input,
): Promise<DiscrepancyDetail> {
  allow(actor, "discrepancies.resolve");
  const claim = await lockDiscrepancy(tx, actor, id, input.expected_status);
  if (claim.status === "resolved") {
    throw conflict(
      "discrepancy_already_resolved",
      `claim ${claim.reference_no} is already resolved as ${claim.resolution}.`,
    );
  }
  refuseUnlessPossible(claim, "resolved");
  const outcome = judge(claim, input);
  const ledgerId = outcome.lowersDebt ? await debitSupplier(tx, actor, claim, outcome) : null;
  const { note } = input;
  await moveStatus(tx, actor, "discrepancy", claim, {
    to: "resolved",
    action: "discrepancy.resolve",
    note,
    set: sql`resolution = ${outcome.resolution}, resolved_amount = ${outcome.amount},
      resolved_currency = ${outcome.currency}, resolved_exchange_rate = ${outcome.rate},
      resolved_amount_local = ${outcome.local}, resolution_note = ${note},
      resolved_at = ${actor.now}, resolved_by = ${actor.userId}, supplier_ledger_id = ${ledgerId}`,
    after: { ...outcome, note },
  });
  return await findDiscrepancy(tx, actor, id);
}

interface Outcome {
  resolution: NonNullable<Input["resolution"]>;
  amount: Decimal;
  currency: string;
  rate: Decimal | null;
  local: Decimal;
  lowersDebt: boolean;
}

function judge(claim: Required<Discrepancy>, input: Input): Outcome {
  const estimated = claim.estimated_value;
  if (input.resolution === undefined && (estimated.gt("0") || input.amount?.gt("0"))) {
    throw invalid({ resolution: "is required: there is a value to account for" });
  }
  const resolution = input.resolution ?? "written_off";
  const currency = input.currency ?? claim.currency;
  if (input.amount === undefined && currency !== claim.currency && estimated.gt("0")) {
    throw invalid({ amount: `is required: the estimate is in ${claim.currency}` });
  }
  const amount = input.amount ?? estimated;
  const lowersDebt = claim.against === "supplier" &&
    (resolution === "credit_note" || resolution === "refund");
  if (lowersDebt && !amount.gt("0")) {
    throw invalid({ amount: `must be above zero for a ${resolution.replace("_", " ")}` });
  }
  const sent = input.exchange_rate ?? (currency === claim.currency ? claim.exchange_rate : null);
  const needsRate = amount.gt("0") || currency === business.localCurrency || sent !== null;
  const rate = needsRate ? rateToLocal(currency, sent) : null;
  const local = rate ? toLocal(amount, currency, rate) : new Decimal("0");
  return { resolution, amount, currency, rate, local, lowersDebt };
}

async function debitSupplier(
  tx: Tx,
  actor: Actor,
  claim: Discrepancy,
  { resolution, amount, currency, rate }: Outcome,
): Promise<number> {
  const entry = await postSupplierEntry(tx, actor, {
    supplier_id: claim.supplier_id,
    entry_type: resolution === "credit_note" ? "credit_note" : "adjustment",
    particulars: resolution === "credit_note"
      ? `Credit note for claim ${claim.reference_no}`
      : `Refund for claim ${claim.reference_no}`,
    debit: amount,
    currency,
    exchange_rate: rate,
    shipment_id: claim.shipment_id,
    receipt_id: claim.receipt_id,
    reference: claim.reference_no,
  });
  return entry.id;
}
