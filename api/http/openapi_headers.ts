import { z } from "zod";
import { isLimited, limitPolicy } from "./notices.ts";
import type { Route } from "./route.ts";
import { told, words } from "./problem_schemas.ts";

/** The headers of requests and answers, as the OpenAPI document describes them. */

type Headers = Record<string, z.ZodType>;

function param(id: string, schema: z.ZodType): z.ZodType {
  return schema.meta({ ...schema.meta(), param: { id } });
}

function header(id: string, schema: z.ZodType): z.ZodType {
  return schema.meta({ ...schema.meta(), header: { id } });
}

const requestId = "0192f0c1-6d7e-7c9a-b5a1-2f3e4d5c6b7a";

const asked = {
  "Idempotency-Key": param(
    "IdempotencyKey",
    told(
      z.string().max(255).optional(),
      "Any text of the caller's own: sent again with it, the write happens once and is answered again.",
      requestId,
    ),
  ),
  "If-Match": param(
    "IfMatch",
    told(
      z.string().optional(),
      "The ETag that was read, or the version in quotes: refused with 412 where the record changed since.",
      '"4"',
    ),
  ),
  "If-None-Match": param(
    "IfNoneMatch",
    told(
      z.string().optional(),
      "The ETag of the answer that is known: 304 where it still holds.",
      '"4-9Zk0"',
    ),
  ),
  Prefer: param(
    "Prefer",
    told(
      z.string().optional(),
      "handling=strict refuses unknown fields and query parameters, which are named in meta otherwise.",
      "handling=strict",
    ),
  ),
  "X-Request-Id": param(
    "XRequestId",
    told(z.string().max(128).optional(), "The caller's own name for the request.", requestId),
  ),
} satisfies Headers;

/** What a request may say beside its path, query and body. */
export function requestHeaders({ method, write, spec }: Route): Headers {
  return {
    ...write && spec.keepAnswer !== false && { "Idempotency-Key": asked["Idempotency-Key"] },
    ...spec.versionOf && { "If-Match": asked["If-Match"] },
    ...method === "GET" && { "If-None-Match": asked["If-None-Match"] },
    Prefer: asked.Prefer,
    "X-Request-Id": asked["X-Request-Id"],
  };
}

const said = {
  "X-Request-Id": header(
    "XRequestId",
    words("Names the request in the log; the caller's own where it sent one.", requestId),
  ),
  ETag: header(
    "ETag",
    words("The version of the record, where it has one, and of what is shown.", '"4-9Zk0"'),
  ),
  "Idempotency-Replayed": header(
    "IdempotencyReplayed",
    told(
      z.string().optional(),
      "true where the answer is that of an earlier request with the same key.",
      "true",
    ),
  ),
  "Retry-After": header(
    "RetryAfter",
    told(z.int().optional(), "In how many seconds to try again.", 30),
  ),
  "RateLimit-Policy": header(
    "RateLimitPolicy",
    words("How many failures pass, and the seconds in which they count.", limitPolicy),
  ),
  RateLimit: header(
    "RateLimit",
    told(
      z.string().optional(),
      "Which limit was reached, and in how many seconds it is open again.",
      '"account";r=0;t=60',
    ),
  ),
  Deprecation: header("Deprecation", words("Since when the path is an older name.", "@1767225600")),
  Link: header("Link", words("The path's newer name.", '</api/v1/…>; rel="successor-version"')),
  "WWW-Authenticate": header("WWWAuthenticate", words("How to sign in.", "Bearer")),
  Allow: header("Allow", words("The methods that are possible here.", "GET, HEAD, POST")),
};

/** What comes with an answer. */
export function answerHeaders(route: Route, isOlder = false): Headers {
  const { method, write, spec } = route;
  return {
    "X-Request-Id": said["X-Request-Id"],
    ...!Array.isArray(spec.answer) && { ETag: said.ETag },
    ...write && method !== "GET" && spec.keepAnswer !== false &&
      { "Idempotency-Replayed": said["Idempotency-Replayed"] },
    ...isLimited(route) && { "RateLimit-Policy": said["RateLimit-Policy"] },
    ...isOlder && { Deprecation: said.Deprecation, Link: said.Link },
  };
}

/** What comes with a refusal. */
export function refusalHeaders(status: number): Headers {
  return {
    "X-Request-Id": said["X-Request-Id"],
    ...status === 401 && { "WWW-Authenticate": said["WWW-Authenticate"] },
    ...status === 405 && { Allow: said.Allow },
    ...status === 429 && { RateLimit: said.RateLimit },
    ...[409, 429, 503].includes(status) && { "Retry-After": said["Retry-After"] },
  };
}
