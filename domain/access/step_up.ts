import { forbidden, type Refusal } from "../errors.ts";
import type { Actor } from "./access.ts";

/** Whether somebody has a second factor; `due`: his role must have one, and he has not yet. */
export const totpStates = ["off", "on", "due"] as const;
export type TotpState = typeof totpStates[number];

/** What a session knows of whether its user has confirmed who he is. */
export interface StepUp {
  /** he did, a few minutes ago at most */
  confirmed: boolean;
  /** he must before what is sensitive: his role is one of the settings', or he has a second factor */
  due: boolean;
  /** where he has a second factor, it takes that too */
  totp: TotpState;
  /** a program's token, behind which nobody sits who could confirm anything */
  program: boolean;
}

/** Whether what is sensitive is closed to him just now. At the terminal nobody is asked. */
export function isUnconfirmed({ stepUp }: Actor): boolean {
  return stepUp !== undefined && stepUp.due && !stepUp.confirmed;
}

/** Why an act waits until he has confirmed who he is; a program never does. */
export function stepUpRequired({ stepUp }: Actor): Refusal {
  if (stepUp?.program) {
    return forbidden("This takes a person who has confirmed who he is: a program's token cannot.");
  }
  return forbidden("Confirm first that it is you, with your password.", "step_up_required", {
    totp: stepUp?.totp === "on",
  });
}

/**
 * Refuses what is sensitive to whoever must confirm who he is and has not, within the last minutes. Routes
 * carry the mark `stepUp`; verbs ask where only their input tells. Source: docs/roles.md, "Confirming who one is".
 *
 * @param everybody asks those too whom the settings do not name
 * @throws Refusal `step_up_required`, `forbidden`
 */
export function requireStepUp(actor: Actor, everybody = false): void {
  const { stepUp } = actor;
  if (isUnconfirmed(actor) || everybody && stepUp && !stepUp.confirmed) throw stepUpRequired(actor);
}
