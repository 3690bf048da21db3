import type { Context } from "hono";

const always = Object.entries({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
});

/**
 * Headers every answer carries, said before there is one: an answer that is there is made anew for each that
 * is added. A page that needs more (its own script) says its policy instead.
 */
export function sayAlways(c: Context, requestId: string, https: boolean, own?: Headers): void {
  c.header("x-request-id", requestId);
  for (const [name, value] of always) if (!own?.has(name)) c.header(name, value);
  if (https) c.header("strict-transport-security", "max-age=31536000; includeSubDomains");
}

/** The same for an answer that was made without looking at what was said; what it says itself stays. */
export function addAlways(c: Context, requestId: string, https: boolean): void {
  const { headers } = c.res;
  if (!headers.has("x-request-id")) sayAlways(c, requestId, https, headers);
}
