import type { Context } from "hono";

/** Headers every answer carries; a page that needs more (its own script) sets its policy first. */
export function securityHeaders(c: Context, https: boolean): void {
  const headers = c.res.headers;
  const always: Record<string, string> = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
  };
  if (https) always["strict-transport-security"] = "max-age=31536000; includeSubDomains";
  for (const [name, value] of Object.entries(always)) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
