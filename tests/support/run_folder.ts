import { skipped } from "./needs.ts";

/**
 * Every place that a test run writes to, in one folder that goes with it: what is there before is not
 * leaned on, and what tests leave behind is found. Only the caches of Deno and npm are the machine's own.
 */
export interface RunFolder {
  data: string;
  state: string;
  /** for modules that join test files */
  joined: string;
  /** what the API answered to tests */
  answers: string;
  /** what tests and their programs find in place of the machine's */
  env: Record<string, string>;
  /** "SKIPPED: 2 tests need nginx, which is not installed here" */
  skips(): Promise<string[]>;
  /** Removes the folder. Answers what the tests should have removed or ended themselves. */
  close(patienceMs?: number): Promise<string[]>;
}

export async function openRunFolder(): Promise<RunFolder> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "back-office-test-" }));
  const folders = ["data", "state", "tmp", "home", "joined", "answers"];
  for (const name of folders) await Deno.mkdir(`${path}/${name}`);
  const [data, state, tmp, home, joined, answers] = folders.map((name) => `${path}/${name}`);
  for (const each of [path, state]) await Deno.chmod(each, 0o755); // whatever the umask
  await Deno.chmod(tmp, 0o1777);
  const before = await fixedPlaces();
  const file = `${path}/skips`;
  return {
    data,
    state,
    joined,
    answers,
    env: {
      TMPDIR: tmp,
      HOME: home,
      XDG_RUNTIME_DIR: home, // a browser's sound would make a folder in TMPDIR, and leave it
      STATE_DIR: state,
      PASSWORD_COST: "10", // the least there is: tests log in hundreds of times
      DENO_DIR: await denoDir(),
      ...npmCache(),
      TEST_SKIPS: file,
      TEST_ANSWERS: answers,
    },
    async skips() {
      const lines = (await Deno.readTextFile(file).catch(() => "")).trim().split("\n");
      const tests = [...new Set(lines)].filter((line) => line !== "");
      const bySaid = Map.groupBy(tests, (line) => JSON.parse(line)[0] as string);
      return [...bySaid].map(([said, { length }]) => skipped(said, length)).sort();
    },
    async close(patienceMs = 5_000) {
      const processes = await endProcesses(path, patienceMs);
      const files = (await namesIn(tmp)).map((name) => `${tmp}/${name}`);
      const beside = (await fixedPlaces()).filter((place) => !before.includes(place));
      await Deno.remove(path, { recursive: true });
      return [...processes, ...files, ...beside];
    },
  };
}

/** What is where a service puts it that nobody tells otherwise, and the accounts it runs as. */
async function fixedPlaces(): Promise<string[]> {
  const usual = "/var/lib/back-office";
  const accounts = (await Deno.readTextFile("/etc/passwd")).split("\n")
    .filter((line) => /^(postgres|back-office)/.test(line)).map((line) => `the account ${line}`);
  return [...(await namesIn(usual)).map((name) => `${usual}/${name}`), ...accounts];
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Ends what still runs and names the run's folder, after a moment to go by itself. */
async function endProcesses(folder: string, patienceMs: number): Promise<string[]> {
  if (Deno.build.os !== "linux") return [];
  let found = await processesThatName(folder);
  for (const began = performance.now(); found.length > 0;) {
    if (performance.now() - began > patienceMs) break;
    await new Promise((wake) => setTimeout(wake, 250));
    found = await processesThatName(folder);
  }
  for (const pid of found) {
    try {
      Deno.kill(Number(pid.split(" ")[0]), "SIGKILL");
    } catch {
      // it has gone meanwhile
    }
  }
  return found.map((each) => `process ${each}`);
}

async function processesThatName(folder: string): Promise<string[]> {
  const program = import.meta.resolve("./processes_of.ts");
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-config", "--allow-all", program],
    clearEnv: true,
    env: { DENO_DIR: Deno.env.get("DENO_DIR")! },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  await new Response(folder).body!.pipeTo(child.stdin);
  const { success, stdout } = await child.output();
  if (!success) throw new Error("The processes of this machine could not be read");
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
}

/** Ours, for the tests that run npx. */
function npmCache() {
  const { HOME, npm_config_cache, npm_config_userconfig } = Deno.env.toObject();
  return {
    npm_config_cache: npm_config_cache ?? `${HOME}/.npm`,
    npm_config_userconfig: npm_config_userconfig ?? `${HOME}/.npmrc`,
  };
}

async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
