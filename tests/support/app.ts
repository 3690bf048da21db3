import sql from "sql-template-tag";
import { type AppOptions, createApp } from "../../api/app.ts";
import { setLogLevel } from "../../api/http/log.ts";
import { tokenKeysAsAudit } from "../../domain/audit/audit_keys.ts";
import type { Actor, Role } from "../../domain/access/access.ts";
import { businessDate } from "../../domain/business/business.ts";
import { readConfig } from "../../domain/config/config.ts";
import type { Database } from "../../domain/db/connect.ts";
import { MARK } from "../../domain/db/marks.ts";
import { tokenKeys } from "../../domain/access/token_keys.ts";
import { signAccessToken } from "../../domain/staff/tokens.ts";
import { noteAnswer } from "./noted_answers.ts";
import { servingOf } from "./serving.ts";
import { openUploads } from "../../domain/uploads/open_uploads.ts";

setLogLevel("error");
export const testSecret = "a-secret-for-tests-only-0123456789-abcdef";
export const testKeys = tokenKeys([testSecret]);
/** As a service with that secret signs its audit log, where it has no other key for it. */
export const testAuditKeys = tokenKeysAsAudit(testKeys);

// deno-lint-ignore no-explicit-any -- tests look into answers of every shape
export type Json = any;

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

/** One signed-in caller of the API, in this process, over the real Hono app. */
export interface Caller {
  userId: number;
  token: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** Files of this test process, thrown away at its end. */
const uploadDir = Deno.makeTempDirSync({ prefix: "back-office-uploads-" });
globalThis.addEventListener("unload", () => Deno.removeSync(uploadDir, { recursive: true }));
const testUploads = await openUploads({
  ...readConfig(() => undefined),
  UPLOAD_DIR: uploadDir,
});

export const testOptions: AppOptions = { keys: testKeys, uploads: testUploads };

/** Serves as a server does, by roles that own no table; `database` itself is the owner's. */
export function testApp(database: Database, options: Partial<AppOptions> = {}) {
  const app = createApp(servingOf(database), { ...testOptions, ...options });

  async function send(
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await app.request(`http://localhost/api/v1${path}`, {
      method,
      headers: {
        ...token && { authorization: `Bearer ${token}` },
        ...body !== undefined && { "content-type": "application/json" },
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    }, { remoteAddr: { hostname: "127.0.0.1" } });
    const text = await response.text();
    const sent = [...response.headers.values(), text];
    if (sent.some((each) => each.includes(`${MARK}.`))) throw new Error(`A mark is sent: ${text}`);
    const isJson = /\bjson/.test(response.headers.get("content-type") ?? "");
    const answered = isJson && text !== "" ? JSON.parse(text) : text;
    noteAnswer(method, path, response, answered);
    return { status: response.status, headers: response.headers, body: answered };
  }

  function callerWith(userId: number, token: string): Caller {
    const call: Caller["call"] = (method, path, body, headers) =>
      send(token, method, path, body, headers);
    return {
      userId,
      token,
      call,
      get: (path, headers) => call("GET", path, undefined, headers),
      post: (path, body, headers) => call("POST", path, body, headers),
      put: (path, body, headers) => call("PUT", path, body, headers),
      patch: (path, body, headers) => call("PATCH", path, body, headers),
    };
  }

  /** Signed in, and confirmed for as long as the test runs; tests/staff/ has those who must confirm first. */
  async function signedIn(userId: number, role: Role): Promise<Caller> {
    const [{ id }] = await database.query<[{ id: number }]>(sql`
      insert into sessions (user_id, expires_at, confirmed_until)
      values (${userId}, now() + interval '1 day', now() + interval '1 day')
      returning id`);
    return callerWith(userId, await signAccessToken(testKeys, { userId, role, sessionId: id }));
  }

  return {
    app,
    database,
    /** Without a token. */
    anyone: callerWith(0, ""),
    /** With the token of a real login. */
    holding: (token: string) => callerWith(0, token),
    /** A new user of the role, signed in. */
    async as(role: Role): Promise<Caller> {
      return await signedIn(await insertUser(database, role), role);
    },
    /** A user who is there already. */
    signedIn,
  };
}

/** A user whose password nobody knows; tests that log in make theirs through the API. */
export async function insertUser(database: Database, role: Role): Promise<number> {
  // letters of two kinds in turn, no vowel, r or t: no search of a test, such as TRK, finds the user by chance
  const letters = ["bcdfghjk", "lmpqvwxz"];
  const random = crypto.getRandomValues(new Uint8Array(8));
  const tag = Array.from(random, (byte, at) => letters[at % 2][byte % 8]).join("");
  const [{ id }] = await database.query<[{ id: number }]>(sql`
    insert into users (reference_no, name, email, role, password_hash)
    values (${`USR-TEST-${tag}`}, ${`Test ${role} ${tag}`}, ${`${tag}@example.test`}, ${role}, '!')
    returning id`);
  return id;
}

/** An actor for calling verbs without HTTP. */
export function actorWith(role: Actor["role"], userId: number | null = null): Actor {
  const now = new Date();
  return {
    userId,
    name: `Test ${role}`,
    role,
    source: "cli",
    requestId: crypto.randomUUID(),
    now: now.toISOString(),
    today: businessDate(now),
  };
}
