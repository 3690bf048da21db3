import { freePort } from "../tests/support/server.ts";

// deno-lint-ignore no-explicit-any -- answers of every shape, of two versions
export type Json = any;

/** A version of the service, running from its checkout over a database of its own. */
export interface Service {
  name: string;
  port: number;
  token: string;
  pid: number;
  /** @throws Error with method, path and answer when the status is not 2xx */
  call(method: string, path: string, body?: unknown): Promise<Json>;
  stop(): Promise<void>;
}

export async function startService(name: string, folder: string, url: string): Promise<Service> {
  const port = freePort();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", "api/main.ts"],
    cwd: folder,
    env: {
      DATABASE_URL: url,
      PORT: String(port),
      JWT_SECRET: "a-secret-for-measurements-only-0123456789",
      DATA_DIR: await Deno.makeTempDir(),
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const service: Service = {
    name,
    port,
    token: "",
    pid: child.pid,
    call: (method, path, body) => call(port, service.token, method, path, body),
    async stop() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
  for (let tries = 0;; tries++) {
    const up = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (answer) => (await answer.body?.cancel(), answer.ok),
      () => false,
    );
    if (up) break;
    if (tries === 600) throw new Error(`${name} did not start within a minute`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
  const owner = { name: "Owner", email: "owner@example.test", password: "a horse and a battery" };
  await service.call("POST", "/auth/setup-owner", owner);
  service.token = (await service.call("POST", "/auth/login", owner)).token;
  return service;
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
