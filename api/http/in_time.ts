import { Refusal } from "../../domain/errors.ts";

/** What every body has, besides the time for its bytes. */
export const GRACE_MS = 20_000;
/** 4 KiB a second: a bad network in a steel shed is quicker. */
const SLOWEST_BYTES_PER_MS = 4.096;

/**
 * Reads a body, and no longer than it may take: whoever sends a byte now and then would hold a place for
 * ever. Its time is the grace and what its length takes on the slowest link, as long as it may be where the
 * length is not told.
 *
 * @param read gets a signal that ends with the refusal
 * @throws Refusal `body_too_slow`
 */
export async function inTime<T>(
  request: Request,
  { mostBytes, graceMs = GRACE_MS }: { mostBytes: number; graceMs?: number },
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const told = Number(request.headers.get("content-length") ?? mostBytes);
  const ms = graceMs + Math.min(told, mostBytes) / SLOWEST_BYTES_PER_MS;
  const stop = new AbortController();
  const late = () =>
    stop.abort(
      new Refusal(
        "body_too_slow",
        `The body did not arrive within ${Math.ceil(ms / 1000)} seconds.`,
      ),
    );
  const timer = setTimeout(late, ms);
  try {
    return await read(stop.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends when the signal does, for what cannot be stopped itself. */
export function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason))
    ),
  ]);
}
