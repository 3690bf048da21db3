import type { Approval } from "../../core/answers.ts";
import {
  addDays,
  dhakaDate,
  discard,
  enqueue,
  enqueueAll,
  type NewWrite,
  queue,
  type Write,
} from "../../kit/mod.ts";
import { isReceipt, type Kind, nameOf, w } from "./approval.ts";

const ACKNOWLEDGE = "/approvals/acknowledge";
const IMPORTS = "/import-logistics";
/** What each kind is about: the type of record in tasks, and where the API has it. */
const records: Record<Kind, [type: string, path: string]> = {
  receipt_approve: ["receipt", `${IMPORTS}/receipts`],
  receipt_post: ["receipt", `${IMPORTS}/receipts`],
  claim_resolve: ["discrepancy", `${IMPORTS}/discrepancies`],
  lc_tt_step: ["lc_tt", "/lc-tt"],
  rma_replacement: ["rma", `${IMPORTS}/rmas`],
  cost_out_of_range: ["shipment", `${IMPORTS}/shipments`],
  approval_request: ["", "/approvals/requests"],
};

/** The record of the API that is decided on; writes about one record go in order. */
export function recordOf({ kind, id, facts }: Approval): string {
  return kind === "cost_out_of_range"
    ? `${records[kind][1]}/${facts.shipment_id}`
    : `${records[kind][1]}/${id}`;
}

type Body = Record<string, unknown>;

/** Saying yes, as a call on the record; a cost needs none, it stands already. */
export function yesTo(
  approval: Approval,
  choice: Body,
): Pick<Write, "method" | "path" | "body" | "same"> | undefined {
  const { kind, facts } = approval;
  const path = recordOf(approval);
  switch (kind) {
    case "receipt_approve":
    case "approval_request": {
      const method = kind === "receipt_approve" ? "PATCH" : "POST";
      return { method, path: `${path}/approve`, body: {}, same: ["approved", "posted"] };
    }
    case "receipt_post":
      return { method: "POST", path: `${path}/post-stock`, body: {}, same: ["posted"] };
    case "claim_resolve":
      return { method: "PATCH", path: `${path}/resolve`, body: choice };
    case "lc_tt_step":
    case "rma_replacement": {
      const body = { status: "replacement_approved", ...choice, expected_status: facts.status };
      return { method: "PATCH", path: `${path}/status`, body, same: [body.status] };
    }
  }
}

/** The decision about it that waits on this phone, and the one that was refused. */
export function writeFor(approval: Approval): Write | undefined {
  const path = recordOf(approval);
  return queue.value.find((write) =>
    write.list === "/approve" &&
    (write.path === ACKNOWLEDGE
      ? (write.body as { items: Approval[] }).items.some((one) => nameOf(one) === nameOf(approval))
      : write.record === path && approval.kind !== "cost_out_of_range")
  );
}

/**
 * Says yes. It goes with the version that was looked at: what changed since comes back instead, so what
 * was seen goes along with the write.
 */
export async function sayYes(approval: Approval, choice: Body = {}): Promise<Write> {
  const call = yesTo(approval, choice);
  if (!call) return await acknowledge([approval]);
  const before = writeFor(approval);
  if (before) await discard(before.key);
  return await enqueue({
    ...call,
    record: recordOf(approval),
    version: approval.facts.version,
    seen: approval,
    list: "/approve",
    title: `${w(`do_${approval.kind}`)}: ${approval.reference_no}`,
  });
}

/** Says no, with the reason: a task for who entered it, and a receipt is cancelled, a request refused. */
export async function sendBack(approval: Approval, note: string): Promise<undefined> {
  const { reference_no, created_by, kind, facts } = approval;
  const title = w("task", { no: reference_no });
  const asked = kind === "approval_request";
  const record = recordOf(approval);
  const no = (): NewWrite => ({
    method: asked ? "POST" : "PATCH",
    path: `${record}/${asked ? "refuse" : "cancel"}`,
    record,
    version: facts.version,
    body: { reason: note },
    same: [asked ? "refused" : "cancelled"],
    seen: approval,
    list: "/approve",
    title,
  });
  const task = (): NewWrite => ({
    method: "POST",
    path: "/tasks",
    body: {
      title,
      description: note,
      priority: "high",
      ...created_by !== null && { assigned_to: created_by },
      related_type: records[kind][0],
      related_id: Number(record.split("/").at(-1)),
    },
    title,
    list: "/tasks",
  });
  if (asked) await enqueue(no());
  else if (isReceipt(approval)) await enqueueAll([no(), task()]);
  else await acknowledge([approval], { until: tomorrow(), note }, [task()]);
}

/**
 * Takes them as they stand, all in one write; or puts them off until the day, on all phones of his. What has
 * changed since he saw it is asked again.
 */
export async function acknowledge(
  approvals: Approval[],
  more: { until?: string; note?: string } = {},
  first: NewWrite[] = [],
): Promise<Write> {
  for (const earlier of approvals.map(writeFor)) if (earlier) await discard(earlier.key);
  const [one] = approvals;
  const said = w(more.until ? "later" : `do_${one.kind}`);
  const writes = await enqueueAll([...first, {
    method: "POST",
    path: ACKNOWLEDGE,
    record: `${ACKNOWLEDGE}/${nameOf(one)}`,
    body: {
      items: approvals.map(({ kind, id, version }) => ({ kind, id, ...version && { version } })),
      ...more,
    },
    list: "/approve",
    title: `${said}: ${approvals.map(({ reference_no }) => reference_no).join(", ")}`,
  }]);
  return writes.at(-1)!;
}

export const tomorrow = () => addDays(dhakaDate(), 1);

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
