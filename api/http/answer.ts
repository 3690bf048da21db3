import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { recordExport } from "../../domain/audit/record_export.ts";
import type { Actor } from "../../domain/access/access.ts";
import type { Database, Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Wire } from "../../domain/db/wire.ts";
import { versionOf } from "../../domain/db/version.ts";
import { invalid, Refusal } from "../../domain/errors.ts";
import { claimKey, keepAnswer } from "../../domain/idempotency.ts";
import { keepClientRecord, refuseKnown } from "../../domain/phones/client_records.ts";
import { BASE } from "./base.ts";
import { fromThisMachine } from "./address.ts";
import { deviceOf } from "./device.ts";
import { hungUp } from "./client_closed.ts";
import type { AppEnv } from "./env.ts";
import { FileAnswer, sendFile } from "./file_answer.ts";
import { listFile } from "./list_file.ts";
import { locationOf, render, type Rendered, replay, respond } from "./rendered.ts";
import { type Call, mayLag, type Prepared, type Route } from "./route.ts";

type Ctx = Context<AppEnv>;

/** Where routes read from. */
export interface Sources {
  database: Database;
  /** for answers that may be some moments old */
  replica: Database;
}

/** The last step of a route's chain: runs its handler and sends what it answers. */
export async function answer(c: Ctx, route: Route, sources: Sources): Promise<Response> {
  const { database, replica } = sources;
  const call = callOf(c, mayLag(route) ? replica : database);
  let rendered: Rendered;
  if (route.read) {
    const list = await listFile(route, call);
    if (list && c.req.method === "GET") {
      await recordExport(database, call.actor, ...askedOf(c));
    }
    const result = list ?? await route.read(call);
    if (result instanceof FileAnswer) return await sendFile(c, result);
    rendered = render(c, route, result);
  } else if (route.form) {
    const prepared = await route.form.prepare({ ...call, files: c.get("files") });
    rendered = await writePrepared(c, route, { ...call, prepared }, database);
  } else {
    rendered = await write(c, route, call, database).catch((error) => {
      throw askable(route, error);
    });
  }
  return respond(c, route, rendered);
}

/** A write beyond a limit, with where a second person is asked for it. */
function askable({ spec: { asks } }: Route, error: unknown): unknown {
  if (!(asks && error instanceof Refusal && error.code === "beyond_limit")) return error;
  const request = { operation: asks, request_at: `${BASE}/approvals/requests` };
  const extra = { ...error.details.extra, ...request };
  return new Refusal(error.code, error.message, { ...error.details, extra });
}

/** The path below the root of the API, and the query as it was sent. */
function askedOf(c: Ctx): [string, Record<string, string>] {
  return [c.req.path.slice(BASE.length), Object.fromEntries(new URL(c.req.url).searchParams)];
}

function callOf(c: Ctx, database: Database): Call<unknown, unknown> {
  const valid = c.req as unknown as { valid(target: "query" | "json"): unknown };
  return {
    db: database,
    wire: new Wire(database),
    actor: actorOf(c),
    id: c.get("id") ?? 0,
    params: c.req.param() as Record<string, string>,
    query: valid.valid("query"),
    body: c.req.method === "GET" || c.req.method === "HEAD" ? undefined : valid.valid("json"),
    address: c.get("address"),
    sessionId: c.get("sessionId") ?? 0,
    fromHere: () => fromThisMachine(c),
    device: () => deviceOf(c),
    requestId: c.get("requestId"),
    signal: () => hungUp(c.req.raw.signal),
    authorization: c.req.header("authorization"),
  };
}

/** Whoever acts, and when he did it where his phone was offline. */
function actorOf(c: Ctx): Actor {
  const phone = c.get("phone");
  if (!phone) return c.get("actor");
  return { ...c.get("actor"), occurredAt: phone.occurred_at, clientId: phone.client_id };
}

/**
 * Runs the write, and takes back what was prepared for it (files in the storage) unless this very
 * transaction was committed.
 */
