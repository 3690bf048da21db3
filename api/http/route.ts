import { z } from "zod";
import type { Actor, Permission } from "../../domain/access/access.ts";
import type { OperationName } from "../../domain/approvals/operations.ts";
import type { Database, Db, Tx } from "../../domain/db/connect.ts";
import type { Printout } from "../../domain/documents/printing.ts";
import type { Kind } from "../../domain/errors.ts";
import type { IncomingFile } from "../../domain/uploads/store.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What every handler gets to work with. */
export interface Call<Query, Body> {
  db: Database;
  /** the same, for lists and records that are sent on as they are read; of a write: for its answer, and nothing after it */
  wire: Db;
  actor: Actor;
  /** the `:id` of the path, a positive integer; 0 where the path has none */
  id: number;
  /** further path parameters, such as `cost_id` */
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** the caller's network address, as far as trusted proxies tell it */
  address: string;
  /** the session that the token names */
  sessionId: number;
  /** whether a program on this machine asks, and no proxy on it asks for someone else */
  fromHere: () => boolean;
  /** by which the caller's device is known again: a cookie that no script reads */
  device: () => { token: string | undefined; keep(token: string): void };
  requestId: string;
  /** aborted with a refusal when the client hangs up */
  signal: () => AbortSignal;
  /** the Authorization header as sent, for routes that need no token but use one */
  authorization: string | undefined;
}

export interface Spec<Query extends z.ZodType, Body extends z.ZodType> {
  summary: string;
  /** `anyone` needs no token; `signed_in` any role. Deny by default: every route says. */
  may: Permission | "anyone" | "signed_in";
  query?: Query;
  body?: Body;
  /** what stands in `data`; the content types of a file that is answered instead */
  answer: z.ZodType | string[];
  /** of a list: what its `meta` says beside what every list says there */
  meta?: z.ZodRawShape;
  /** whether the answer may be some moments old, and so come from a replica; default: whether it is a list */
  mayLag?: boolean;
  /** false for what reads like a list and is none, such as changes since a token: it is never a file */
  file?: false;
  /** the whole list as a document, for `format=pdf` */
  print?: (call: Call<unknown, unknown>) => Promise<Printout>;
  /** of a list that people read as a spreadsheet: what stands over its rows there */
  above?: (call: Call<unknown, unknown>) => string[][];
  /** kinds of refusal beyond the usual ones, for the documentation */
  refuses?: Kind[];
  /** further paths with the same handler */
  aliases?: string[];
}

export interface WriteSpec<Query extends z.ZodType, Body extends z.ZodType>
  extends Spec<Query, Body> {
  /** 201 with a Location for what creates, 200 for the rest */
  creates?: boolean;
  /** where the created record is, relative to the root of the API; default: the path itself and its id */
  location?: (data: Record<string, unknown>, params: Record<string, string>) => string;
  /** the example of the body, or which of its fields are sent, where all at once would be refused */
  example?: readonly string[] | Record<string, unknown>;
  /** whether `?dry_run=true` is understood */
  dryRun?: boolean;
  /**
   * The table whose `version` If-Match speaks of; where some may not reach every record, what locks
   * the record within the actor's reach and answers its version.
   */
  versionOf?:
    | string
    | ((tx: Tx, actor: Actor, id: number, params: Record<string, string>) => Promise<number>);
  /** false for answers that carry a secret: they are never kept for an Idempotency-Key */
  keepAnswer?: boolean;
  /**
   * What is written, for writes that phones do while they are offline: `client_id` and `occurred_at`
   * are taken beside the body's own fields.
   */
  offline?: string;
  /** its name among the writes that a second person may be asked for, beyond a limit */
  asks?: OperationName;
  /**
   * marks what is sensitive: whoever must confirm who he is does so first, or `everybody` does. `when` looks
   * whether this body is; where only the record tells, the verb asks `requireStepUp`
   */
  stepUp?: { everybody?: true; when?(body: z.output<Body>): boolean };
  /** fields of the answer that are shown once: never kept, so a replay comes without them */
  shownOnce?: string[];
}

