import type { Context } from "hono";
import type { AppEnv } from "./env.ts";

/**
 * The caller's network address. `X-Forwarded-For` counts only as far as it was written by proxies we
 * trust, read from the right: a made-up header cannot hide who is guessing passwords.
 */
export function callerAddress(c: Context<AppEnv>, trustedProxies: string[]): string {
  let address = c.env?.remoteAddr?.hostname ?? "local";
  const hops = (c.req.header("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim()).filter(
    Boolean,
  );
  while (trustedProxies.includes(address) && hops.length > 0) address = hops.pop()!;
  return address.slice(0, 64);
}

const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** Whether a program on this machine asks, and no proxy on it asks for someone else. */
export function fromThisMachine(c: Context<AppEnv>): boolean {
  const peer = c.env?.remoteAddr?.hostname ?? "";
  return /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/.test(peer) &&
    forwarding.every((name) => c.req.header(name) === undefined);
}
