import { resolutions } from "../../../../domain/claims/discrepancy_words.ts";
import { statusesOf } from "../../../../domain/trade_finance/lc_tt_words.ts";
import type { Approval } from "../../core/answers.ts";
import { Card, Chips, Field, parseNumber } from "../../kit/mod.ts";
import { statusWord } from "../../records/mod.ts";
import { codeWord, w } from "./approval.ts";

/** The steps that may follow, nearest first. */
function nextSteps({ facts }: Approval & { kind: "lc_tt_step" }): string[] {
  const steps: string[] = statusesOf(facts.type).filter((step) => step !== "cancelled");
  return steps.slice(steps.indexOf(facts.status) + 1).slice(0, 3);
}

/** What goes along with a yes. */
export function bodyOf(
  approval: Approval,
  chosen: Record<string, string>,
): Record<string, unknown> {
  if (approval.kind === "claim_resolve") {
    const amount = parseNumber(chosen.amount ?? "");
    return {
      resolution: chosen.resolution ?? "credit_note",
      ...amount !== undefined && { amount },
    };
  }
  if (approval.kind === "lc_tt_step") {
    return { status: chosen.status ?? nextSteps(approval)[0] };
  }
  return {};
}

/** What there is to choose about a yes: how a claim ends, which step is next. */
export function Choice({ approval, chosen, choose }: {
  approval: Approval;
  chosen: Record<string, string>;
  choose: (to: Record<string, string>) => void;
}) {
  if (approval.kind === "claim_resolve") {
    return (
      <Card>
        <Chips
          name="resolution"
          label={w("resolution")}
          value={chosen.resolution ?? "credit_note"}
          choices={resolutions.map((value) => ({ value, label: codeWord(value) }))}
          onInput={(resolution) => choose({ ...chosen, resolution })}
        />
        <Field
          name="amount"
          type="decimal"
          label={`${w("settled_for")} (${approval.facts.currency})`}
          value={chosen.amount ?? String(approval.facts.estimated_value)}
          onInput={(amount) => choose({ ...chosen, amount })}
        />
      </Card>
    );
  }
  if (approval.kind !== "lc_tt_step") return null;
  const steps = nextSteps(approval);
  return (
    <Card>
      <Chips
        name="status"
        label={w("next")}
        value={chosen.status ?? steps[0]}
        choices={steps.map((value) => ({ value, label: statusWord(value) }))}
        onInput={(status) => choose({ status })}
      />
    </Card>
  );
}
