import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { moveStatus } from "../audit/move_status.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { dr, type Line } from "../journal/line.ts";
import { type NewEntry, openEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { type Decimal, decimal, isZero } from "../money/decimal.ts";
import { conflict, invalid } from "../errors.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import { moneyAccount } from "../suppliers/other_side.ts";
import { postSupplierEntry } from "../suppliers/post_entry.ts";
import type { Discrepancy, DiscrepancyDetail, resolutionInput } from "./discrepancy.ts";
import { findDiscrepancy, lockDiscrepancy } from "./find_discrepancies.ts";
import { refuseUnlessPossible } from "./move_discrepancy.ts";
import { aboutClaim, judgeClaimDay, postClaim } from "./post_claim.ts";
import { supplierNote } from "./supplier_note.ts";

type Input = z.output<typeof resolutionInput>;

/**
 * Ends a claim with what came of it. The amount is in the claim's currency unless another is sent, and
 * is the estimate when left out. A credit note of a supplier lowers what we owe him, in his own currency; a
 * refund or an insurance is money; a replacement lets what the claim carries wait for its pieces. What of
 * the carrying value does not come is a loss. Final, but a credit note can be reversed in the ledger.
 * Source: docs/imports.md, "Claim".
 *
 * @throws Refusal `forbidden`, `not_found`, `discrepancy_already_resolved`, `invalid_transition`,
 *   `invalid_fields`, `exchange_rate_missing`, `status_changed`, and as `judgeDay`
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
  const day = await judgeClaimDay(tx, actor, claim, input.date);
  const entry = await openEntry(tx);
  const booked = await book(tx, actor, { claim, outcome, input, day, entry });
  const { note } = input;
  await moveStatus(tx, actor, "discrepancy", claim, {
    to: "resolved",
    action: "discrepancy.resolve",
    note,
    set: sql`resolution = ${outcome.resolution}, resolved_amount = ${outcome.amount},
      resolved_currency = ${outcome.currency}, resolved_exchange_rate = ${booked.rate},
      resolved_amount_local = ${booked.local}, resolution_note = ${note ?? null},
      supplier_rate = ${input.supplier_rate ?? null}, resolved_at = ${actor.now},
      resolved_by = ${actor.userId}, resolved_on = ${day},
      replacement_value = ${outcome.resolution === "replacement" ? claim.carrying_value : zero},
      supplier_ledger_id = ${booked.supplier_ledger_id ?? null}`,
    after: { ...outcome, note },
  });
  await postClaim(tx, actor, claim, day, { id: entry, ...booked.deed });
  return await findDiscrepancy(tx, actor, id);
}

interface Outcome {
  resolution: NonNullable<Input["resolution"]>;
  amount: Decimal;
  currency: string;
}

/** What of it can be told without the supplier's ledger. @throws Refusal `invalid_fields` */
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
  const brings = claim.against === "supplier" &&
    (resolution === "credit_note" || resolution === "refund");
  if (brings && !amount.gt("0")) {
    throw invalid({ amount: `must be above zero for a ${resolution.replace("_", " ")}` });
  }
  return { resolution, amount, currency };
}

interface Booking {
  claim: Required<Discrepancy>;
  outcome: Outcome;
  input: Input;
  day: string;
  /** the journal's */
  entry: number;
}

interface Booked {
  rate: Decimal | null;
  local: Decimal;
  supplier_ledger_id?: number;
  deed: Pick<NewEntry, "kind" | "lines">;
}

async function book(tx: Tx, actor: Actor, booking: Booking): Promise<Booked> {
  const { claim, outcome } = booking;
  switch (outcome.resolution) {
    case "credit_note":
      return claim.against === "supplier"
        ? await bookNote(tx, actor, booking)
        : await bookMoney(tx, booking);
    case "refund":
    case "insurance":
      return await bookMoney(tx, booking);
    case "replacement":
      return {
        ...worth(booking),
        deed: {
          kind: "claim_replaced",
          lines: rules.claim_replaced(claim.carrying_value, aboutClaim(claim)),
        },
      };
    case "written_off":
    case "rejected":
      return {
        ...worth(booking),
        deed: {
          kind: "claim_lost",
          lines: rules.claim_lost(claim.carrying_value, aboutClaim(claim)),
        },
      };
  }
}

/** A credit note lowers what we owe the supplier. */
async function bookNote(
  tx: Tx,
  actor: Actor,
  { claim, outcome, input, day, entry }: Booking,
): Promise<Booked> {
  const note = await supplierNote(tx, claim, { ...input, ...outcome });
  const { lines, ...posted } = await postSupplierEntry(tx, actor, {
    supplier_id: claim.supplier_id,
    entry_date: day,
    entry_type: "credit_note",
    particulars: `Credit note for claim ${claim.reference_no}`,
    debit: note.amount,
    currency: note.currency,
    exchange_rate: note.rate,
    shipment_id: claim.shipment_id,
    receipt_id: claim.receipt_id,
    reference: claim.reference_no,
    discrepancy_id: claim.id,
    entry,
  });
  const local = posted.amount_local.abs();
  const rate = outcome.currency === note.currency ? note.rate : rateToLocal(
    outcome.currency,
    outcome.currency === business.localCurrency ? null : input.exchange_rate,
  );
  return {
    rate,
    local,
    supplier_ledger_id: posted.id,
    deed: recovered(claim, lines, { ...note, local }),
  };
}

/** Money that came, whoever sent it: no balance of the supplier moves. */
async function bookMoney(tx: Tx, booking: Booking): Promise<Booked> {
  const { claim, outcome: { amount, currency }, input } = booking;
  const { rate, local } = worth(booking);
  const account = await moneyAccount(tx, { account_id: input.account_id });
  const got = [dr(account, local, {
    ...aboutClaim(claim),
    ...rate && { foreign: { currency, amount, rate } },
  })];
  return { rate, local, deed: recovered(claim, got, { amount, currency, rate, local }) };
}

/**
 * What came against what the claim carries. In the claim's own currency at another rate than it stands at,
 * the part of the rate is an exchange difference; what nothing was carried for is an income.
 */
function recovered(
  claim: Required<Discrepancy>,
  got: Line[],
  { amount, currency, rate, local }: {
    amount: Decimal;
    currency: string;
    rate: Decimal | null;
    local: Decimal;
  },
): Booked["deed"] {
  const carrying = claim.carrying_value;
  const stoodAt = claim.exchange_rate;
  const exchange = isZero(carrying) || currency !== claim.currency || !stoodAt || !rate
    ? zero
    : local.minus(toLocal(amount, currency, stoodAt));
  return {
    kind: "claim_recovered",
    lines: rules.claim_recovered(got, { carrying, exchange }, aboutClaim(claim)),
  };
}

/** The amount at its rate; where nothing came a rate may be unknown. @throws Refusal `exchange_rate_missing` */
function worth({ claim, outcome: { amount, currency }, input }: Booking) {
  const sent = input.exchange_rate ?? (currency === claim.currency ? claim.exchange_rate : null);
  const needsRate = amount.gt("0") || currency === business.localCurrency || sent !== null;
  const rate = needsRate ? rateToLocal(currency, sent) : null;
  return { rate, local: rate ? toLocal(amount, currency, rate) : zero };
}

const zero = decimal("0");
