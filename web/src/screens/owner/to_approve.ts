import type { Approval } from "../../core/answers.ts";
import { approvalsPath, effect, readFresh, readKept, sentCount, signal } from "../../kit/first.ts";

/** How many decisions wait for the owner. */
export const toApprove = signal(0);
/** For how many days the oldest receipt has waited. */
export const oldestReceipt = signal(0);

interface Badged {
  setAppBadge?(n: number): Promise<void>;
}

async function count(): Promise<void> {
  const read = await readFresh(approvalsPath).catch(() => readKept(approvalsPath));
  toApprove.value = Number(read?.meta?.total ?? 0);
  const rows = (read?.data ?? []) as Approval[];
  const waits = rows.filter(({ kind }) => kind.startsWith("receipt"))
    .map((one) => Date.now() - Date.parse(one.waiting_since));
  oldestReceipt.value = Math.floor(Math.max(0, ...waits) / 86_400_000);
  // on the icon too, where the page is installed
  await (navigator as Badged).setAppBadge?.(toApprove.value).catch(() => undefined);
}

/** Counts at once, after every write, and whenever the page comes to the front. */
export function watchApprovals(): void {
  effect(() => {
    sentCount.value;
    void count();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void count();
  });
}
