import { type Actor, allow, may, type Permission, type Rights } from "../access/access.ts";
import { conflict, forbidden, invalid } from "../errors.ts";

/**
 * A ladder of statuses in their order; `closed` and `cancelled` end it. A document of a kind that skips
 * a status has a ladder without it.
 */
export interface Lifecycle<Status extends string> {
  ladder: readonly Status[];
  /** Statuses from which work may still be called off. */
  cancellable: (from: Status) => boolean;
}

export interface Move<Status extends string> {
  from: Status;
  to: Status;
  note?: string | null;
  expected_status?: Status;
}

/**
 * Judges a change of status by the rules that shipments, RMAs and LC/TT share (docs/records.md,
 * "Status changes"): forward to any later step; back with a note by a manager and above; cancelled
 * from any open step that allows it; closed and cancelled are final but for the owner, with a note.
 *
 * @returns false when the status is already there: nothing is to be written
 * @throws Refusal `status_changed`, `invalid_transition` (with `allowed`), `forbidden`, or a missing note
 */
export function judgeMove<Status extends string>(
  lifecycle: Lifecycle<Status>,
  actor: Actor,
  move: Move<Status>,
): boolean {
  const { from, to, note } = move;
  refuseUnexpected(move);
  if (from === to) return false;
  if (!lifecycle.ladder.includes(to)) throw notAllowed(lifecycle, actor, move);
  if (isFinal(from)) {
    if (isFinal(to)) throw notAllowed(lifecycle, actor, move);
    allow(actor, "statuses.reopen");
    needNote(note, `Reopening from ${from}`);
    return true;
  }
  if (to === "cancelled") {
    if (!lifecycle.cancellable(from)) throw notAllowed(lifecycle, actor, move);
    return true;
  }
  const step = lifecycle.ladder.indexOf(to) - lifecycle.ladder.indexOf(from);
  if (step > 0) return true;
  allow(actor, "statuses.correct");
  needNote(note, `Going back from ${from} to ${to}`);
  return true;
}

/**
 * Judges a change among statuses that have no order: free while the work is open; what has ended goes
 * back to an open status only by who may reopen it. Source: docs/records.md, "Status changes".
 *
 * @returns false when the status is already there: nothing is to be written
 * @throws Refusal `status_changed`, `invalid_transition` (with `allowed`), `forbidden`
 */
export function judgeFreeMove<Status extends string>(
  open: readonly Status[],
  move: Move<Status>,
  { mayReopen, reopeners, permission }: {
    mayReopen: boolean;
    /**
     * who may reopen, in words for the refusal, and the permission that others than its maker need
     */
    reopeners: string;
    permission: Permission;
  },
): boolean {
  const { from, to } = move;
  refuseUnexpected(move);
  if (from === to) return false;
  if (open.includes(from)) return true;
  if (!open.includes(to)) {
    throw conflict("invalid_transition", `the status cannot go from ${from} to ${to}.`, {
      allowed: mayReopen ? open : [],
      current_status: from,
    });
  }
  if (!mayReopen) {
    throw forbidden(
      `What is ${from} is reopened by ${reopeners} only: it needs ${permission}.`,
      "forbidden",
      { permission },
    );
  }
  return true;
}

/** Every status that could follow among statuses that have no order; as `judgeFreeMove` judges. */
export function freeMoves<Status extends string>(
  words: readonly Status[],
  open: readonly Status[],
  mayReopen: boolean,
) {
  return (from: Status): readonly Status[] =>
    open.includes(from) ? words.filter((to) => to !== from) : mayReopen ? open : [];
}

/** @throws Refusal `status_changed` when the status is not the one that the caller last saw */
export function refuseUnexpected(
  { from, expected_status }: Pick<Move<string>, "from" | "expected_status">,
) {
  if (expected_status === undefined || expected_status === from) return;
  throw conflict("status_changed", `the status is ${from} now, not ${expected_status}.`, {
    current_status: from,
  });
}

/** Every status the actor could choose next. */
export function allowedMoves<Status extends string>(
  lifecycle: Lifecycle<Status>,
  actor: Rights,
  from: Status,
): Status[] {
  if (isFinal(from)) {
    return may(actor, "statuses.reopen")
      ? lifecycle.ladder.filter((status) => !isFinal(status))
      : [];
  }
  const position = lifecycle.ladder.indexOf(from);
  return lifecycle.ladder.filter((status, index) => {
    if (status === from) return false;
    if (status === "cancelled") return lifecycle.cancellable(from);
    return index > position || may(actor, "statuses.correct");
  });
}

/** The statuses that end whatever has a ladder of them, and a ticket. */
export const finalStatuses = ["closed", "cancelled"] as const;

export function isFinal(status: string): boolean {
  return (finalStatuses as readonly string[]).includes(status);
}

function notAllowed<Status extends string>(
  lifecycle: Lifecycle<Status>,
  actor: Actor,
  { from, to }: Move<Status>,
) {
  return conflict("invalid_transition", `the status cannot go from ${from} to ${to}.`, {
    allowed: allowedMoves(lifecycle, actor, from),
    current_status: from,
  });
}

function needNote(note: string | null | undefined, what: string): void {
  if (!note) throw invalid({ note: `is required: ${what} is a correction` });
}
