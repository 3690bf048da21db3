import type { Approval } from "../../core/answers.ts";
import { discard, enqueue, getKept, keep, queue, signal, type Write } from "../../kit/mod.ts";
import { isReceipt, type Kind, nameOf, w } from "./approval.ts";

const IMPORTS = "/import-logistics";
/** What each kind is about: the type of record in tasks, and where the API has it. */
const records: Record<Kind, [type: string, path: string]> = {
  receipt_approve: ["receipt", `${IMPORTS}/receipts`],
  receipt_post: ["receipt", `${IMPORTS}/receipts`],
  claim_resolve: ["discrepancy", `${IMPORTS}/discrepancies`],
  lc_tt_step: ["lc_tt", "/lc-tt"],
  rma_replacement: ["rma", `${IMPORTS}/rmas`],
  cost_out_of_range: ["shipment", `${IMPORTS}/shipments`],
};

/** The record of the API that is decided on; writes about one record go in order. */
export function recordOf({ kind, id, facts }: Approval): string {
  return kind === "cost_out_of_range"
    ? `${records[kind][1]}/${facts.shipment_id}`
    : `${records[kind][1]}/${id}`;
}

type Body = Record<string, unknown>;

/** Saying yes, as a call; a cost needs none, it stands already. */
export function yesTo(
  approval: Approval,
  choice: Body,
): { method: Write["method"]; path: string; body: Body } | undefined {
  const { kind, facts } = approval;
  const path = recordOf(approval);
  switch (kind) {
    case "receipt_approve":
      return { method: "PATCH", path: `${path}/approve`, body: {} };
    case "receipt_post":
      return { method: "POST", path: `${path}/post-stock`, body: {} };
    case "claim_resolve":
      return { method: "PATCH", path: `${path}/resolve`, body: choice };
    case "lc_tt_step":
    case "rma_replacement":
      return {
        method: "PATCH",
        path: `${path}/status`,
        body: { status: "replacement_approved", ...choice, expected_status: facts.status },
      };
  }
}

/** The decision about it that waits on this phone, and the one that was refused. */
export function writeFor(approval: Approval): Write | undefined {
  const path = recordOf(approval);
  return queue.value.find((write) => write.list === "/approve" && write.record === path);
}

/**
 * Says yes. It goes with the version that was looked at: what changed since comes back instead, so what
 * was seen goes along with the write.
 */
export async function sayYes(approval: Approval, choice: Body = {}): Promise<Write | undefined> {
  const call = yesTo(approval, choice);
  const before = writeFor(approval);
  if (before) await discard(before.key);
  if (!call) return void await setAside(approval, Number.MAX_SAFE_INTEGER);
  return await enqueue({
    ...call,
    record: recordOf(approval),
    version: approval.facts.version,
    seen: approval,
    list: "/approve",
    title: `${w(`do_${approval.kind}`)}: ${approval.reference_no}`,
  });
}

/** Says no, with the reason: a task for who entered it, and a receipt is cancelled. */
export async function sendBack(approval: Approval, note: string): Promise<void> {
  const { reference_no, created_by, kind, facts } = approval;
  const title = w("task", { no: reference_no });
  if (isReceipt(approval)) {
    await enqueue({
      method: "PATCH",
      path: `${recordOf(approval)}/cancel`,
      record: recordOf(approval),
      version: facts.version,
      body: { reason: note },
      seen: approval,
      list: "/approve",
      title,
    });
  }
  await enqueue({
    method: "POST",
    path: "/tasks",
    body: {
      title,
      description: note,
      priority: "high",
      ...created_by !== null && { assigned_to: created_by },
      related_type: records[kind][0],
      related_id: Number(recordOf(approval).split("/").at(-1)),
    },
    title,
    list: "/tasks",
  });
  await setAside(approval, tomorrow());
}

/** Until when each is put off, on this phone. */
export const aside = signal<Record<string, number>>({});
const ASIDE = "approvals_aside";
void getKept<Record<string, number>>(ASIDE).then((kept) => aside.value = kept ?? {});

export async function setAside(approval: Approval, until: number): Promise<void> {
  const current = Object.entries(aside.value).filter(([, end]) => end > Date.now());
  aside.value = { ...Object.fromEntries(current), [nameOf(approval)]: until };
  await keep(ASIDE, aside.value);
}

/** Six in the morning, when the next day begins. */
export function tomorrow(now = new Date()): number {
  const next = new Date(now);
  next.setDate(next.getDate() + 1);
  return next.setHours(6, 0, 0, 0);
}

export interface Difference {
  name: string;
  before: string;
  now: string;
}

/** Where two readings of the same facts differ, to the single value. */
export function differences(before: unknown, now: unknown, name = ""): Difference[] {
  if (before === null || now === null || typeof before !== "object" || typeof now !== "object") {
    const [was, is] = [before, now].map((value) => String(value ?? "–"));
    return was === is ? [] : [{ name, before: was, now: is }];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...keys].flatMap((key) =>
    differences(
      (before as Body)[key] ?? null,
      (now as Body)[key] ?? null,
      /^\d+$/.test(key) ? `${name} ${Number(key) + 1}` : key.replaceAll("_", " "),
    )
  ).slice(0, 12);
}
