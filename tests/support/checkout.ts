import { pathOf } from "./needs.ts";
import { call, freePort } from "./server.ts";

const root = `${import.meta.dirname}/../../`;
export const asRoot = Deno.uid() === 0;
const [ORDINARY_UID, ORDINARY_GID] = [65534, 65534];

/** All that a bare machine has on its PATH: Node, and what npx, deno.json and api/until_npx_ends.sh call. */
const bare = ["node", "npm", "npx", "sh", "[", "id", "readlink", "tr", "sleep"];

/** A folder of a machine that nobody has worked on: a checkout, Deno, and room for what they leave. */
export interface Machine extends AsyncDisposable {
  /** everything is below it */
  folder: string;
  /** for data folders, STATE_DIR and the like: the user's own */
  own(name: string): Promise<string>;
  checkout: string;
  /** `deno task NAME` in the checkout, in a process group of its own */
  task(name: string, env?: Record<string, string>): Task;
  /** what a shell says to commands typed there, where there is no Deno but by npx and the home is empty */
  shell(commands: string, env?: Record<string, string>): Task;
}

export interface Task {
  output(): string;
  /** what it said on stderr */
  errors(): string;
  ended: Promise<Deno.CommandStatus>;
  /** to the whole group, as a terminal does */
  signal(signal: Deno.Signal): void;
}

export interface MachineOptions {
  /** of the checkout; below `folder` */
  name?: string;
  /** an ordinary user, where the tests run as root; else whoever runs them */
  ordinary?: boolean;
  umask?: string;
}

export async function freshMachine(options: MachineOptions = {}): Promise<Machine> {
  const { name = "checkout", ordinary = false, umask = "022" } = options;
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "fresh-machine-" }));
  await Deno.chmod(folder, 0o755);
  const checkout = `${folder}/${name}`;
  await Deno.mkdir(checkout, { recursive: true });
  const parts = ["deno.json", "deno.lock", "api", "cli", "domain", "migrations", "web", "tests"];
  await copy([...parts, "node_modules"], checkout);
  for (const name of ["bin", "deno"]) await Deno.mkdir(`${folder}/${name}`);
  await copy([Deno.execPath()], `${folder}/deno`); // root's own may lie where only root can go
  for (const name of bare) {
    const path = pathOf(name);
    if (path) await Deno.symlink(await Deno.realPath(path), `${folder}/bin/${name}`);
  }
  const account = ordinary && asRoot ? { uid: ORDINARY_UID, gid: ORDINARY_GID } : {};
  const tasks: Task[] = [];

  async function own(name: string): Promise<string> {
    const path = `${folder}/${name}`;
    await Deno.mkdir(path, { mode: 0o700 });
    if (account.uid) await Deno.chown(path, account.uid, account.gid);
    return path;
  }
  const home = await own("home");
  const cache: Record<string, string> = account.uid ? { HOME: home, DENO_DIR: `${home}/deno` } : {};
  const TMPDIR = await own("tmp");
  await Deno.chmod(TMPDIR, 0o1777);

  function start(commands: string, env: Record<string, string>): Task {
    const child = new Deno.Command("/bin/sh", {
      args: ["-c", `umask ${umask}\n${commands}`],
      cwd: checkout,
      detached: true,
      env: {
        ...ours("HOME", "DENO_DIR"),
        ...cache,
        TMPDIR,
        DENO_NO_UPDATE_CHECK: "1",
        NO_COLOR: "1",
        ...env,
      },
      clearEnv: true,
      ...account,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const said = { stdout: "", stderr: "" };
    const read = async (name: "stdout" | "stderr") => {
      for await (const part of child[name].pipeThrough(new TextDecoderStream())) {
        said[name] += part;
      }
    };
    const all = Promise.all([child.status, read("stdout"), read("stderr")]);
    let gone = false;
    const task = {
      output: () => said.stdout + said.stderr,
      errors: () => said.stderr,
      ended: all.then(([status]) => status).finally(() => gone = true),
      signal: (signal: Deno.Signal) => {
        if (!gone) Deno.kill(-child.pid, signal);
      },
    };
    tasks.push(task);
    return task;
  }

  return {
    folder,
    own,
    checkout,
    task: (name, env = {}) =>
      start(`exec deno task -q ${name}`, { PATH: `${folder}/deno:${folder}/bin`, ...env }),
    shell: (commands, env = {}) => {
      const npm = ours("npm_config_cache", "npm_config_userconfig", "NODE_EXTRA_CA_CERTS");
      return start(commands, { PATH: `${folder}/bin`, ...npm, HOME: home, ...env });
    },
    async [Symbol.asyncDispose]() {
      for (const task of tasks) { // of a test that failed
        task.signal("SIGINT");
        await task.ended;
      }
      await run("find", folder, "-type", "d", "-exec", "chmod", "u+w", "{}", "+");
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** For who needs no other: the caches of packages and of compiled modules are there. */
function ours(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

/**
 * Hard links where they are possible: quick, and no room is taken. Once more when that fails, because a Deno
 * that waits for another's lock on node_modules makes a file there and takes it away again; then as files.
 */
async function copy(parts: string[], to: string): Promise<void> {
  const again = (flags: string) => () => run("cp", flags, "--remove-destination", ...parts, to);
  await again("-al")().catch(again("-al")).catch(again("-a"));
}

export async function run(program: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, cwd: root }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

export interface Service extends Task {
  base: string;
  port: number;
  startedMs: number;
}

/** `deno task start`, once GET /health is ok. @throws Error with its output when it ends before, or hangs */
export async function startService(
  machine: Machine,
  env: Record<string, string> = {},
  start: (env: Record<string, string>) => Task = (env) => machine.task("start", env),
): Promise<Service> {
  const port = freePort();
  const began = performance.now();
  const task = start({ PORT: `${port}`, ...env });
  const base = `http://127.0.0.1:${port}/api/v1`;
  let gone = false;
  const ended = task.ended.then(() => gone = true);
  for (;;) {
    const answer = await call(base, undefined, "GET", "/health").catch(() => undefined);
    if (answer?.body.status === "ok") break;
    if (gone || performance.now() - began > 180_000) {
      if (!gone) task.signal("SIGKILL");
      throw new Error(`The service did not come up: ${task.output()}`);
    }
    await Promise.race([ended, new Promise((wake) => setTimeout(wake, 25))]);
  }
  const startedMs = performance.now() - began;
  // it answers a moment before it has greeted
  for (let tries = 0; tries < 200 && !task.output().includes("Ctrl-C ends it"); tries++) {
    await new Promise((wake) => setTimeout(wake, 25));
  }
  return { ...task, base, port, startedMs };
}

/** Ends it as Ctrl-C does. */
export async function stopService(service: Service): Promise<void> {
  service.signal("SIGINT");
  await service.ended;
}
