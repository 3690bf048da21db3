import { type Kind, Refusal } from "../domain/errors.ts";
import { ConfigError } from "../domain/config/config.ts";
import { LockHeld } from "../domain/db/job_lock.ts";
import { UsageError } from "./command.ts";
import { Interrupted } from "./interrupt.ts";

/** The one place where a kind of refusal becomes an exit code (docs/terminal.md, "Exit codes"). */
const exitCodes: Record<Kind, number> = {
  abandoned: 3,
  malformed: 3,
  unauthenticated: 3,
  forbidden: 3,
  not_found: 5,
  not_allowed: 2,
  conflict: 4,
  precondition: 4,
  too_slow: 3,
  too_large: 3,
  unsupported: 3,
  invalid: 3,
  throttled: 4,
  unavailable: 6,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigError) return 2;
  if (error instanceof LockHeld) return 75;
  if (error instanceof Interrupted) return error.exitCode;
  if (error instanceof Refusal) return exitCodes[error.kind];
  return 1;
}
