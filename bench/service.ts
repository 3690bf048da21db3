import { openEmbedded } from "../domain/db/embedded.ts";
import { freePort } from "../tests/support/server.ts";

// deno-lint-ignore no-explicit-any -- answers of every shape, of two versions
export type Json = any;

export const SECRET = "a-secret-for-measurements-only-0123456789";

/** A program that answers on a port until it is disposed of. */
export interface Bare extends AsyncDisposable {
  port: number;
  pid: number;
}

/** A version of the service, running from its checkout over a database of its own. */
export interface Service extends Bare {
  url: string;
  token: string;
  /** @throws Error with method, path and answer when the status is not 2xx */
  call(method: string, path: string, body?: unknown): Promise<Json>;
}

/** A PostgreSQL and a folder for this run alone; both go with `toEnd`. */
export async function startPostgres(
  toEnd: AsyncDisposableStack,
): Promise<{ folder: string; url: string }> {
  const folder = await Deno.makeTempDir({ prefix: "back-office-bench-" });
  toEnd.defer(() => Deno.remove(folder, { recursive: true }));
  await Deno.chmod(folder, 0o711); // as root PostgreSQL is another user, who has to come in
  const embedded = await openEmbedded(`${folder}/data`);
  toEnd.defer(() => embedded.release());
  return { folder, url: embedded.url };
}

interface Place {
  checkout: string;
  url: string;
  /** where it may keep files */
  data: string;
  /** settings besides */
  env?: Record<string, string>;
}

/** A server alone, over a database that may have an owner already. */
export function startServer({ checkout, url, data, env }: Place): Promise<Bare> {
  // what `deno task start` says to V8 there
  const flags = /--v8-flags=\S+/.exec(Deno.readTextFileSync(`${checkout}/deno.json`)) ?? [];
  return startChild([...flags, "api/main.ts"], "/readyz", checkout, {
    DATABASE_URL: url,
    JWT_SECRET: SECRET,
    DATA_DIR: data,
    ...env,
  });
}

export async function startService(place: Place): Promise<Service> {
  const child = await startServer(place);
  const service: Service = {
    ...child,
    url: place.url,
    token: "",
    call: (method, path, body) => call(child.port, service.token, method, path, body),
  };
  const owner = { name: "Owner", email: "owner@example.test", password: "a horse and a battery" };
  await service.call("POST", "/auth/setup-owner", owner);
  service.token = (await service.call("POST", "/auth/login", owner)).token;
  return service;
}

/** This checkout over a PostgreSQL of its own; all goes with `toEnd`. */
export async function startHere(toEnd: AsyncDisposableStack, env?: Record<string, string>) {
  const { folder, url } = await startPostgres(toEnd);
  const place = { checkout: Deno.cwd(), url, data: `${folder}/service`, env };
  return { folder, url, service: toEnd.use(await startService(place)) };
}

/** Starts a program of Deno's that listens on the PORT it is given; there once `path` has any answer. */
export async function startChild(
  program: string[],
  path: string,
  cwd = Deno.cwd(),
  env: Record<string, string> = {},
): Promise<Bare> {
  const port = Number(env.PORT ?? freePort());
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--node-modules-dir=manual", "--allow-all", "--quiet", ...program],
    cwd,
    env: { ...env, PORT: String(port) },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const stop = async () => {
    child.kill("SIGTERM");
    await child.status;
  };
  for (let tries = 0; !await answers(`http://127.0.0.1:${port}${path}`); tries++) {
    if (tries === 600) {
      await stop();
      throw new Error(`${program[0]} in ${cwd} did not start within a minute`);
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return { port, pid: child.pid, [Symbol.asyncDispose]: stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    await answer.body?.cancel();
    return answer.status < 500;
  } catch {
    return false;
  }
}

async function call(port: number, token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...token && { authorization: `Bearer ${token}` },
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 400)}`);
  return JSON.parse(text).data;
}
