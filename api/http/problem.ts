import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import {
  bn,
  faultInBangla,
  titles as banglaTitles,
  wentWrong,
} from "../../domain/bangla/refusals.bn.ts";
import { brokenConstraint, known } from "../../domain/db/connect.ts";
import { type Kind, Refusal } from "../../domain/errors.ts";
import { shownOf } from "../../domain/records/shown.ts";
import type { AppEnv } from "./env.ts";
import { log } from "./log.ts";

/** The one place where a kind of refusal becomes an HTTP status. */
export const statusOf: Record<Kind, number> = {
  abandoned: 499, // nginx's: the answer reaches nobody, it is for the log and the metrics
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  not_allowed: 405,
  conflict: 409,
  precondition: 412,
  too_slow: 408,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  throttled: 429,
  unavailable: 503,
};

/** Each status in words. */
export const titles: Record<number, string> = {
  400: "Malformed request",
  401: "Not signed in",
  403: "Not permitted",
  404: "Not found",
  405: "Method not allowed",
  408: "Request timeout",
  409: "Conflict",
  412: "Precondition failed",
  413: "Too large",
  415: "Unsupported content type",
  422: "Invalid fields",
  429: "Too many attempts",
  499: "Client closed request",
  500: "Internal error",
  503: "Temporarily unavailable",
};

/**
 * Answers anything thrown as `application/problem+json` (RFC 9457). A bug is logged, never shown. Who asks for
 * Bangla before English (`Accept-Language`) gets its sentences in it; codes and members stay as they are.
 */
export function problem(thrown: unknown, c: Context<AppEnv>): Response {
  const refusal = asRefusal(thrown);
  const requestId: string = c.get("requestId") ?? "";
  if (!refusal) log("error", "unexpected", { request_id: requestId, error: describe(thrown) });
  else if (refusal.cause !== undefined) {
    log("warn", refusal.code, { request_id: requestId, error: describe(refusal.cause) });
  }
  const status = refusal ? statusOf[refusal.kind] : 500;
  const detail = refusal?.message ?? "Something went wrong on our side. Tell us the request id.";
  const body = {
    type: "about:blank",
    title: titles[status],
    status,
    detail,
    instance: URL.parse(c.req.url)?.pathname ?? c.req.path,
    code: refusal?.code ?? "internal_error",
    message: detail,
    ...refusal?.details.extra && told(c, refusal.details.extra),
    ...(refusal?.details.errors && { errors: refusal.details.errors }),
    request_id: requestId,
  };
  const headers: Record<string, string> = {
    "content-type": "application/problem+json; charset=utf-8",
    vary: "accept-language",
  };
  if (wantsBangla(c)) {
    Object.assign(body, inBangla(status, refusal));
    headers["content-language"] = "bn";
  }
  if (status === 401) headers["www-authenticate"] = "Bearer";
  if (status === 408) headers.connection = "close"; // the rest of the body is not waited for
  const wait = refusal?.details.retryAfterSeconds;
  if (wait !== undefined) headers["retry-after"] = String(wait);
  const { limit } = refusal?.details ?? {};
  if (limit) headers.ratelimit = `"${limit}";r=0;t=${wait ?? 0}`;
  c.set("problemCode", body.code);
  return c.body(JSON.stringify(body), status as 400, headers);
}

/** Whether Bangla stands before English among what is accepted: `bn-BD,bn;q=0.9,en;q=0.5`. */
function wantsBangla(c: Context): boolean {
  const match: Parameters<typeof accepts>[1]["match"] = (accepted) => {
    const weight = (language: string) =>
      Math.max(
        0,
        ...accepted.filter(({ type }) => type.toLowerCase().split("-")[0] === language)
          .map(({ q }) => q),
      );
    return weight("bn") > weight("en") ? "bn" : "en";
  };
  return accepts(c, { header: "Accept-Language", supports: ["bn", "en"], default: "en", match }) ===
    "bn";
}

/** What is said in it; a sentence that it does not have stays in English. */
function inBangla(status: number, refusal: Refusal | undefined) {
  const detail = refusal ? bn[refusal.code] : wentWrong;
  const errors = refusal?.details.errors && Object.fromEntries(
    Object.entries(refusal.details.errors).map((
      [name, faults],
    ) => [name, faults.map(faultInBangla)]),
  );
  return {
    title: banglaTitles[status],
    ...detail && { detail, message: detail },
    ...errors && { errors },
  };
}

/** What a refusal says about records is cut as the route's answer is: to what the caller's role may see. */
function told(c: Context<AppEnv>, extra: Record<string, unknown>) {
  const [schema, actor] = [c.get("answer"), c.get("actor")];
  if (!actor || !(schema instanceof z.ZodType)) return extra;
  return shownOf(schema, actor, extra) as Record<string, unknown>;
}

function asRefusal(thrown: unknown): Refusal | undefined {
  const error = known(thrown);
  if (error instanceof Refusal) return error;
  if (error instanceof HTTPException) {
    return new Refusal(error.status === 413 ? "body_too_large" : "malformed_body", error.message);
  }
  return outOfRange(error);
}

/** A sum or product that leaves a column's range: the numbers sent were too large together. */
function outOfRange(error: unknown): Refusal | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (code !== "22003" && code !== "23514") return undefined;
  const rule = brokenConstraint(error);
  return new Refusal(
    "invalid_fields",
    `A value is out of range${rule ? ` (${rule})` : ""}.`,
    { errors: { body: [`a value is out of range${rule ? ` (${rule})` : ""}`] } },
  );
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? thrown.stack ?? thrown.message : String(thrown);
}
