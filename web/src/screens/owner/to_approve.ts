import { approvalsPath, effect, readFresh, readKept, sentCount, signal } from "../../frame.ts";

/** How many decisions wait for the owner. */
export const toApprove = signal(0);

interface Badged {
  setAppBadge?(n: number): Promise<void>;
}

async function count(): Promise<void> {
  const read = await readFresh(approvalsPath).catch(() => readKept(approvalsPath));
  toApprove.value = Number(read?.meta?.total ?? 0);
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
