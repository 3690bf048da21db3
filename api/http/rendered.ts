import { gzipSync } from "node:zlib";
import type { Context } from "hono";
import { z } from "zod";
import { JsonText } from "../../domain/db/wire.ts";
import type { KeptAnswer } from "../../domain/idempotency.ts";
import { shownOf } from "../../domain/records/shown.ts";
import type { AppEnv } from "./env.ts";
import { BASE } from "./base.ts";
import { codingFor } from "./coding.ts";
import { etagOf, namesTag } from "./etag.ts";
import type { Route } from "./route.ts";

type Ctx = Context<AppEnv>;

/** A body of fewer characters is one packet either way. */
const GZIP_FROM = 1000;

/** What a handler answered, as it is sent and as it is kept for a repeated request. */
export interface Rendered {
  status: number;
  location: string | null;
  body: string | Uint8Array<ArrayBuffer>;
  /** of the record in the answer, where it has one */
  version?: number;
  replayed?: boolean;
}

/** The answer in its envelope, of what the role may see. */
export function render(c: Ctx, route: Route, result: unknown, dryRun = false): Rendered {
  const { data, meta: own } = isPage(result) ? result : { data: result, meta: undefined };
  const phone = route.spec.offline ? c.get("phone") : undefined;
  const meta = {
    ...isList(route) && { next_cursor: null },
    ...own,
    ...phone,
    ...dryRun && { dry_run: true },
    ...ignoredMeta(c),
  };
  const creates = route.spec.creates === true && !dryRun;
  const actor = c.get("actor") ?? { role: "owner" };
  const beside = Object.keys(meta).length > 0 ? `,"meta":${JSON.stringify(meta)}` : "";
  return {
    status: creates ? 201 : 200,
    location: creates ? BASE + locationOf(c, route, data) : null,
    version: versionIn(data),
    body: data instanceof JsonText
      ? data.bytes(`{"data":`, `${beside}}`)
      : `{"data":${JSON.stringify(shownOf(route.spec.answer as z.ZodType, actor, data))}${beside}}`,
  };
}

/** Where a record that was made is read, below the root of the API. */
export function locationOf(c: Ctx, route: Route, data: unknown): string {
  const record = (Array.isArray(data) ? data[0] : data) as Record<string, unknown>;
  if (route.spec.location) {
    return route.spec.location(record, c.req.param() as Record<string, string>);
  }
  return `${route.path}/${record?.id}`;
}

function ignoredMeta(c: Ctx): Record<string, string[]> {
  const fields = c.get("ignoredFields") ?? [];
  const query = c.get("ignoredQuery") ?? [];
  return {
    ...fields.length > 0 && { ignored_fields: fields },
    ...query.length > 0 && { ignored_query: query },
  };
}

/** What is read as a list says by `next_cursor` that it ends, also where it never has a second page. */
export function isList({ method, spec }: Route): boolean {
  return method === "GET" && spec.answer instanceof z.ZodArray;
}

function isPage(result: unknown): result is { data: unknown; meta: Record<string, unknown> } {
  return result !== null && typeof result === "object" && "data" in result && "meta" in result;
}

/** Sends it, or 304 to who has it. */
export function respond(c: Ctx, route: Route, rendered: Rendered): Response {
  const { status, location, body, version, replayed } = rendered;
  const tag = etagOf(body, version);
  const headers: Record<string, string> = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": route.method === "GET" ? "private, no-cache" : "no-store",
    etag: tag,
  };
  if (location) headers.location = location;
  if (replayed) headers["idempotency-replayed"] = "true";
  c.header("vary", "accept-encoding", { append: true });
  const known = c.req.header("if-none-match");
  if (route.method === "GET" && known && namesTag(known, tag)) return c.body(null, 304, headers);
  const coding = body.length < GZIP_FROM
    ? undefined
    : codingFor(c.req.header("accept-encoding"), ["gzip"]);
  if (!coding) return c.body(body, status as 200, headers);
  // a token in the header is nothing that another site can make a browser send, so lengths tell it nothing
  return c.body(gzipSync(body, { level: 4 }), status as 200, {
    ...headers,
    "content-encoding": coding,
  });
}

/** A kept answer was made for the role of then; a replay shows what the role of now may see. */
export function replay(c: Ctx, { spec }: Route, kept: KeptAnswer): Rendered {
  const exact = (_key: string, value: unknown, context?: { source: string }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && context
      ? JSON.rawJSON(context.source)
      : value;
  const answer = JSON.parse(kept.body, exact as Parameters<typeof JSON.parse>[1]);
  return {
    ...kept,
    body: JSON.stringify({
      ...answer,
      data: shownOf(spec.answer as z.ZodType, c.get("actor"), answer.data),
    }),
    version: versionIn(answer.data),
    replayed: true,
  };
}

function versionIn(data: unknown): number | undefined {
  const version = (data as { version?: unknown } | null)?.version;
  return typeof version === "number" ? version : undefined;
}
