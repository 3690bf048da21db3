import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A real server process of the project, on its own data folder and port. */
export interface Server {
  base: string;
  process: Deno.ChildProcess;
  /** milliseconds from start to the first healthy answer */
  startedMs: number;
  output(): string;
  stop(signal?: Deno.Signal): Promise<Deno.CommandStatus>;
}

const root = new URL("../../", import.meta.url);

/**
 * What `deno task NAME` runs, run directly: a signal then reaches the program and not the task. The
 * permissions depend on the environment, so a shell fills them in as the task's own would.
 */
export function taskArguments(
  name: "start" | "cli" | "programs",
  env: Record<string, string> = {},
): string[] {
  const { tasks } = JSON.parse(Deno.readTextFileSync(new URL("deno.json", root)));
  const [before, program] = (tasks[`${name}:permitted`] ?? tasks[name]).command.split("deno run ");
  const { stdout } = new Deno.Command("sh", {
    args: ["-c", `${before} printf '%s\\n' run ${program}`],
    cwd: root,
    env,
  }).outputSync();
  return new TextDecoder().decode(stdout).trim().split("\n");
}

export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  more: string[] = [],
): Promise<Server> {
  const port = Number(env.PORT ?? freePort());
  const start = performance.now();
  const process = new Deno.Command(Deno.execPath(), {
    args: [...taskArguments("start", { DATA_DIR: dataDir, ...env }), ...more],
    cwd: root,
    env: { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn", ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let text = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) text += chunk;
  };
  const ended = Promise.all([collect(process.stdout), collect(process.stderr)]);
  const base = `http://127.0.0.1:${port}/api/v1`;
  for (;;) {
    if (await healthy(base)) break;
    const exited = await Promise.race([
      process.status,
      new Promise<void>((wake) => setTimeout(wake, 25)),
    ]);
    if (exited) throw new Error(`The server ended with ${exited.code}: ${text}`);
    if (performance.now() - start > 60_000) throw new Error(`The server did not come up: ${text}`);
  }
  return {
    base,
    process,
    startedMs: performance.now() - start,
    output: () => text,
    async stop(signal = "SIGTERM") {
      try {
        process.kill(signal);
      } catch {
        // it has ended already
      }
      const status = await process.status;
      await ended;
      return status;
    },
  };
}

async function healthy(base: string): Promise<boolean> {
  try {
    const answer = await fetch(`${base}/health`, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/**
 * A port that nobody listens on: below those that Linux gives away by itself, of which somebody else would have this
 * one before it is used.
 */
export function freePort(): number {
  for (let tries = 0;; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse) || tries === 20) throw error;
    }
  }
}

/** Calls the server as a program would; a dropped connection throws. */
export async function call(
  base: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...token && { authorization: `Bearer ${token}` },
      ...body !== undefined && { "content-type": "application/json" },
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  return { status: answer.status, headers: answer.headers, body: await answer.json() as any };
}

interface Given {
  stdin?: string;
  env?: Record<string, string>;
}

/** Runs one command line of the project in a process of its own; answers exit code and output. */
export async function cli(
  dataDir: string,
  args: string[],
  { stdin = "", env = {} }: Given = {},
) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...taskArguments("cli", { DATA_DIR: dataDir, ...env }), ...args],
    cwd: root,
    env: { DATA_DIR: dataDir, NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: decode(stdout), stderr: decode(stderr) };
}

/**
 * One process that runs command lines in turn, over one data folder and these settings: what most tests of
 * commands take, since a process for each spends its time reading the program. It starts with the first.
 */
export function commandHost(dataDir: string, settings: Record<string, string> = {}) {
  let host: ReturnType<typeof startHost> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    run(args: string[], { stdin = "", env = {} }: Given = {}): ReturnType<typeof cli> {
      const ran = turn.then(async () => {
        host ??= startHost({ DATA_DIR: dataDir, NO_COLOR: "1", ...settings });
        host.child.stdin.write(`${JSON.stringify({ args, stdin, env })}\n`);
        const { value, done } = await host.answers.next();
        if (done) throw new Error(`The host ended at: ${args.join(" ")}`);
        return JSON.parse(value);
      });
      turn = ran.catch(() => {});
      return ran;
    },
    async [Symbol.asyncDispose]() {
      host?.child.stdin.end();
      await host?.ended;
    },
  };
}

function startHost(env: Record<string, string>) {
  const child = spawn(
    Deno.execPath(),
    [...taskArguments("cli", env).slice(0, -1), "tests/support/command_host.ts"],
    { cwd: root, env: { ...Deno.env.toObject(), ...env }, stdio: ["pipe", "pipe", "inherit"] },
  );
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, answers, ended: once(child, "exit") };
}