/** Where the files of a form are received, and how large each may be. */
export interface Reception {
  incoming: string;
  maxBytes: number;
}

/** Work done before a transaction, and how to take it back when that does not come about. */
export interface Prepared {
  undo(): Promise<void>;
}

export interface Route {
  method: Method;
  path: string;
  spec: WriteSpec<z.ZodType, z.ZodType>;
  read?: (call: Call<unknown, unknown>) => Promise<unknown>;
  write?: (call: Call<unknown, unknown> & { tx: Tx; prepared?: Prepared }) => Promise<unknown>;
  /** a form with files instead of a JSON body */
  form?: Reception & {
    prepare: (call: Call<unknown, unknown> & { files: IncomingFile[] }) => Promise<Prepared>;
  };
}

/** Lists and reports may; what decides about rights, a single record and every write may not. */
export function mayLag({ method, spec }: Route): boolean {
  return method === "GET" && (spec.mayLag ?? spec.answer instanceof z.ZodArray);
}

/**
 * A GET: `handler` answers a record, a page with `data` and `meta`, or a `FileAnswer`. A list of a record
 * (`z.array(product.schema)`) takes `format=csv|xlsx` by itself: see list_file.ts.
 */
export function get<Query extends z.ZodType = z.ZodType<Record<never, never>>>(
  path: string,
  spec: Spec<Query, z.ZodType>,
  handler: (call: Call<z.output<Query>, unknown>) => Promise<unknown>,
): Route {
  return { method: "GET", path, spec, read: handler as Route["read"] };
}

type Write = <
  Query extends z.ZodType = z.ZodType<Record<never, never>>,
  Body extends z.ZodType = z.ZodType<Record<never, never>>,
>(
  path: string,
  spec: WriteSpec<Query, Body>,
  handler: (call: Call<z.output<Query>, z.output<Body>> & { tx: Tx }) => Promise<unknown>,
) => Route;

function writing(method: Method): Write {
  return (path, spec, handler) => ({ method, path, spec, write: handler as Route["write"] });
}

/** A write: `handler` runs in one transaction with the Idempotency-Key and the kept answer. */
export const post = writing("POST");
export const put = writing("PUT");
export const patch = writing("PATCH");

/**
 * A POST that opens its own transactions, because part of it must stand although the rest is refused
 * (a failed login is counted) or must happen outside one (hashing a password). Never kept for a key.
 */
export function postAlone<
  Query extends z.ZodType = z.ZodType<Record<never, never>>,
  Body extends z.ZodType = z.ZodType<Record<never, never>>,
>(
  path: string,
  spec: WriteSpec<Query, Body>,
  handler: (call: Call<z.output<Query>, z.output<Body>>) => Promise<unknown>,
): Route {
  return { method: "POST", path, spec, read: handler as Route["read"] };
}

/**
 * A POST of a form with files (multipart/form-data). They are received into files first; `prepare` then
 * works on them outside the transaction, and `handler` inside it, as with every write. What `prepare`
 * did is undone when the transaction fails or answers what was kept for the Idempotency-Key.
 */
export function postForm<
  Body extends z.ZodType,
  Ready extends Prepared,
  Query extends z.ZodType = z.ZodType<Record<never, never>>,
>(
  path: string,
  spec: WriteSpec<Query, Body>,
  reception: Reception,
  prepare: (
    call: Call<z.output<Query>, z.output<Body>> & { files: IncomingFile[] },
  ) => Promise<Ready>,
  handler: (
    call: Call<z.output<Query>, z.output<Body>> & { tx: Tx; prepared: Ready },
  ) => Promise<unknown>,
): Route {
  const form = { ...reception, prepare } as Route["form"];
  return { method: "POST", path, spec, write: handler as Route["write"], form };
}

/** The routes of one area, as the documentation groups them. */
export interface Area {
  name: string;
  /** what it is for, in a sentence */
  says: string;
  routes: Route[];
}
