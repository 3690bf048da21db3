import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { invalid, Refusal } from "../../domain/errors.ts";
import * as field from "../../domain/records/fields.ts";
import { parse, refusalFrom, tidy } from "../../domain/records/input.ts";
import { judgeMoment, phoneFields } from "../../domain/phones/client_records.ts";
import type { AppEnv } from "./env.ts";
import { bodyFailure } from "./client_closed.ts";
import { readJsonBody } from "./json_body.ts";
import { inTime, unless } from "./in_time.ts";
import { filesOf } from "./list_file.ts";
import { readForm } from "./multipart.ts";
import type { Reception, Route } from "./route.ts";

/** What the steps of a route's chain read of a request before the schemas judge it. */

const MOST_JSON_BYTES = 1024 * 1024;
const jsonLimit = bodyLimit({
  maxSize: MOST_JSON_BYTES,
  onError: () => {
    throw new Refusal("body_too_large", "The body is larger than 1 MiB.");
  },
});

const emptyBody = z.object({});

export function bodySchema(route: Route): z.ZodType {
  return route.spec.body ?? emptyBody;
}

const dryRunQuery = {
  dry_run: field.flag().default(false)
    .describe("Whether to answer as if it were done, and write nothing."),
};

const queries = new WeakMap<Route, z.ZodObject>();

/** Once for each route: to make one, and zod's preparing to read by it, take longer than reading. */
export function querySchema(route: Route): z.ZodObject {
  let query = queries.get(route);
  if (!query) {
    const own = (route.spec.query ?? z.object({})) as z.ZodObject;
    query = own.extend(route.spec.dryRun ? dryRunQuery : filesOf(route)?.query ?? {});
    queries.set(route, query);
  }
  return query;
}

export function readQuery(schema: z.ZodObject): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = Object.fromEntries(
      Object.entries(c.req.queries()).map(([name, all]) => [name, all.length === 1 ? all[0] : all]),
    );
    const { value, ignored } = tidy(schema, given);
    strictly(c, ignored, "is not a query parameter of this path");
    c.set("ignoredQuery", ignored);
    c.req.queries = (() =>
      Object.fromEntries(
        Object.entries(value as Record<string, unknown>).map(([name, v]) => [name, [v].flat()]),
      )) as typeof c.req.queries;
    await next();
  };
}

/** Reads the JSON body strictly, tidies it, and hands it to zod-validator in place of `c.req.json()`. */
export function readBody(schema: z.ZodType, offline: boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const bytes = await bytesOf(c);
    c.set("bodyBytes", bytes);
    const type = c.req.header("content-type")?.split(";")[0].trim().toLowerCase();
    const isJson = type !== undefined && /^application\/([\w.-]+\+)?json$/.test(type);
    if (bytes.length > 0 && !isJson) {
      throw new Refusal("unsupported_media_type", "Send the body as application/json.");
    }
    const raw = bytes.length === 0 ? {} : readJsonBody(bytes);
    const { value, ignored } = tidy(schema, offline ? withoutPhone(c, schema, raw) : raw);
    strictly(c, ignored, "is not a field of this request");
    c.set("ignoredFields", ignored);
    c.req.json = () => Promise.resolve(value as never);
    await next();
  };
}

/** Also the limit reads the body, where its length is not told. */
async function whole(c: Context<AppEnv>): Promise<Uint8Array> {
  await jsonLimit(c, () => Promise.resolve());
  return new Uint8Array(await c.req.arrayBuffer());
}

async function bytesOf(c: Context<AppEnv>): Promise<Uint8Array> {
  try {
    return await inTime(
      c.req.raw,
      { mostBytes: MOST_JSON_BYTES, graceMs: c.get("bodyGraceMs") },
      (late) => unless(late, whole(c)),
    );
  } catch (error) {
    throw bodyFailure(error);
  }
}

/** Takes out what a phone says about its write; a field that the schema has itself stays there too. */
function withoutPhone(c: Context<AppEnv>, schema: z.ZodType, raw: unknown): unknown {
  if (raw === null || typeof raw !== "object" || Array.isArray(raw)) return raw;
  const phone = parse(phoneFields, raw);
  judgeMoment(c.get("actor"), phone);
  c.set("phone", phone);
  const own = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return Object.fromEntries(
    Object.entries(raw).filter(([name]) => !(name in phoneFields.shape) || own.includes(name)),
  );
}

/**
 * Reads a form with files; its fields count as a JSON body's (zod-validator reads no streamed form).
 * For the Idempotency-Key the request is what the form says, not its bytes: a client that sends it
 * again draws a new boundary.
 */
export function receiveForm(
  schema: z.ZodType,
  reception: Reception,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { fields, files, ignored: otherFiles, folder } = await readForm(
      c.req.raw,
      reception,
      c.get("bodyGraceMs"),
    );
    try {
      const { value, ignored } = tidy(schema, fields);
      const all = [...ignored, ...otherFiles];
      strictly(c, all, "is not a field of this request");
      c.set("ignoredFields", all);
      c.set("files", files);
      const said = [
        Object.entries(fields).sort(),
        files.map(({ file_name, sha256 }) => [file_name, sha256]),
      ];
      c.set("bodyBytes", new TextEncoder().encode(JSON.stringify(said)));
      const read = schema.safeParse(value);
      if (!read.success) throw refusalFrom(read.error.issues, value);
      c.req.addValidatedData("json", read.data as Record<string, unknown>);
      await next();
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  };
}

/** `Prefer: handling=strict` (RFC 7240) makes what would be ignored an error. */
function strictly(c: Context<AppEnv>, ignored: string[], reason: string): void {
  if (!/(^|[,;\s])handling\s*=\s*"?strict"?/i.test(c.req.header("prefer") ?? "")) return;
  c.header("preference-applied", "handling=strict");
  if (ignored.length > 0) throw invalid(Object.fromEntries(ignored.map((name) => [name, reason])));
}
