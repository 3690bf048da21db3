import { resolutions } from "../../../../domain/claims/discrepancy_words.ts";
import type { Claim } from "../../core/answers.ts";
import type { FieldDef, Values } from "../../records/mod.ts";
import { moneyById } from "../trade/account_choice.ts";
import { w } from "./claim_words.ts";
import { choicesOf } from "../trade/next_step.ts";

const brings = ({ resolution }: Values) => /credit_note|refund|insurance/.test(resolution ?? "");

/** What came of a claim: how it ended and what it brought, in which currency and where it came in. */
export function outcome({ currency: own }: Claim): FieldDef[] {
  const local = ({ currency }: Values) => currency === "BDT";
  return [
    {
      name: "resolution",
      label: () => w("resolution"),
      type: "chips",
      choices: () => choicesOf(resolutions),
      required: true,
    },
    {
      name: "amount",
      label: () => w("amount"),
      type: "decimal",
      hint: () => w("amount_hint"),
      when: brings,
    },
    {
      name: "currency",
      label: () => w("currency"),
      type: "chips",
      initial: () => own,
      choices: () =>
        [...new Set([own, "USD", "BDT", "CNY"])].map((value) => ({ value, label: value })),
      when: brings,
    },
    {
      name: "exchange_rate",
      label: () => w("rate", { currency: own }),
      type: "decimal",
      hint: () => w("rate_hint"),
      // a note in taka lowers what is owed in the supplier's currency
      when: (values) =>
        brings(values) && own !== "BDT" &&
        (values.currency === own || local(values) && values.resolution === "credit_note"),
    },
    {
      name: "exchange_rate",
      label: () => w("rate_other"),
      type: "decimal",
      required: true,
      when: (values) => brings(values) && values.currency !== own && !local(values),
    },
    {
      name: "supplier_rate",
      label: () => w("supplier_rate"),
      type: "decimal",
      when: (values) =>
        values.resolution === "credit_note" && values.currency !== own && !local(values),
    },
    {
      name: "account_id",
      label: () => w("paid_into"),
      type: "chips",
      from: moneyById,
      asNumber: true,
      first: 5,
      when: ({ resolution }) => /refund|insurance/.test(resolution ?? ""),
    },
  ];
}