async function writePrepared(
  c: Ctx,
  route: Route,
  call: Call<unknown, unknown> & { prepared: Prepared },
  database: Database,
): Promise<Rendered> {
  try {
    const rendered = await write(c, route, call, database);
    if (rendered.replayed) await call.prepared.undo();
    return rendered;
  } catch (error) {
    // after an unknown outcome the files may be needed; `sweepUploads` finds those that are not
    const unknown = error instanceof Refusal && error.code === "outcome_unknown";
    if (!unknown) await call.prepared.undo();
    throw error;
  }
}

/** One transaction for claim, effect and kept answer, so none can be there without the others. */
async function write(
  c: Ctx,
  route: Route,
  call: Call<unknown, unknown>,
  database: Database,
): Promise<Rendered> {
  const dryRun = Boolean((call.query as { dry_run?: boolean }).dry_run);
  const key = route.spec.keepAnswer === false || dryRun ? undefined : idempotencyKey(c);
  const userId = call.actor.userId;
  const hashes = key ? requestHashes(c) : [];
  return await inTransaction(database, async (tx) => {
    if (key && userId !== null) {
      const kept = await claimKey(tx, userId, key, hashes);
      if (kept) return replay(c, route, kept);
    }
    const { offline } = route.spec;
    const { clientId } = call.actor;
    if (offline && clientId) await refuseKnown(tx, call.actor, offline, clientId);
    await checkVersion(c, tx, route, call);
    const wire = new Wire(key || clientId ? tx : tx.readAndEnd());
    const result = await route.write!({ ...call, tx, wire });
    const rendered = render(c, route, result, dryRun);
    if (offline && clientId) {
      const record = recordOf(result);
      const path = readAt(c, route, result);
      await keepClientRecord(tx, call.actor, {
        client_id: clientId,
        kind: offline,
        ...record,
        path,
      });
    }
    if (key && userId !== null) {
      const { shownOnce } = route.spec;
      const kept = shownOnce ? render(c, route, without(result, shownOnce)) : rendered;
      const body = typeof kept.body === "string" ? kept.body : new TextDecoder().decode(kept.body);
      await keepAnswer(tx, userId, key, hashes[0], { ...kept, body });
    }
    return rendered;
  }, { dryRun });
}

function recordOf(result: unknown): { id: number; reference_no: string | null } {
  const { id, reference_no } = (Array.isArray(result) ? result[0] : result) as {
    id: number;
    reference_no?: string;
  };
  return { id, reference_no: reference_no ?? null };
}

/** Where the record that was written is read, below the root of the API. */
function readAt(c: Ctx, route: Route, result: unknown): string {
  if (route.spec.creates) return locationOf(c, route, result);
  const path = route.path.replace(/(\/:id)\/.*$/, "$1");
  return path.replace(":id", String(c.get("id")));
}

function idempotencyKey(c: Ctx): string | undefined {
  const key = c.req.header("idempotency-key")?.trim();
  if (key === undefined || key === "") return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ "Idempotency-Key": "must be 1 to 255 printable characters" });
  }
  return key;
}

function without(result: unknown, names: string[]): unknown {
  return Object.fromEntries(
    Object.entries(result as object).filter(([name]) => !names.includes(name)),
  );
}

/** Keyed, because a body may carry a password: a copy of the table is no help in guessing it. */
function requestHashes(c: Ctx): string[] {
  const url = new URL(c.req.url);
  return c.get("keys").map((key) =>
    createHmac("sha256", key).update(`${c.req.method} ${url.pathname}${url.search}\n`)
      .update(c.get("bodyBytes")).digest("hex")
  );
}

async function checkVersion(
  c: Ctx,
  tx: Tx,
  route: Route,
  { actor, id, params }: Call<unknown, unknown>,
): Promise<void> {
  const wanted = c.req.header("if-match");
  const { versionOf: of } = route.spec;
  if (wanted === undefined || wanted.trim() === "*" || of === undefined) return;
  const version = typeof of === "string"
    ? await versionOf(tx, of, id)
    : await of(tx, actor, id, params);
  const tags = wanted.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!tags.some((tag) => tag === `"${version}"` || tag.startsWith(`"${version}-`))) {
    throw new Refusal(
      "precondition_failed",
      "The record was changed since you read it. Read it again.",
      {
        extra: { current_version: version },
      },
    );
  }
}
