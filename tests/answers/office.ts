import pg from "pg";
import { type Role, roles } from "./roles.ts";
import { connect } from "../../domain/db/connect.ts";
import { openEmbedded } from "../../domain/db/embedded.ts";
import { testApp, testSecret } from "../support/app.ts";
import { stopClock } from "./clock.ts";
import { exactJson, type Kept, legibleBody, legibleHeaders, withoutChance } from "./legible.ts";

export const PASSWORD = "answers-are-recorded-1";
const BEGIN = Date.parse("2026-06-15T06:00:00Z");

/** Who asks: a role, nobody, or whoever holds this token. */
export type Asker = Role | "anyone" | { token: string };

export interface Asked {
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Office {
  /** answers as it is kept, and the body's own text for what is asked next */
  ask(by: Asker, request: string, asked?: Asked): Promise<{ kept: Kept; text: string }>;
  command(
    args: string[],
    stdin?: string,
  ): Promise<{ code: number; stdout: string; stderr: string }>;
  /** a second later, here and in the database */
  tick(): Promise<void>;
  tokens: Map<Role, string>;
  folder: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A business of this recording alone: its own PostgreSQL with a clock that stands, migrated by the
 * command line. `now()` is found in `public` before the one of PostgreSQL, so the columns' defaults
 * and every statement take the same standing clock as the program.
 */
export async function openOffice(): Promise<Office> {
  const folder = await Deno.makeTempDir({ prefix: "answers-" });
  const embedded = await openEmbedded(folder, { fast: true });
  const { url } = embedded;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(clockOfTheDatabase);
  let now = BEGIN;
  const tick = async () => {
    now += 1000;
    stopClock(new Date(now).toISOString());
    await admin.query("update clock.hand set at = $1", [new Date(now).toISOString()]);
  };
  await tick();

  const command: Office["command"] = (args, stdin) =>
    runCommand(
      { DATABASE_URL: url, DATA_DIR: folder, ANSWERS_NOW: new Date(now).toISOString() },
      args,
      stdin,
    );
  const migrated = await command(["db", "migrate"]);
  if (migrated.code !== 0) throw new Error(migrated.stderr);

  const database = connect(url, { readers: 4 });
  const { app } = testApp(database);
  const tokens = new Map<Role, string>();
  return {
    folder,
    tokens,
    tick,
    command,
    ask: (by, request, asked) =>
      send(app, typeof by === "object" ? by.token : tokens.get(by as Role), request, asked),
    async [Symbol.asyncDispose]() {
      await database.end();
      await admin.end();
      await embedded.release();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const root = `${import.meta.dirname}/../../`;

/** As in tests/run.ts: native code only from the packages. */
const named = ["read", "write", "net", "env", "sys", "run", "ffi=node_modules"]
  .map((each) => `--allow-${each}`);

async function runCommand(env: Record<string, string>, args: string[], stdin = "") {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...named, "--preload", `${root}tests/answers/clock.ts`].concat(
      `${root}cli/main.ts`,
      args,
    ),
    cwd: root,
    env: { JWT_SECRET: testSecret, NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** Asks the app as a program does, and keeps what it answered. */
export async function send(
  app: ReturnType<typeof testApp>["app"],
  token: string | undefined,
  request: string,
  { body, headers }: Asked = {},
): Promise<{ kept: Kept; text: string }> {
  const [method, path] = request.split(" ");
  const whole = body instanceof FormData || typeof body === "string";
  const response = await app.request(`http://localhost/api/v1${path}`, {
    method,
    headers: {
      "x-request-id": "recorded",
      ...token && { authorization: `Bearer ${token}` },
      ...body !== undefined && !(body instanceof FormData) &&
        { "content-type": "application/json" },
      ...headers,
    },
    body: whole ? body : JSON.stringify(body),
  }, { remoteAddr: { hostname: "127.0.0.1" } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const found = await legibleBody(response.headers.get("content-type") ?? "", bytes);
  return {
    text: new TextDecoder().decode(bytes),
    kept: {
      request,
      status: response.status,
      headers: legibleHeaders(response.headers),
      body: withoutChance(found),
    },
  };
}

/** Plans are kept from depending on when autovacuum came by, as far as they may be. */
export const clockOfTheDatabase = `
  create schema clock;
  create table clock.hand (at timestamptz not null);
  insert into clock.hand values ('2026-06-15T06:00:00Z');
  grant usage on schema clock to public;
  grant select on clock.hand to public;
  create function public.now() returns timestamptz stable language sql
    return (select at from clock.hand);
  create function public.clock_timestamp() returns timestamptz stable language sql
    return (select at from clock.hand);
  do $$ begin
    execute format('alter database %I set search_path = public, pg_catalog', current_database());
    execute format('alter database %I set jit = off', current_database());
    execute format('alter database %I set max_parallel_workers_per_gather = 0', current_database());
    execute format('alter database %I set synchronize_seqscans = off', current_database());
  end $$;`;

/** The owner by setup, everybody else out of the demonstration; all of them signed in. */
export async function staff(office: Office): Promise<Kept[]> {
  const owner = { name: "Recorded Owner", email: "owner@demo.example", password: PASSWORD };
  const setup = await office.ask("anyone", "POST /auth/setup-owner", { body: owner });
  const seeded = await office.command(
    ["demo", "seed", "--seed", "7", "--password-stdin", "--json"],
    PASSWORD,
  );
  if (seeded.code !== 0) throw new Error(seeded.stderr);
  const kept = [setup.kept];
  for (const role of roles) {
    await office.tick();
    const identifier = `${role.replace("_", "-")}@demo.example`;
    const login = await office.ask("anyone", "POST /auth/login", {
      body: { identifier, password: PASSWORD },
    });
    kept.push(login.kept);
    office.tokens.set(role, JSON.parse(login.text).data.access_token);
  }
  return kept.concat({
    request: "demo seed",
    status: 0,
    headers: {},
    body: exactJson(seeded.stdout),
  });
}
