import type { MiddlewareHandler } from "hono";
import { guessLimits } from "../../domain/staff/guess_password.ts";
import { BASE } from "./base.ts";
import type { AppEnv } from "./env.ts";
import type { Route } from "./route.ts";

/** Since when the older names of paths are deprecated (RFC 9745); no day is set on which they end. */
const DEPRECATED_SINCE = Date.UTC(2026, 0, 1) / 1000;

/** Failures, and the seconds in which they count (draft-ietf-httpapi-ratelimit-headers). */
export const limitPolicy = Object.entries(guessLimits)
  .map(([name, { failures, seconds }]) => `"${name}";q=${failures};w=${seconds}`).join(", ");

/** Whether guesses are counted here. */
export function isLimited({ spec }: Route): boolean {
  return spec.refuses?.includes("throttled") === true;
}

/** What every answer of a path says of the path itself: how often it may be tried, and its newer name. */
export function notices(route: Route, path: string): MiddlewareHandler<AppEnv>[] {
  if (!isLimited(route) && path === route.path) return [];
  return [async (c, next) => {
    if (isLimited(route)) c.header("ratelimit-policy", limitPolicy);
    if (path !== route.path) {
      c.header("deprecation", `@${DEPRECATED_SINCE}`);
      c.header("link", `<${BASE}${named(route.path, c.req.param())}>; rel="successor-version"`);
    }
    await next();
  }];
}

function named(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]));
}
