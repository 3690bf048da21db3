import { computed, signal } from "@preact/signals";

/** How the last talks with the server went. What the browser calls "online" is only a hint. */
export const lastReplyAt = signal(0);
/** How far the phone's clock is ahead of the server's, in milliseconds; undefined: not known yet. */
export let clockAheadMs: number | undefined;
export const failing = signal(!navigator.onLine);
const slowReplies = signal(0);
const SLOW_MS = 4000;

export const netStatus = computed<"online" | "slow" | "offline">(() =>
  failing.value ? "offline" : slowReplies.value > 0 ? "slow" : "online"
);

/** Wraps every request: a reply of any kind means that we are online. */
export async function observed(send: () => Promise<Response>): Promise<Response> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    slowReplies.value++;
  }, SLOW_MS);
  try {
    const response = await send();
    failing.value = false;
    lastReplyAt.value = Date.now();
    const serverNow = Date.parse(response.headers.get("date") ?? "");
    if (serverNow) clockAheadMs = Date.now() - serverNow;
    return response;
  } catch (error) {
    failing.value = true;
    throw error;
  } finally {
    clearTimeout(timer);
    if (late) slowReplies.value--;
  }
}

addEventListener("offline", () => failing.value = true);
